package import MediaModel

/// One row as a JSON object; keys are encoded once.
struct JSONRow {
  private let columns: [RowColumn]
  private let keys: [[UInt8]]
  /// For each column its own `path_bytes` key, `nil` when that is a column too or there is none.
  private let bytesKeys: [[UInt8]?]
  private let bytesColumns: Set<String>

  init(_ columns: [RowColumn]) {
    self.columns = columns
    keys = columns.map { JSONWriter.encodedKey($0.name) }
    let names = Set(columns.map(\.name))
    bytesKeys = columns.map { column in
      column.bytesName.flatMap { names.contains($0) ? nil : JSONWriter.encodedKey($0) }
    }
    bytesColumns = Set(columns.compactMap(\.bytesName))
  }

  func write(_ values: [FieldValue], to json: inout JSONWriter) {
    json.beginObject()
    for (index, value) in values.prefix(keys.count).enumerated() {
      json.key(encoded: keys[index])
      guard case .bytes(let bytes) = value else {
        Self.write(value, to: &json)
        continue
      }
      write(bytes, column: index, to: &json)
    }
    json.endObject()
  }

  private func write(_ bytes: [UInt8], column index: Int, to json: inout JSONWriter) {
    let text = String(validating: bytes, as: UTF8.self)
    if bytesColumns.contains(columns[index].name) {
      if text == nil { json.plainString(Base64.encode(bytes)) } else { json.null() }
    } else if let text {
      json.string(text)
    } else if columns[index].bytesName == nil {
      json.string(String(decoding: bytes, as: UTF8.self))
    } else {
      json.null()
      if let key = bytesKeys[index] {
        json.key(encoded: key)
        json.plainString(Base64.encode(bytes))
      }
    }
  }

  /// Writes one value; bytes as text, repaired.
  static func write(_ value: FieldValue, to json: inout JSONWriter) {
    switch value {
    case .null: json.null()
    case .integer(let value): json.integer(value)
    case .real(let value): json.real(value)
    case .boolean(let value): json.boolean(value)
    case .text(let text): json.string(text)
    case .bytes(let bytes): json.string(String(decoding: bytes, as: UTF8.self))
    case .texts(let texts):
      json.beginArray()
      for text in texts { json.string(text) }
      json.endArray()
    case .integers(let values):
      json.beginArray()
      for value in values { json.integer(value) }
      json.endArray()
    case .duration(let duration): json.seconds(duration)
    }
  }
}

extension JSONWriter {
  /// Writes the value of a field; bytes as text, repaired.
  package mutating func value(_ value: FieldValue) { JSONRow.write(value, to: &self) }
}

/// One JSON object a line.
package struct JSONLinesWriter: RowWriter {
  private let output: ByteWriter
  private var rows = JSONRow([])
  private var json = JSONWriter()

  /// Makes a writer.
  package init(to output: ByteWriter) { self.output = output }

  /// Takes the columns.
  package mutating func begin(_ columns: [RowColumn]) throws(OutputError) {
    rows = JSONRow(columns)
  }

  /// Writes one line.
  package mutating func row(_ values: [FieldValue]) throws(OutputError) {
    json.removeBytes()
    json.beginDocument()
    rows.write(values, to: &json)
    json.lineEnd()
    try output.write(json.bytes)
  }

  /// Flushes.
  package mutating func end() throws(OutputError) { try output.flush() }
}

/// One JSON array, one object a line.
package struct JSONArrayWriter: RowWriter {
  private let output: ByteWriter
  private var rows = JSONRow([])
  private var json = JSONWriter()
  private var isEmpty = true

  /// Makes a writer.
  package init(to output: ByteWriter) { self.output = output }

  /// Takes the columns.
  package mutating func begin(_ columns: [RowColumn]) throws(OutputError) {
    rows = JSONRow(columns)
    try output.write("[")
  }

  /// Writes one object on a line of its own.
  package mutating func row(_ values: [FieldValue]) throws(OutputError) {
    json.removeBytes()
    json.separate()
    json.lineEnd()
    rows.write(values, to: &json)
    isEmpty = false
    try output.write(json.bytes)
  }

  /// Closes the array and flushes.
  package mutating func end() throws(OutputError) {
    try output.write(isEmpty ? "]\n" : "\n]\n")
    try output.flush()
  }
}
