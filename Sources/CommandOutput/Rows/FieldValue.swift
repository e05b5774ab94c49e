package import MediaModel

extension FieldValue {
  /// The bytes for pipes, templates and CSV: raw, lists separated by `separator`.
  package func plainBytes(separator: String = ",") -> [UInt8] {
    if case .bytes(let bytes) = self { return bytes }
    return Array(plainText(separator: separator).utf8)
  }

  /// The text of everything but bytes, which are repaired.
  package func plainText(separator: String = ",") -> String {
    switch self {
    case .null: ""
    case .integer(let value): String(value)
    case .real(let value): NumberText.real(value) ?? ""
    case .boolean(let value): value ? "true" : "false"
    case .text(let text): text
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    case .texts(let texts): texts.joined(separator: separator)
    case .integers(let values): values.map(String.init).joined(separator: separator)
    case .duration(let duration): NumberText.seconds(duration)
    }
  }

  /// The bytes when they are not UTF-8.
  var undecodableBytes: [UInt8]? {
    guard case .bytes(let bytes) = self, String(validating: bytes, as: UTF8.self) == nil else {
      return nil
    }
    return bytes
  }
}

/// One column of rows.
package struct RowColumn: Hashable, Sendable {
  /// How a table on a terminal shows the values.
  package enum Display: Hashable, Sendable {
    /// As they are.
    case plain
    /// Byte counts as `1.4 MB`.
    case byteCount
    /// Durations as `1:02:03`.
    case clock
    /// Times as `2023-05-01 12:34:56`, without a fraction.
    case wallTime
  }

  /// The field's stable name.
  package var name: String
  /// True for numbers, which stand at the right.
  package var isNumeric: Bool
  /// True when a table may cut the values to fit.
  package var isFlexible: Bool
  /// True when the end tells more than the beginning, as in paths.
  package var keepsEnd: Bool
  /// How a table on a terminal shows the values.
  package var display: Display
  /// The field that carries base64 when a value is not UTF-8: `path_bytes` for `path`.
  ///
  /// A column of that name gets the same bytes and prints them only when they are not UTF-8.
  package var bytesName: String?

  /// Makes a column.
  package init(
    _ name: String, isNumeric: Bool = false, isFlexible: Bool = false, keepsEnd: Bool = false,
    display: Display = .plain, bytesName: String? = nil
  ) {
    self.name = name
    self.isNumeric = isNumeric
    self.isFlexible = isFlexible
    self.keepsEnd = keepsEnd
    self.display = display
    self.bytesName = bytesName
  }
}
