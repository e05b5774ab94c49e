internal import CommandOutput
internal import MediaModel

/// Values as people read them, for `show` and `status`.
enum HumanValue {
  /// The text of a field, `nil` when it is absent or says nothing.
  static func text(_ value: FieldValue, of name: String) -> String? {
    switch (name, value) {
    case (_, .null), (_, .texts([])), (_, .integers([])): nil
    case ("path_bytes", .bytes(let bytes)):
      String(validating: bytes, as: UTF8.self) == nil
        ? String(decoding: Base64.encode(bytes), as: UTF8.self) : nil
    case ("size", .integer(let count)): "\(HumanText.byteCount(count)) (\(count) bytes)"
    case ("duration", .duration(let duration)):
      "\(HumanText.duration(duration)) (\(value.plainText()) s)"
    case ("exposure_time", .real(let seconds)) where seconds > 0 && seconds < 0.5:
      "1/\(Int((1 / seconds).rounded())) s"
    default: value.plainText(separator: ", ")
    }
  }
}
