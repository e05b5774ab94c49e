/// The value of one field of a media item or album, as every output prints it.
public enum FieldValue: Hashable, Sendable {
  /// Absent: `null` in JSON, empty elsewhere.
  case null
  /// A whole number.
  case integer(Int64)
  /// A number.
  case real(Double)
  /// True or false.
  case boolean(Bool)
  /// Text.
  case text(String)
  /// A path or name in any encoding; base64 in JSON when it is not UTF-8.
  case bytes([UInt8])
  /// A list of texts.
  case texts([String])
  /// A list of whole numbers.
  case integers([Int64])
  /// A length of time, printed as seconds.
  case duration(Duration)
}
