/// Comma-separated values with a header, RFC 4180: lines end with CRLF.
///
/// Lists are JSON arrays, nulls are empty. Bytes that are not UTF-8 stand raw, unless the column
/// with their base64 is asked for.
package struct CSVWriter: RowWriter {
  private let output: ByteWriter
  private var columns: [RowColumn] = []
  private var names: Set<String> = []
  private var bytesNames: Set<String> = []
  private var line: [UInt8] = []

  /// Makes a writer.
  package init(to output: ByteWriter) { self.output = output }

  /// Writes the header.
  package mutating func begin(_ columns: [RowColumn]) throws(OutputError) {
    self.columns = columns
    names = Set(columns.map(\.name))
    bytesNames = Set(columns.compactMap(\.bytesName))
    try write(columns.map { Array($0.name.utf8) })
  }

  /// Writes one line.
  package mutating func row(_ values: [FieldValue]) throws(OutputError) {
    try write(zip(columns, values).map(field))
  }

  /// Flushes.
  package mutating func end() throws(OutputError) { try output.flush() }

  private func field(_ column: RowColumn, _ value: FieldValue) -> [UInt8] {
    switch value {
    case .texts, .integers:
      var json = JSONWriter()
      json.value(value)
      return json.bytes
    case .bytes(let bytes):
      let isDecodable = value.undecodableBytes == nil
      if bytesNames.contains(column.name) { return isDecodable ? [] : Base64.encode(bytes) }
      let hasTwin = column.bytesName.map(names.contains) ?? false
      return isDecodable || !hasTwin ? bytes : []
    default: return value.plainBytes()
    }
  }

  private mutating func write(_ fields: [[UInt8]]) throws(OutputError) {
    line.removeAll(keepingCapacity: true)
    for (index, field) in fields.enumerated() {
      if index > 0 { line.append(UInt8(ascii: ",")) }
      // An empty line could be taken for no line.
      if Self.needsQuotes(field) || fields.count == 1 && field.isEmpty {
        appendQuoted(field)
      } else {
        line.append(contentsOf: field)
      }
    }
    line.append(contentsOf: [0x0D, 0x0A])
    try output.write(line)
  }

  private static func needsQuotes(_ field: [UInt8]) -> Bool {
    if field.first == 0x20 || field.last == 0x20 { return true }
    return field.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0D || $0 == 0x0A }
  }

  private mutating func appendQuoted(_ field: [UInt8]) {
    line.append(0x22)
    for byte in field {
      if byte == 0x22 { line.append(0x22) }
      line.append(byte)
    }
    line.append(0x22)
  }
}
