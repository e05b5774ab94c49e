package import MediaModel

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
    try row(columns.map { .text($0.name) })
  }

  /// Writes one line.
  package mutating func row(_ values: [FieldValue]) throws(OutputError) {
    line.removeAll(keepingCapacity: true)
    for (index, value) in values.prefix(columns.count).enumerated() {
      if index > 0 { line.append(UInt8(ascii: ",")) }
      append(value, to: columns[index])
    }
    try endLine()
  }

  /// Flushes.
  package mutating func end() throws(OutputError) { try output.flush() }

  private mutating func append(_ value: FieldValue, to column: RowColumn) {
    switch value {
    case .null: appendText("")
    case .text(let text): appendText(text)
    case .integer, .real, .boolean, .duration: line.append(contentsOf: value.plainText().utf8)
    case .texts, .integers:
      var json = JSONWriter()
      json.value(value)
      json.bytes.withUnsafeBufferPointer { appendField($0) }
    case .bytes(let bytes): append(bytes, isDecodable: value.undecodableBytes == nil, to: column)
    }
  }

  private mutating func append(_ bytes: [UInt8], isDecodable: Bool, to column: RowColumn) {
    let field: [UInt8]
    if bytesNames.contains(column.name) {
      field = isDecodable ? [] : Base64.encode(bytes)
    } else {
      let hasTwin = column.bytesName.map(names.contains) ?? false
      field = isDecodable || !hasTwin ? bytes : []
    }
    field.withUnsafeBufferPointer { appendField($0) }
  }

  private mutating func appendText(_ text: String) {
    var text = text
    text.withUTF8 { appendField($0) }
  }

  private mutating func appendField(_ field: UnsafeBufferPointer<UInt8>) {
    guard Self.needsQuotes(field) else { return line.append(contentsOf: field) }
    line.append(0x22)
    for byte in field {
      if byte == 0x22 { line.append(0x22) }
      line.append(byte)
    }
    line.append(0x22)
  }

  private static func needsQuotes(_ field: UnsafeBufferPointer<UInt8>) -> Bool {
    if field.first == 0x20 || field.last == 0x20 { return true }
    return field.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0D || $0 == 0x0A }
  }

  private mutating func endLine() throws(OutputError) {
    // An empty line could be taken for no line.
    if line.isEmpty { line.append(contentsOf: [0x22, 0x22]) }
    line.append(contentsOf: [0x0D, 0x0A])
    try output.write(line)
  }
}
