package import MediaModel
internal import UnicodeText

/// The paths alone, raw, each ended by a line end or NUL; escaped only on a terminal.
package struct PathsWriter: RowWriter {
  private let output: ByteWriter
  private let style: OutputStyle
  private let terminator: UInt8
  private var pathColumn = 0

  /// Makes a writer.
  package init(to output: ByteWriter, style: OutputStyle, isNULSeparated: Bool = false) {
    self.output = output
    self.style = style
    terminator = isNULSeparated ? 0 : UInt8(ascii: "\n")
  }

  /// Finds the column `path`, else takes the first.
  package mutating func begin(_ columns: [RowColumn]) throws(OutputError) {
    pathColumn = columns.firstIndex { $0.name == "path" } ?? 0
  }

  /// Writes one path.
  package mutating func row(_ values: [FieldValue]) throws(OutputError) {
    guard pathColumn < values.count else { return }
    let bytes = values[pathColumn].plainBytes()
    if style.isTerminal, terminator != 0 {
      try output.write(EscapedText.forTerminal(bytes))
    } else {
      try output.write(bytes)
    }
    try output.write(terminator)
  }

  /// Flushes.
  package mutating func end() throws(OutputError) { try output.flush() }
}
