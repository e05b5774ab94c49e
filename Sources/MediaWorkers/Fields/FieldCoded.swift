/// A type whose fields a ``FieldCodec`` can move.
///
/// Every type lists its fields once. The same list writes and reads, so the two cannot drift apart.
protocol FieldCoded {
  /// A value to read into.
  static var blank: Self { get }

  /// Moves all fields, in a fixed order; a writing codec leaves them as they are.
  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError)
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
