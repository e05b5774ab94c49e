package import MediaModel

/// A line with places for fields: `{taken.year}/{name}`.
///
/// In braces stands a field; after it, in this order and all optional, a part of a time (`.year`,
/// `.month`, `.day`, `.hour`, `.minute`, `.second`), a width (`:6` with spaces, `:06` with zeros) and
/// what to write when there is no value (`|undated`). `{{` and `}}` are braces.
package struct Template: Hashable, Sendable {
  /// A part of a time, by its place in `2023-05-01T12:34:56.789`.
  package enum TimePart: String, CaseIterable, Hashable, Sendable {
    case year, month, day, hour, minute, second

    var range: Range<Int> {
      switch self {
      case .year: 0..<4
      case .month: 5..<7
      case .day: 8..<10
      case .hour: 11..<13
      case .minute: 14..<16
      case .second: 17..<19
      }
    }
  }

  enum Piece: Hashable, Sendable {
    case literal([UInt8])
    case field(Placeholder)
  }

  struct Placeholder: Hashable, Sendable {
    var field: Int
    var part: TimePart?
    var width = 0
    var isZeroFilled = false
    var fallback: [UInt8] = []
  }

  let pieces: [Piece]
  /// The fields it needs, each once, in the order of their first use: the columns of its rows.
  package let fields: [String]

  /// Reads a template.
  ///
  /// `fields` are the names that exist, `times` those of them that have parts.
  package init(
    parsing text: String, fields: [String], times: Set<String> = ["taken", "added", "mtime"]
  ) throws(TemplateError) {
    var parser = TemplateParser(text, known: fields, times: times)
    pieces = try parser.parse()
    self.fields = parser.used
  }

  /// Writes the line for values in the order of ``fields``.
  ///
  /// `cleaning` gets the name of a field and the bytes that would be written for it, and gives what
  /// is written instead; text of the template itself does not pass through it.
  package func render(
    _ values: [FieldValue],
    cleaning: (_ field: String, _ bytes: [UInt8]) -> [UInt8] = { $1 }
  ) -> [UInt8] {
    var output: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .literal(let bytes): output += bytes
      case .field(let placeholder):
        let value = placeholder.field < values.count ? values[placeholder.field] : .null
        output += placeholder.render(value) { cleaning(fields[placeholder.field], $0) }
      }
    }
    return output
  }
}

extension Template.Placeholder {
  fileprivate func render(_ value: FieldValue, cleaning: ([UInt8]) -> [UInt8]) -> [UInt8] {
    var bytes = value.plainBytes()
    if let part { bytes = Self.part(part, of: bytes) }
    if bytes.isEmpty { return fallback }
    bytes = cleaning(bytes)
    // Continuation bytes do not count: the width is in characters of most scripts.
    let missing = width - bytes.count { $0 & 0xC0 != 0x80 }
    guard missing > 0 else { return bytes }
    if isZeroFilled {
      let sign = bytes.first == UInt8(ascii: "-") ? 1 : 0
      return Array(bytes[..<sign]) + repeatElement(UInt8(ascii: "0"), count: missing)
        + bytes[sign...]
    }
    let spaces = [UInt8](repeating: 0x20, count: missing)
    switch value {
    case .integer, .real, .duration: return spaces + bytes
    default: return bytes + spaces
    }
  }

  /// The digits of a part; empty when the time is less precise.
  private static func part(_ part: Template.TimePart, of time: [UInt8]) -> [UInt8] {
    let range = part.range
    guard time.count >= range.upperBound else { return [] }
    let digits = Array(time[range])
    return digits.allSatisfy { (0x30...0x39).contains($0) } ? digits : []
  }
}
