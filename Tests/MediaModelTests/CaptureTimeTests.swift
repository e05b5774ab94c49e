import MediaModel
import Testing

@Suite("Dates in names") struct NameDateTests {
  @Test(
    arguments: [
      // R15 and the names of common phones, messengers and screenshot tools.
      ("2011-07-19 11.36.39.jpg", "2011-07-19T11:36:39", TimePrecision.second),
      ("IMG-20161224-WA0014.jpg", "2016-12-24T00:00:00", .day),
      ("signal-2018-08-21-100217.jpg", "2018-08-21T10:02:17", .second),
      ("Screenshot_20190201-212530_x.png", "2019-02-01T21:25:30", .second),
      ("IMG_20230101_A.jpg", "2023-01-01T00:00:00", .day),
      ("PXL_20230101_123456789.MP.jpg", "2023-01-01T12:34:56.789", .subsecond),
      ("20230101123456.mp4", "2023-01-01T12:34:56", .second),
      ("Screenshot 2024-03-05 at 1.02.03 PM.png", "2024-03-05T13:02:03", .second),
      ("2020-01-30_09-57-18.jpg", "2020-01-30T09:57:18", .second),
      ("WhatsApp Image 2021-02-03 at 14.05.06.jpeg", "2021-02-03T14:05:06", .second),
    ] as [(FilePath, String, TimePrecision)])
  func `are read`(name: FilePath, time: String, precision: TimePrecision) throws {
    let found = try #require(NameDate.candidate(inName: name))
    #expect(found.wallTime.description == time)
    #expect(found.precision == precision)
    #expect(found.offset == (name.bytes.starts(with: "PXL".utf8) ? .utc : nil))
  }

  @Test(
    arguments: [
      "1708423791909.jpg", "DSC_0001.jpg", "IMG_99999999.jpg", "20231301.jpg", "2023-02-30.jpg",
      "123456789.jpg", "00001-20.jpg", "IMG_1234_5678.jpg",
    ] as [FilePath])
  func `are not invented`(name: FilePath) {
    #expect(NameDate.candidate(inName: name) == nil)
  }

  @Test(
    arguments: [
      ("2020/01/03", "2020-01-03T00:00:00", TimePrecision.day),
      ("Photos/2020/2020-01", "2020-01-01T00:00:00", .month),
      ("2019-05-04 Trip", "2019-05-04T00:00:00", .day), ("1998", "1998-01-01T00:00:00", .year),
      ("2020/13", "2020-01-01T00:00:00", .year),
    ] as [(FilePath, String, TimePrecision)])
  func `of folders are read from the deepest`(
    folder: FilePath, time: String, precision: TimePrecision
  ) throws {
    let found = try #require(NameDate.candidate(inFolder: folder))
    #expect(found.wallTime.description == time && found.precision == precision)
  }

  @Test func `are not taken from folders without any`() {
    for folder in ["", "100CANON", "12/34", "a/2020x/b"] as [FilePath] {
      #expect(NameDate.candidate(inFolder: folder) == nil)
    }
  }
}

@Suite("Capture time, the order of sources") struct CaptureTimeResolverTests {
  let resolver = CaptureTimeResolver(now: time("2026-01-01"))
  let modified = time("2025-06-07").nanoseconds

  @Test func `is the order of the documentation, whatever order they are found in`() {
    let order: [CaptureTimeSource] = [
      .user, .xmpSidecar, .exifOriginal, .quickTimeCreationDate, .xmp, .iptc, .exifDigitized,
      .xmpCreateDate, .takeout, .container, .exifDateTime, .gps,
    ]
    for (index, source) in order.enumerated() {
      let rest = order[index...].enumerated().map { offset, source in
        CaptureTimeCandidate(source: source, wallTime: time("2001-01-\(10 + offset)"))
      }
      let chosen = resolve(rest.reversed())
      #expect(chosen.chosen.source == source)
      #expect(
        chosen.runnerUp?.source == (index + 1 < order.count ? order[index + 1] : .modificationTime))
    }
  }

  @Test func `gives a day the time of a finer date that agrees with it`() {
    func candidate(_ source: CaptureTimeSource, _ day: String, _ precision: TimePrecision)
      -> CaptureTimeCandidate
    {
      var wallTime = time(day)
      if precision == .second { wallTime.nanoseconds += 3_600_000_000_000 }
      return CaptureTimeCandidate(source: source, wallTime: wallTime, precision: precision)
    }
    let day = candidate(.xmp, "2006-10-29", .day)
    #expect(resolve([day, candidate(.iptc, "2006-10-29", .second)]).chosen.source == .iptc)
    #expect(resolve([day, candidate(.iptc, "2006-10-29", .second)]).runnerUp == day)
    #expect(resolve([day, candidate(.iptc, "2006-10-30", .second)]).chosen == day)
    #expect(resolve([day, candidate(.exifDateTime, "2006-10-29", .second)]).chosen == day)
    let year = candidate(.xmp, "2006-01-02", .year)
    #expect(resolve([year, candidate(.iptc, "2006-10-29", .second)]).chosen.source == .iptc)
    let mine = candidate(.user, "2006-10-29", .day)
    #expect(resolve([mine, candidate(.iptc, "2006-10-29", .second)]).chosen == mine)
  }

  @Test func `takes a clock before a year of the same rank`() {
    let year = CaptureTimeCandidate(
      source: .container, wallTime: time("2010-01-02"), precision: .year)
    let clock = CaptureTimeCandidate(source: .container, wallTime: time("2005-08-11"))
    #expect(resolve([year, clock]).chosen == clock)
  }

  @Test func `puts an exact name before an edit time and a day after it (R17, R18)`() {
    let edited = CaptureTimeCandidate(source: .exifDateTime, wallTime: time("2020-02-02"))
    #expect(resolve([edited], name: "IMG_20190101_101010.jpg").chosen.source == .name)
    #expect(resolve([edited], name: "IMG-20190101-WA0001.jpg").chosen.source == .exifDateTime)
    #expect(resolve([], name: "IMG-20190101-WA0001.jpg").chosen.source == .name)
    #expect(resolve([], name: "IMG-20250607-WA0001.jpg").chosen.source == .modificationTime)
    let takeout = CaptureTimeCandidate(source: .takeout, wallTime: time("2022-05-28"))
    #expect(resolve([takeout], name: "IMG-20220501-WA0004.jpg").chosen.source == .takeout)
  }

  @Test(arguments: ["1970-01-01", "1980-01-01", "2000-01-01", "1904-01-01", "2031-01-01"])
  func `distrusts clocks that were never set and the future (T2, T10, R21)`(text: String) {
    let original = CaptureTimeCandidate(source: .exifOriginal, wallTime: time(text))
    let alone = resolve([original])
    #expect(alone.chosen.source == .exifOriginal && alone.confidence == .low)
    #expect(resolve([original], name: "IMG_20190101_101010.jpg").chosen.source == .name)
  }

  @Test func `borrows an edit offset only when both times are equal (R20)`() {
    let original = CaptureTimeCandidate(source: .exifOriginal, wallTime: time("2020-02-02"))
    var edited = CaptureTimeCandidate(
      source: .exifDateTime, wallTime: time("2020-02-03"), offset: UTCOffset(seconds: 7_200))
    #expect(resolve([original, edited]).chosen.offset == nil)
    edited.wallTime = original.wallTime
    #expect(resolve([original, edited]).chosen.offset?.seconds == 7_200)
  }

  @Test func `keeps dates before 1970 (R14) and drops years before photography (R12)`() {
    let old = CaptureTimeCandidate(source: .exifOriginal, wallTime: time("1904-05-01"))
    #expect(resolve([old]).chosen == old)
    let absurd = CaptureTimeCandidate(source: .exifOriginal, wallTime: time("1700-05-01"))
    #expect(resolve([absurd]).chosen.source == .modificationTime)
  }

  @Test func `takes a folder's date unless the file time is finer`() {
    #expect(resolve([], folder: "2019/07").chosen.source == .folder)
    #expect(resolve([], folder: "2025/06").chosen.source == .modificationTime)
  }

  private func resolve(
    _ candidates: [CaptureTimeCandidate], folder: FilePath = "", name: FilePath = "a.jpg"
  ) -> CaptureTime {
    resolver.resolve(candidates, folder: folder, name: name, modificationTime: modified)
  }
}

/// Midnight of a day written `2020-01-31`.
private func time(_ text: String) -> WallTime {
  let parts = text.split(separator: "-").compactMap { Int($0) }
  return WallTime(year: parts[0], month: parts[1], day: parts[2])!
}
