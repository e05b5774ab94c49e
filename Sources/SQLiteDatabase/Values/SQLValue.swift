internal import Glibc

/// A value as SQLite stores it.
public enum SQLValue: Sendable {
  /// NULL.
  case null
  /// INTEGER.
  case integer(Int64)
  /// REAL.
  case real(Double)
  /// TEXT; bytes that are not UTF-8 have become U+FFFD.
  case text(String)
  /// BLOB.
  case blob([UInt8])

  /// True for NULL.
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// The integer, `nil` for everything else.
  public var int64: Int64? { if case .integer(let value) = self { value } else { nil } }

  /// The integer as `Int`, `nil` for everything else.
  public var int: Int? { int64.map { Int($0) } }

  /// The number, `nil` for what is none.
  public var double: Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }

  /// The text, `nil` for everything else.
  public var text: String? { if case .text(let value) = self { value } else { nil } }

  /// The bytes of a blob, `nil` for everything else.
  public var blob: [UInt8]? { if case .blob(let value) = self { value } else { nil } }
}

extension SQLValue: Hashable {
  /// Compares storage class and bytes: `é` in one and in two scalars are different texts, as in SQL.
  public static func == (left: SQLValue, right: SQLValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.text(let left), .text(let right)): left.hasSameBytes(as: right)
    case (.blob(let left), .blob(let right)): left == right
    default: false
    }
  }

  /// Feeds what `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0 as UInt8)
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value)
    case .text(let value): value.hashBytes(into: &hasher)
    case .blob(let value): hasher.combine(value)
    }
  }
}

extension String {
  /// True for the same UTF-8 bytes; `==` would also accept canonical equivalents.
  func hasSameBytes(as other: String) -> Bool {
    var (left, right) = (self, other)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        guard left.count == right.count else { return false }
        guard let one = left.baseAddress, let two = right.baseAddress else { return true }
        return memcmp(one, two, left.count) == 0
      }
    }
  }

  /// Feeds the UTF-8 bytes, without the normalisation of `hash(into:)`.
  func hashBytes(into hasher: inout Hasher) {
    var text = self
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}
