/// A type whose values can stand in SQL as `\(value)`.
public protocol SQLBindable {
  /// The value as SQLite stores it.
  var sqlValue: SQLValue { get }
}

extension SQLValue: SQLBindable {
  /// The value itself.
  public var sqlValue: SQLValue { self }
}

extension Int: SQLBindable {
  /// An INTEGER.
  public var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Int64: SQLBindable {
  /// An INTEGER.
  public var sqlValue: SQLValue { .integer(self) }
}

extension UInt8: SQLBindable {
  /// An INTEGER.
  public var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension UInt32: SQLBindable {
  /// An INTEGER.
  public var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Bool: SQLBindable {
  /// The INTEGER 1 or 0.
  public var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension Double: SQLBindable {
  /// A REAL; SQLite turns a NaN into NULL.
  public var sqlValue: SQLValue { .real(self) }
}

extension String: SQLBindable {
  /// A TEXT.
  public var sqlValue: SQLValue { .text(self) }
}

extension [UInt8]: SQLBindable {
  /// A BLOB.
  public var sqlValue: SQLValue { .blob(self) }
}

extension Optional: SQLBindable where Wrapped: SQLBindable {
  /// The wrapped value, or NULL.
  public var sqlValue: SQLValue { self?.sqlValue ?? .null }
}
