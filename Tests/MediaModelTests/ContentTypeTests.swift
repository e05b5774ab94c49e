import MediaModel
import Testing

@Suite("Media types, RFC 6838 §4.2 and RFC 9110 §12.5.1") struct ContentTypeTests {
  @Test(arguments: [
    ("image/jpeg", "image/jpeg"), ("IMAGE/JPEG", "image/jpeg"),
    ("text/html;charset=utf-8", "text/html"), (" text/plain ; format=flowed", "text/plain"),
    ("image/svg+xml", "image/svg+xml"), ("application/vnd.a-b.c_d", "application/vnd.a-b.c_d"),
    ("image/*", "image/*"), ("*/*", "*/*"), ("x/!", nil), ("x/a!#$&-^_.+", "x/a!#$&-^_.+"),
    ("", nil), ("image", nil), ("image/", nil), ("/jpeg", nil), ("*/jpeg", nil), ("*", nil),
    ("image/a/b", nil), ("image/a b", nil), ("image/jp%g", nil), ("image/+xml", nil),
    ("bïld/jpeg", nil), (";image/jpeg", nil), ("image/jpeg\0", nil),
  ])
  func `are read`(text: String, expected: String?) {
    #expect(ContentType(text)?.rawValue == expected)
  }

  @Test func `have names of at most 127 characters`() {
    let name = String(repeating: "a", count: 127)
    #expect(ContentType("\(name)/\(name)") != nil)
    #expect(ContentType("\(name)a/b") == nil && ContentType("b/\(name)a") == nil)
  }

  @Test(arguments: [
    ("image/heic", "image/heic", true), ("image/heic", "image/*", true),
    ("image/heic", "*/*", true), ("image/heic", "image/heif", false),
    ("image/heic", "video/*", false), ("image/*", "image/heic", false),
    ("image/*", "image/*", true), ("image/*", "*/*", true), ("*/*", "image/*", false),
    ("imagex/heic", "image/*", false), ("application/octet-stream", "*/*", true),
  ])
  func `conform to themselves and to their ranges`(type: String, other: String, expected: Bool)
    throws
  {
    #expect(
      try #require(ContentType(type)).conforms(to: try #require(ContentType(other))) == expected)
  }

  @Test func `of all formats are well formed`() {
    for format in MediaFormat.allCases {
      #expect(ContentType(format.mime) == ContentType(format))
    }
    for format in ThumbnailSpecification.Format.allCases {
      #expect(ContentType(format.mime) == ContentType(format))
    }
  }
}
