package import MediaModel
internal import UnicodeText

/// One line a row from a template; its rows have the template's fields as columns.
package struct TemplateWriter: RowWriter {
  private let output: ByteWriter
  private let template: Template
  private let style: OutputStyle
  private let terminator: UInt8
  private var order: [Int] = []

  /// Makes a writer.
  package init(
    _ template: Template, to output: ByteWriter, style: OutputStyle, isNULSeparated: Bool = false
  ) {
    self.output = output
    self.template = template
    self.style = style
    terminator = isNULSeparated ? 0 : UInt8(ascii: "\n")
  }

  /// Takes the columns; those that the template does not name are ignored.
  package mutating func begin(_ columns: [RowColumn]) throws(OutputError) {
    order = template.fields.map { name in columns.firstIndex { $0.name == name } ?? -1 }
  }

  /// Writes one line.
  package mutating func row(_ values: [FieldValue]) throws(OutputError) {
    let line = template.render(
      order.map { values.indices.contains($0) ? values[$0] : .null })
    if style.isTerminal, terminator != 0 {
      try output.write(EscapedText.forTerminal(line))
    } else {
      try output.write(line)
    }
    try output.write(terminator)
  }

  /// Flushes.
  package mutating func end() throws(OutputError) { try output.flush() }
}
