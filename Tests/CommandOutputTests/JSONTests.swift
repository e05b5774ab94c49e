import CommandOutput
import Testing

@Suite("JSON, RFC 8259") struct JSONTests {
  private func json(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("", #""""#), ("plain", #""plain""#), (#"a"b\c/d"#, #""a\"b\\c/d""#),
    ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
    ("\u{0}\u{1B}\u{1F}\u{7F}", #""\u0000\u001b\u001f\u007f""#),
    ("é日😀", #""é日😀""#), ("\u{2028}\u{2029}", #""\u2028\u2029""#),
    ("x\u{202E}gpj", #""x\u202egpj""#), ("\u{85}\u{61C}\u{FEFF}", #""\u0085\u061c\ufeff""#),
    ("é\n", #""é\n""#), ("😀\u{2066}é", #""😀\u2066é""#),
  ])
  func `writes the text`(text: String, expected: String) {
    #expect(json { $0.string(text) } == expected)
  }

  @Test(arguments: [
    (0.0, "0.0"), (-0.0, "-0.0"), (5.0, "5.0"), (0.1, "0.1"), (2.8, "2.8"),
    (1.0 / 3, "0.3333333333333333"),
    (0.00001, "0.00001"), (1.5e-7, "0.00000015"), (1e-8, "1e-08"), (1e16, "10000000000000000.0"),
    (-1.25e17, "-125000000000000000.0"), (123_456_789_012_345_683_968, "123456789012345680000.0"),
    (1e21, "1e+21"), (.leastNonzeroMagnitude, "5e-324"), (.nan, "null"), (.infinity, "null"),
    (-.infinity, "null"),
    (11.575, "11.575"), (1.2345678901234567e19, "12345678901234567000.0"),
  ])
  func `writes the number`(value: Double, expected: String) {
    #expect(json { $0.real(value) } == expected)
    if value.isFinite { #expect(Double(expected) == value) }
  }

  @Test(arguments: [
    (Duration.milliseconds(12_345), "12.345"), (.seconds(2), "2.0"), (.zero, "0.0"),
    (.milliseconds(-500), "-0.5"), (.milliseconds(-1_500), "-1.5"),
    (.nanoseconds(1), "0.000000001"),
    (Duration(secondsComponent: 0, attosecondsComponent: -1), "0.0"),
  ])
  func `writes the seconds of`(duration: Duration, expected: String) {
    #expect(json { $0.seconds(duration) } == expected)
  }

  @Test func `nests, with commas between`() {
    let text = json {
      $0.beginObject()
      $0.key("a")
      $0.integer(.min)
      $0.key("b\"")
      $0.beginArray()
      $0.beginArray()
      $0.endArray()
      $0.boolean(true)
      $0.null()
      $0.beginObject()
      $0.endObject()
      $0.string("x")
      $0.endArray()
      $0.key("c")
      $0.boolean(false)
      $0.endObject()
    }
    #expect(text == #"{"a":-9223372036854775808,"b\"":[[],true,null,{},"x"],"c":false}"#)
  }
}
