/// Moves fields between memory and bytes; the conformer decides in which direction.
///
/// Every type lists its fields once, in ``FieldCoded/visitFields(_:)``. The same list writes and
/// reads, so the two cannot drift apart.
protocol FieldCodec: ~Copyable {
  /// Moves an unsigned integer, few bytes for a small one.
  mutating func number(_ value: inout UInt64) throws(FieldError)
  /// Moves one byte.
  mutating func byte(_ value: inout UInt8) throws(FieldError)
  /// Moves eight bytes.
  mutating func eightBytes(_ value: inout UInt64) throws(FieldError)
  /// Moves a text.
  mutating func text(_ value: inout String) throws(FieldError)
  /// Moves bytes.
  mutating func bytes(_ value: inout [UInt8]) throws(FieldError)
  /// Moves the number of elements of a list; a read one is no larger than the bytes left.
  mutating func count(_ count: inout Int) throws(FieldError)
}

/// Why bytes are not what they should be.
struct FieldError: Error, Hashable, Sendable {
  /// What is wrong, for people.
  var reason: String

  static let truncated = FieldError(reason: "it ends in the middle of a field")
  static let notText = FieldError(reason: "a text is not UTF-8")
  static let tooLong = FieldError(reason: "a frame is longer than 64 MiB")
  static let unexpected = FieldError(reason: "a frame came that nobody asked for")
  static let tooLarge = FieldError(reason: "a number is out of its range")
}

/// A type whose fields a ``FieldCodec`` can move.
protocol FieldCoded {
  /// A value to read into; only reading uses it.
  static var blank: Self { get }

  /// Moves all fields, in a fixed order.
  mutating func visitFields<Codec: FieldCodec & ~Copyable>(
    _ fields: inout Codec
  ) throws(FieldError)
}

extension FieldCodec where Self: ~Copyable {
  /// Moves a value by its list of fields.
  @inline(__always)
  mutating func visit<Value: FieldCoded>(_ value: inout Value) throws(FieldError) {
    try value.visitFields(&self)
  }

  /// Moves a value of a type that refuses some numbers.
  @inline(__always)
  mutating func visit<Value, Raw: FieldCoded>(
    _ value: inout Value, as raw: Raw, _ make: (Raw) -> Value?
  ) throws(FieldError) {
    var raw = raw
    try raw.visitFields(&self)
    guard let made = make(raw) else { throw .tooLarge }
    value = made
  }
}
