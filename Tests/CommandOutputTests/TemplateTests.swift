internal import MediaModel
import CommandOutput
import Testing

@Suite("Templates") struct TemplateTests {
  private let fields = ["id", "name", "taken", "path", "size", "rating", "keywords", "duration"]
  private let values: [String: FieldValue] = [
    "id": .integer(42), "name": .bytes(Array("é.jpg".utf8)),
    "taken": .text("2023-05-01T12:34:56.789"),
    "path": .bytes(latin), "rating": .integer(-1), "keywords": .texts(["a", "b"]),
    "duration": .duration(.milliseconds(1_500)),
  ]

  private func render(_ text: String) throws -> [UInt8] {
    let template = try Template(parsing: text, fields: fields)
    return template.render(template.fields.map { values[$0] ?? .null })
  }

  @Test func `what fields say can be cleaned, but not what the template says`() throws {
    let template = try Template(
      parsing: "é/{name:7}{size|é/}{taken.year}/{id}", fields: fields)
    let line = template.render(template.fields.map { values[$0] ?? .null }) { field, bytes in
      field == "id" ? bytes : bytes.map { $0 < 0x80 ? $0 : 0x5F }
    }
    // The width counts what is written.
    #expect(String(decoding: line, as: UTF8.self) == "é/__.jpg é/2023/42")
  }

  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("{id}", "42"), ("{taken.year}/{name}", "2023/é.jpg"),
    (
      "{taken.year}-{taken.month}-{taken.day} {taken.hour}.{taken.minute}.{taken.second}",
      "2023-05-01 12.34.56"
    ),
    ("{id:06}|{id:6}|{name:7}|", "000042|    42|é.jpg  |"), ("{rating:04}", "-001"),
    ("{{{id}}}", "{42}"), ("{{}}", "{}"), ("a{{b", "a{b"),
    ("{size|none}", "none"), ("{size:5}", ""), ("{size}", ""), ("{id:4|x}", "  42"),
    ("{size:4|x}", "x"),
    ("{keywords}", "a,b"), ("{duration}", "1.5"), ("{id}{id}", "4242"), ("日{id}", "日42"),
    ("{size|a:b.c|d}", "a:b.c|d"),
  ])
  func `render`(text: String, expected: String) throws {
    #expect(String(decoding: try render(text), as: UTF8.self) == expected)
  }

  @Test func `keep bytes that are not UTF-8`() throws {
    #expect(try render("<{path}>") == [0x3C] + latin + [0x3E])
  }

  @Test(
    arguments: [
      ("2023", "2023//"), ("2023-05", "2023/05/"), ("2023-05-01", "2023/05/01"), ("", "//"),
      ("odd", "//"),
    ])
  func `leave out parts a time does not have`(time: String, expected: String) throws {
    let template = try Template(parsing: "{taken.year}/{taken.month}/{taken.day}", fields: fields)
    #expect(template.fields == ["taken"])
    #expect(String(decoding: template.render([.text(time)]), as: UTF8.self) == expected)
  }

  @Test(
    arguments: [
      ("{nam}", 1, "unknown field 'nam'", "did you mean name?"),
      ("ab{zzz}", 3, "unknown field 'zzz'", nil),
      ("{}", 1, "a field is missing between the braces", nil),
      ("x{id", 1, "'{' without '}'; write '{{' for a brace", nil),
      ("日}", 1, "'}' without '{'; write '}}' for a brace", nil),
      ("{name.year}", 6, "'name' is no time and has no part 'year'", nil),
      (
        "{taken.yaer}", 7,
        "'yaer' is no part of a time; parts are year, month, day, hour, minute, second", nil
      ),
      ("{id:}", 4, "a width is a number from 1 to 255, not ''", nil),
      ("{id:x}", 4, "a width is a number from 1 to 255, not 'x'", nil),
      ("{id:999}", 4, "a width is a number from 1 to 255, not '999'", nil),
      ("{id:-3}", 4, "a width is a number from 1 to 255, not '-3'", nil),
    ] as [(String, Int, String, String?)])
  func `say what is wrong and where`(text: String, position: Int, message: String, hint: String?) {
    let error = #expect(throws: TemplateError.self) { try Template(parsing: text, fields: fields) }
    #expect(error == TemplateError(message: message, position: position, hint: hint))
  }

  @Test func `write a line a row, whatever the columns' order`() throws {
    let output = ByteWriter.inMemory()
    let template = try Template(parsing: "{name} {id}", fields: fields)
    var writer = TemplateWriter(template, to: output, style: OutputStyle(isTerminal: true))
    try writer.begin([RowColumn("id"), RowColumn("name")])
    try writer.row([.integer(1), .text("a\nb")])
    try writer.end()
    #expect(String(decoding: output.takeBytes(), as: UTF8.self) == "a\\nb 1\n")
  }
}
