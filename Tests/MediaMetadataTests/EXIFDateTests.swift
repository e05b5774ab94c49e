import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

@Suite("Dates in EXIF, traps T1 to T12") struct EXIFDateTests {
  @Test(
    arguments: [
      "0000:00:00 00:00:00", "    :  :     :  :  ", "                   ", "", "-1",
      "0000-00-00T00:00:00Z",
    ])
  func `T1 takes unknown forms as no value and goes on`(text: String) {
    let metadata = exif {
      $0.text(0x9003, text, to: .exif)
      $0.text(0x9004, "2023:05:01 12:34:56", to: .exif)
    }
    #expect(metadata.captureTimes.map(\.source) == [.exifDigitized])
  }

  @Test(arguments: ["1970:01:01 00:00:00", "1980:01:01 00:00:00", "2000:01:01 00:00:00"])
  func `T2 keeps what a camera shows after a battery change`(text: String) {
    #expect(exif { $0.text(0x9003, text, to: .exif) }.captureTimes.count == 1)
  }

  @Test(
    arguments: [
      ("+08:00", 28_800), ("+0800", 28_800), ("+08", 28_800), ("Z", 0), ("UTC+8", 28_800),
      ("\u{2212}05:00", -18_000), ("   :  ", nil), ("      ", nil), ("+05:30", 19_800),
      ("+05:45", 20_700), ("-03:30", -12_600), ("+14:00", 50_400), ("-05:30", -19_800),
      ("+99:99", nil), ("junk", nil),
    ] as [(String, Int?)])
  func `T5 and T6 read every spelling, and no offset costs the date`(
    text: String, seconds: Int?
  ) {
    let time = exif {
      $0.text(0x9003, "2023:05:01 12:34:56", to: .exif)
      $0.text(0x9011, text, to: .exif)
    }.time(.exifOriginal)
    #expect(time?.wallTime.description == "2023-05-01T12:34:56")
    #expect(time?.offset?.seconds == seconds)
  }

  @Test func `R20 and T5 do not give the change's offset to the capture`() {
    let metadata = exif {
      $0.text(0x0132, "2024:01:01 00:00:00", to: .ifd0)
      $0.text(0x9003, "2023:05:01 12:34:56", to: .exif)
      $0.text(0x9010, "+02:00", to: .exif)
    }
    #expect(metadata.time(.exifOriginal)?.offset == nil)
    #expect(metadata.time(.exifDateTime)?.offset?.seconds == 7_200)
  }

  @Test func `R20 lends the offset between equal dates, for they are one moment`() {
    let metadata = exif {
      $0.text(0x0132, "2023:05:01 12:34:56", to: .ifd0)
      $0.text(0x9003, "2023:05:01 12:34:56", to: .exif)
      $0.text(0x9010, "+02:00", to: .exif)
    }
    #expect(metadata.time(.exifOriginal)?.offset?.seconds == 7_200)
  }

  @Test(
    arguments: [
      ("7", ".7"), ("006", ".006"), ("78  ", ".78"), ("123456789", ".123456789"),
      ("1234567891234", ".123456789"), ("   ", ""), ("", ""), ("ab", ""),
    ])
  func `T8 reads fractions of any length from the left`(text: String, fraction: String) {
    let time = exif {
      $0.text(0x9003, "2023:05:01 12:34:56", to: .exif)
      $0.text(0x9291, text, to: .exif)
    }.time(.exifOriginal)
    #expect(time?.wallTime.description == "2023-05-01T12:34:56\(fraction)")
  }

  @Test(
    arguments: [
      ("2011-07-19 11.36.39", "2011-07-19T11:36:39", .second),
      ("2014/08/25", "2014-08-25T00:00:00", .day),
      ("2023:10:01 12:34", "2023-10-01T12:34:00", .minute),
      ("2023-05-01T12:34:56.5", "2023-05-01T12:34:56.5", .subsecond),
      ("20230501", "2023-05-01T00:00:00", .day),
      ("20230501T123456", "2023-05-01T12:34:56", .second),
      ("2023:05:01 01:02:03 PM", "2023-05-01T13:02:03", .second),
      ("2023/05/01 下午 01:02:03", "2023-05-01T13:02:03", .second),
      ("2023/05/01 上午12:02:03", "2023-05-01T00:02:03", .second),
      ("Tue 17 Jun 2025", "2025-06-17T00:00:00", .day),
      ("Tue, 17 Jun 2025 10:11:12", "2025-06-17T10:11:12", .second),
      ("Tue Jun 17 10:11:12 2025", "2025-06-17T10:11:12", .second),
      ("1904:05:01 00:00:00", "1904-05-01T00:00:00", .second),
      ("1974:05:  ", "1974-05-01T00:00:00", .month),
      ("1974", "1974-01-01T00:00:00", .year),
    ] as [(String, String, TimePrecision)])
  func `T9 reads what can mean only one thing`(
    text: String, expected: String, precision: TimePrecision
  ) {
    let time = exif { $0.text(0x9003, text, to: .exif) }.time(.exifOriginal)
    #expect(time?.wallTime.description == expected)
    #expect(time?.precision == precision)
  }

  @Test(
    arguments: [
      "2023:10:01 24:00:00", "2023:10:01 12:60:00", "2023:02:30 00:00:00", "2023:13:01 00:00:00",
      "23:10:01 12:00:00", "-6149-04-04 00:00:00", "12345:01:01 00:00:00", "junk",
      "1800:01:01 00:00:00", "2023:10:01 13:00:00 PM", "01/02/2023",
    ])
  func `R11, R12 and T9 refuse the impossible, name it, and keep the rest`(text: String) {
    let metadata = exif {
      $0.text(0x9003, text, to: .exif)
      $0.text(0x010F, "Maker", to: .ifd0)
    }
    #expect(metadata.captureTimes.isEmpty)
    #expect(metadata.camera.make == "Maker")
    #expect(metadata.warnings.map(\.tag) == ["exif:DateTimeOriginal"])
  }

  @Test func `T11 hands over original, digitised and changed apart`() {
    let metadata = exif {
      $0.text(0x0132, "2024:01:01 00:00:00", to: .ifd0)
      $0.text(0x9003, "1965:05:01 12:00:00", to: .exif)
      $0.text(0x9004, "2010:01:01 00:00:00", to: .exif)
    }
    #expect(metadata.captureTimes.map(\.source) == [.exifOriginal, .exifDigitized, .exifDateTime])
    #expect(metadata.time(.exifOriginal)?.wallTime.description == "1965-05-01T12:00:00")
  }

  @Test func `T12 never reads the thumbnail's directory`() {
    let metadata = exif {
      $0.text(0x010F, "Maker", to: .ifd0)
      $0.text(0x0132, "1999:01:01 00:00:00", to: .ifd1)
    }
    #expect(metadata.captureTimes.isEmpty)
  }

  @Test func `T12 takes a tag in the wrong directory only as a fallback`() {
    let misplaced = exif {
      $0.text(0x9003, "2001:01:01 00:00:00", to: .ifd0)
      $0.text(0x010F, "Wrong place", to: .exif)
    }
    #expect(misplaced.time(.exifOriginal)?.wallTime.description == "2001-01-01T00:00:00")
    #expect(misplaced.camera.make == "Wrong place")
    let both = exif {
      $0.text(0x9003, "2001:01:01 00:00:00", to: .ifd0)
      $0.text(0x9003, "2002:02:02 00:00:00", to: .exif)
    }
    #expect(both.time(.exifOriginal)?.wallTime.description == "2002-02-02T00:00:00")
  }

  @Test func `T12 takes the first of two blocks and fills gaps from the second`() throws {
    var first = TIFFBuilder()
    first.text(0x010F, "First", to: .ifd0)
    var second = TIFFBuilder(bigEndian: true)
    second.text(0x010F, "Second", to: .ifd0)
    second.text(0x0110, "Model", to: .ifd0)
    var jpeg = JPEGBuilder()
    jpeg.exif(first.build())
    jpeg.exif(second.build())
    jpeg.frame(width: 2, height: 1)
    let read = try metadata(of: jpeg.build())
    #expect(read.camera.make == "First")
    #expect(read.camera.model == "Model")
  }
}
