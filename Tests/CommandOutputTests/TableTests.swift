internal import MediaModel
import CommandOutput
import Testing
import UnicodeText

@Suite("Rows as a table") struct TableTests {
  private let columns = [
    RowColumn("id", isNumeric: true), RowColumn("name", isFlexible: true),
    RowColumn("size", isNumeric: true, display: .byteCount),
    RowColumn("duration", isNumeric: true, display: .clock),
    RowColumn("path", isFlexible: true, keepsEnd: true),
  ]
  private let rows: [[FieldValue]] = [
    [.integer(7), .text("日本.jpg"), .integer(1_400_000), .null, .bytes(Array("/p/日本.jpg".utf8))],
    [
      .integer(1_234), .text("a\u{1B}[31m.mp4"), .integer(512), .duration(.seconds(83)),
      .bytes([0x2F] + latin),
    ],
  ]

  @Test func `shows figures for people and escapes on a terminal`() throws {
    #expect(
      try written(.table, columns, rows, style: OutputStyle(isTerminal: true, width: 80)) == """
          id  name             size  duration  path
           7  日本.jpg       1.4 MB            /p/日本.jpg
        1234  a\\x1b[31m.mp4   512 B      1:23  /No\\xebl

        """)
  }

  @Test func `is raw and complete in a pipe`() throws {
    #expect(
      try written(.table, columns, rows, style: OutputStyle(isTerminal: false, width: 10)) == """
          id  name          size  duration  path
           7  日本.jpg   1400000            /p/日本.jpg
        1234  a\u{1B}[31m.mp4      512      83.0  /No\u{FFFD}l

        """)
  }

  @Test func `dims its header when colours are wanted`() throws {
    let style = OutputStyle(isTerminal: true, width: 80, usesColor: true)
    #expect(
      try written(.table, [RowColumn("a"), RowColumn("b")], [[.text("x"), .null]], style: style)
        == "\u{1B}[2ma  b\u{1B}[0m\nx\n")
  }

  @Test func `prints nothing without rows`() throws {
    #expect(try written(.table, columns, []) == "")
  }

  @Test(arguments: 1...100)
  func `never is wider than the terminal`(width: Int) throws {
    let style = OutputStyle(isTerminal: true, width: width)
    let long = String(repeating: "日本 long name ", count: 10) + "end"
    let text = try written(
      .table, columns,
      rows + [[.integer(1), .text(long), .integer(5), .null, .bytes(Array(long.utf8))]],
      style: style)
    for line in text.split(separator: "\n") {
      #expect(TerminalCells.width(String(line)) <= width)
      #expect(line.last != " ")
    }
  }

  @Test func `cuts the widest columns to one width, paths at their beginning`() throws {
    let columns = [
      RowColumn("id", isNumeric: true), RowColumn("name", isFlexible: true),
      RowColumn("path", isFlexible: true, keepsEnd: true),
    ]
    let rows: [[FieldValue]] = [
      [.integer(1), .text("abcdefghijklmnop"), .text("/photos/2019/07/abcdefghijklmnop")]
    ]
    #expect(
      try written(.table, columns, rows, style: OutputStyle(isTerminal: true, width: 26)) == """
        id  name        path
         1  abcdefghi…  …hijklmnop

        """)
  }

  @Test func `fits its columns after 500 rows, then streams`() throws {
    let output = ByteWriter.inMemory()
    var writer = TableWriter(
      to: output, style: OutputStyle(isTerminal: true, width: 20), elapsed: { .zero })
    try writer.begin([RowColumn("n", isNumeric: true), RowColumn("t", isFlexible: true)])
    for _ in 0..<499 { try writer.row([.integer(1), .text("ab")]) }
    #expect(output.takeBytes().isEmpty)
    try writer.row([.integer(1), .text("ab")])
    #expect(output.takeBytes().count == 501 * 6 - 1)
    // A wider text is cut, a wider number never.
    try writer.row([.integer(12_345), .text("abcdef")])
    #expect(String(decoding: output.takeBytes(), as: UTF8.self) == "12345  a…\n")
  }

  @Test func `does not wait longer than 100 ms for its first rows`() throws {
    let clock = ManualClock()
    let output = ByteWriter.inMemory()
    var writer = TableWriter(
      to: output, style: OutputStyle(isTerminal: true), elapsed: { clock.now })
    try writer.begin([RowColumn("n")])
    try writer.row([.integer(1)])
    clock.now = .milliseconds(99)
    try writer.row([.integer(2)])
    #expect(output.takeBytes().isEmpty)
    clock.now = .milliseconds(100)
    try writer.row([.integer(3)])
    #expect(String(decoding: output.takeBytes(), as: UTF8.self) == "n\n1\n2\n3\n")
  }
}

/// A clock that tests move.
final class ManualClock {
  var now = Duration.zero
}
