import MediaModel
import Testing

@Suite("Wall time") struct WallTimeTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00", 1970, 1, 1, Int64(0)),
    ("2000-02-29T00:00:00", 2000, 2, 29, 951_782_400),
    ("1904-01-01T00:00:00", 1904, 1, 1, -2_082_844_800),
    ("2038-01-19T00:00:00", 2038, 1, 19, 2_147_472_000),
  ])
  func `counts the seconds of a day as date(1) does`(
    text: String, year: Int, month: Int, day: Int, seconds: Int64
  ) throws {
    let time = try #require(WallTime(year: year, month: month, day: day))
    #expect(time.nanoseconds == seconds * 1_000_000_000)
    #expect(time.description == text)
    #expect(time.fields.day == day && time.fields.month == month && time.fields.year == year)
  }

  @Test(arguments: [
    (2023, 2, 29, 0, 0, 0), (2023, 13, 1, 0, 0, 0), (2023, 1, 1, 24, 0, 0),
    (2023, 1, 1, 0, 60, 0), (2023, 1, 0, 0, 0, 0), (0, 1, 1, 0, 0, 0),
  ])
  func `refuses a day or time that does not exist`(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int
  ) {
    #expect(
      WallTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        == nil)
  }

  @Test func `prints fractions without closing zeros, before 1970 too`() throws {
    let time = try #require(
      WallTime(
        year: 1969, month: 12, day: 31, hour: 23, minute: 59, second: 59, nanosecond: 250_000_000))
    #expect(time.nanoseconds == -750_000_000)
    #expect(time.description == "1969-12-31T23:59:59.25")
  }
}

@Suite("UTC offset, Exif 2.31 tag 0x9011 and what cameras write") struct UTCOffsetTests {
  @Test(arguments: [
    ("+02:00", 7_200), ("-03:30", -12_600), ("+0800", 28_800), ("+08", 28_800), ("Z", 0),
    ("UTC+8", 28_800), ("\u{2212}05:00", -18_000), ("+12:45", 45_900), ("-05:30", -19_800),
    ("+14:00", 50_400), (" +01:00\0", 3_600),
  ])
  func `reads`(text: String, seconds: Int) {
    #expect(UTCOffset(parsing: text)?.seconds == seconds)
  }

  @Test(arguments: ["", "   :  ", "+15:00", "+2:5", "02:00", "+aa:bb", "+01:60", "+1:2:3"])
  func `refuses`(text: String) {
    #expect(UTCOffset(parsing: text) == nil)
  }
}

@Suite("File path") struct FilePathTests {
  @Test(
    arguments: [
      ("a/PXL_1.MP.jpg", "jpg"), ("x.JPEG", "jpeg"), (".jpg", nil), ("a/.jpg", nil), ("noext", nil),
      ("dir.d/file", nil), ("x.", nil), ("x.hé", nil),
    ] as [(FilePath, String?)])
  func `takes the last suffix only`(path: FilePath, expected: String?) {
    #expect(path.fileExtension == expected)
  }

  @Test func `keeps bytes that are no text`() {
    let path = FilePath(bytes: [0x4E, 0x6F, 0xEB, 0x6C])
    #expect(path.string == nil)
    #expect(path.displayText == "No\u{FFFD}l")
    #expect(FilePath("/a").appending(path).bytes == [0x2F, 0x61, 0x2F, 0x4E, 0x6F, 0xEB, 0x6C])
  }

  @Test func `knows what lies inside by whole components`() {
    #expect(FilePath("/a/b").isInside("/a"))
    #expect(!FilePath("/ab").isInside("/a"))
    #expect(FilePath("/x").isInside("/"))
    #expect(FilePath("/x/y").parent == "/x" && FilePath("/x").parent == "/")
  }
}
