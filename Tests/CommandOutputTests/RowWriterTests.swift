internal import MediaModel
import CommandOutput
import Testing

/// Rows written in a format, as text; bytes that are not UTF-8 become U+FFFD.
func written(
  _ format: RowFormat, _ columns: [RowColumn], _ rows: [[FieldValue]],
  style: OutputStyle = .plain, isNULSeparated: Bool = false
) throws -> String {
  let output = ByteWriter.inMemory()
  var writer = format.writer(
    to: output, style: style, isNULSeparated: isNULSeparated, elapsed: { .zero })
  try writer.begin(columns)
  for row in rows { try writer.row(row) }
  try writer.end()
  return String(decoding: output.takeBytes(), as: UTF8.self)
}

/// `Noël` in Latin-1.
let latin: [UInt8] = [0x4E, 0x6F, 0xEB, 0x6C]

@Suite("Rows as JSON") struct JSONRowTests {
  private let columns = [
    RowColumn("id"), RowColumn("path", bytesName: "path_bytes"), RowColumn("keywords"),
  ]

  @Test func `stand one a line in one array`() throws {
    let rows: [[FieldValue]] = [
      [.integer(1), .text("a\"b"), .texts(["x", "y,z"])], [.integer(2), .null, .integers([3, 4])],
    ]
    #expect(
      try written(.json, columns, rows) == """
        [
        {"id":1,"path":"a\\"b","keywords":["x","y,z"]},
        {"id":2,"path":null,"keywords":[3,4]}
        ]

        """)
    #expect(try written(.json, columns, []) == "[]\n")
  }

  @Test func `stand one a line without an array`() throws {
    let rows: [[FieldValue]] = [
      [.integer(1), .boolean(true), .texts([])], [.real(0.5), .duration(.seconds(3)), .null],
    ]
    #expect(
      try written(.jsonl, columns, rows) == """
        {"id":1,"path":true,"keywords":[]}
        {"id":0.5,"path":3.0,"keywords":null}

        """)
    #expect(try written(.jsonl, columns, []) == "")
  }

  @Test func `carry a path that is not UTF-8 as base64 beside a null`() throws {
    let rows: [[FieldValue]] = [
      [.integer(1), .bytes(Array("é".utf8)), .null], [.integer(2), .bytes(latin), .null],
    ]
    #expect(
      try written(.jsonl, columns, rows) == """
        {"id":1,"path":"é","keywords":null}
        {"id":2,"path":null,"path_bytes":"Tm/rbA==","keywords":null}

        """)
    let both = [RowColumn("path", bytesName: "path_bytes"), RowColumn("path_bytes")]
    #expect(
      try written(
        .jsonl, both, [[.bytes(latin), .bytes(latin)], [.bytes([0x61]), .bytes([0x61])]])
          == """
          {"path":null,"path_bytes":"Tm/rbA=="}
          {"path":"a","path_bytes":null}

          """)
    #expect(
      try written(.jsonl, [RowColumn("name")], [[.bytes(latin)]]) == "{\"name\":\"No\u{FFFD}l\"}\n")
  }
}

@Suite("Rows as CSV, RFC 4180") struct CSVTests {
  @Test func `quote what needs quotes, and end with CRLF`() throws {
    let columns = [RowColumn("id"), RowColumn("text"), RowColumn("list")]
    let rows: [[FieldValue]] = [
      [.integer(1), .text("a,b"), .texts(["x", "y"])], [.integer(2), .text("say \"hi\""), .null],
      [.null, .text("two\nlines"), .integers([1, 2])],
      [.boolean(true), .text(" padded"), .real(0.5)],
    ]
    #expect(
      try written(.csv, columns, rows)
        == [
          "id,text,list", "1,\"a,b\",\"[\"\"x\"\",\"\"y\"\"]\"", "2,\"say \"\"hi\"\"\",",
          ",\"two\nlines\",\"[1,2]\"", "true,\" padded\",0.5", "",
        ].joined(separator: "\r\n"))
    #expect(try written(.csv, [RowColumn("a")], [[.null]]) == "a\r\n\"\"\r\n")
    #expect(try written(.csv, columns, []) == "id,text,list\r\n")
  }

  @Test func `lose no byte of a path`() throws {
    let output = ByteWriter.inMemory()
    var writer = CSVWriter(to: output)
    try writer.begin([RowColumn("path", bytesName: "path_bytes")])
    try writer.row([.bytes(latin)])
    #expect(output.takeBytes() == Array("path\r\n".utf8) + latin + [0x0D, 0x0A])
    let both = [RowColumn("path", bytesName: "path_bytes"), RowColumn("path_bytes")]
    #expect(
      try written(.csv, both, [[.bytes(latin), .bytes(latin)], [.bytes([0x61]), .bytes([0x61])]])
        == "path,path_bytes\r\n,Tm/rbA==\r\na,\r\n")
  }
}

@Suite("Paths") struct PathsTests {
  private let columns = [RowColumn("id"), RowColumn("path")]
  private let rows: [[FieldValue]] = [
    [.integer(1), .bytes(latin + [0x0A])], [.integer(2), .text("b")],
  ]

  @Test func `go raw into a pipe`() throws {
    let output = ByteWriter.inMemory()
    var writer = PathsWriter(to: output, style: .plain)
    try writer.begin(columns)
    for row in rows { try writer.row(row) }
    #expect(output.takeBytes() == latin + [0x0A, 0x0A, 0x62, 0x0A])
  }

  @Test func `end with NUL when asked, on a terminal too`() throws {
    for style in [OutputStyle.plain, OutputStyle(isTerminal: true)] {
      let output = ByteWriter.inMemory()
      var writer = PathsWriter(to: output, style: style, isNULSeparated: true)
      try writer.begin(columns)
      for row in rows { try writer.row(row) }
      #expect(output.takeBytes() == latin + [0x0A, 0x00, 0x62, 0x00])
    }
  }

  @Test func `are escaped on a terminal`() throws {
    #expect(
      try written(.paths, columns, rows, style: OutputStyle(isTerminal: true)) == "No\\xebl\\n\nb\n"
    )
  }
}
