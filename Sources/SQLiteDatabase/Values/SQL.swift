/// SQL as a value: text with `?` in it, and what is bound to each.
///
/// Interpolation binds; only `\(raw:)` pastes text:
///
/// ```swift
/// let old: SQL = "taken < \(limit)"
/// try connection.rows("SELECT id FROM media WHERE \(old) ORDER BY \(raw: column)")
/// ```
public struct SQL: Sendable {
  /// The text, with one `?` for each binding.
  public private(set) var text: String
  /// The values of the `?`, in order.
  public private(set) var bindings: [SQLValue]

  /// Takes a text and the values of its `?`.
  public init(raw text: String, bindings: [SQLValue] = []) {
    self.text = text
    self.bindings = bindings
  }

  /// Joins two pieces, with nothing between.
  public static func + (left: SQL, right: SQL) -> SQL {
    SQL(raw: left.text + right.text, bindings: left.bindings + right.bindings)
  }

  /// Appends a piece, with nothing between.
  public static func += (left: inout SQL, right: SQL) {
    left.text += right.text
    left.bindings += right.bindings
  }
}

extension SQL: ExpressibleByStringInterpolation {
  /// Takes a literal as it is.
  public init(stringLiteral text: String) { self.init(raw: text) }

  /// Takes a literal with interpolations.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.sql }

  /// Collects text and bindings.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var sql: SQL

    /// Makes room for the literal parts and one `?` an interpolation.
    public init(literalCapacity: Int, interpolationCount: Int) {
      var text = ""
      text.reserveCapacity(literalCapacity + interpolationCount)
      sql = SQL(raw: text)
      sql.bindings.reserveCapacity(interpolationCount)
    }

    /// Appends SQL text.
    public mutating func appendLiteral(_ literal: String) { sql.text += literal }

    /// Binds a value.
    public mutating func appendInterpolation(_ value: some SQLBindable) {
      sql.text += "?"
      sql.bindings.append(value.sqlValue)
    }

    /// Binds a value, or NULL for `nil`.
    public mutating func appendInterpolation(_ value: (some SQLBindable)?) {
      sql.text += "?"
      sql.bindings.append(value.sqlValue)
    }

    /// Pastes text as it is: for names of our own, never for input.
    public mutating func appendInterpolation(raw text: String) { sql.text += text }

    /// Splices another piece, text and bindings.
    public mutating func appendInterpolation(_ piece: SQL) { sql += piece }
  }
}

extension SQL: Hashable {
  /// Compares the bytes of the text and the bindings.
  public static func == (left: SQL, right: SQL) -> Bool {
    left.text.hasSameBytes(as: right.text) && left.bindings == right.bindings
  }

  /// Feeds what `==` compares.
  public func hash(into hasher: inout Hasher) {
    text.hashBytes(into: &hasher)
    hasher.combine(bindings)
  }
}

extension Sequence where Element == SQL {
  /// Joins pieces, such as conditions by `" AND "`.
  public func joined(separator: SQL) -> SQL {
    var result: SQL = ""
    for (index, piece) in self.enumerated() {
      if index > 0 { result += separator }
      result += piece
    }
    return result
  }
}
