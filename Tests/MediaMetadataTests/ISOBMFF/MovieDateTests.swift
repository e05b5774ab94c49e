import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

/// 2021-03-04T05:06:07Z since 1904 and since 1970, by date(1).
private let since1904: UInt64 = 3_697_679_167
private let since1970: UInt64 = 1_614_834_367
private let spring = "2021-03-04T05:06:07"

@Suite("Dates of movies") struct MovieDateTests {
  @Test func `R01: a zero elsewhere does not cost the creation time`() throws {
    var movie = MovieFixture()
    movie.created = since1904
    #expect(try readMovie(movie).dates(.container) == [spring + "+00:00"])
  }

  @Test(arguments: [
    (since1904, UInt64(0), UInt64(0)), (0, since1904, 0), (0, 0, since1904),
    (1, since1904, 0), (0, 1, since1904), (.max >> 32, 0, since1904),
  ])
  func `R02: takes the first plausible of mvhd, mdhd and tkhd`(
    movieTime: UInt64, mediaTime: UInt64, trackTime: UInt64
  ) throws {
    var movie = MovieFixture()
    movie.created = movieTime
    movie.tracks[1].mediaCreated = mediaTime
    movie.tracks[1].created = trackTime
    #expect(try readMovie(movie).dates(.container) == [spring + "+00:00"])
  }

  @Test func `reads the 64-bit times of version 1`() throws {
    var movie = MovieFixture()
    movie.version = 1
    movie.created = since1904
    movie.duration = 3_000
    #expect(try readMovie(movie).dates(.container) == [spring + "+00:00"])
    #expect(try readMovie(movie).duration == .seconds(3))
  }

  @Test func `takes a time that can only count from 1970 so`() throws {
    var movie = MovieFixture()
    movie.created = since1970
    #expect(try readMovie(movie).dates(.container) == [spring + "+00:00"])
  }

  @Test(
    arguments: [
      0, 1, 43_200, 2_082_844_800, 2_082_844_801, 2_082_844_800 + 3_600, 4_294_967_295,
      UInt64(2_082_844_800 + movieTestNow + 172_800), .max, .max / 2,
    ] as [UInt64])
  func `never makes a date of zero, of an epoch or of the future`(time: UInt64) throws {
    var movie = MovieFixture()
    movie.version = 1
    movie.created = time
    movie.tracks[0].version = 1
    movie.tracks[0].mediaCreated = time
    #expect(try readMovie(movie).captureTimes == [])
  }

  @Test(arguments: ["2024", "2024-05", "2024-05-01"])
  func `the clock goes before a tag that names only a day or a year`(day: String) throws {
    var movie = MovieFixture()
    movie.created = since1904
    movie.extra = BoxBuilder.box("udta", MovieFixture.userText("©day", day))
    let dates = try readMovie(movie).dates(.container)
    #expect(dates.first == spring + "+00:00")
    #expect(dates.count == 2)
  }

  @Test(arguments: ["NIKON", "Nikon", "NIKON CORPORATION", "GoPro"])
  func `R04: the clock of makers without zones is local time`(make: String) throws {
    var movie = MovieFixture()
    movie.created = since1904
    movie.extra = MovieFixture.keys([("com.apple.quicktime.make", make)])
    #expect(try readMovie(movie).dates(.container) == [spring])
    movie.extra = BoxBuilder.box("udta", MovieFixture.userText("©mak", make))
    #expect(try readMovie(movie).dates(.container) == [spring])
  }

  @Test func `R05: the creation date with its offset stands beside the UTC clock`() throws {
    var movie = MovieFixture()
    movie.created = since1904
    movie.extra = MovieFixture.keys([
      ("com.apple.quicktime.creationdate", "2021-03-04T14:06:07+0900")
    ])
    let metadata = try readMovie(movie)
    #expect(metadata.dates(.quickTimeCreationDate) == ["2021-03-04T14:06:07+09:00"])
    #expect(metadata.dates(.container) == [spring + "+00:00"])
  }

  @Test(arguments: [
    ("2019-02-12T15:27:12+0800", "2019-02-12T15:27:12+08:00", TimePrecision.second),
    ("2019-02-12T15:27:12Z", "2019-02-12T15:27:12+00:00", .second),
    ("2019-02-12T15:27:12.25-03:30", "2019-02-12T15:27:12.25-03:30", .subsecond),
    ("2019:02:12 15:27:12-05:30", "2019-02-12T15:27:12-05:30", .second),
    ("2019-02-12T15:27:12+2500", "2019-02-12T15:27:12", .second),
    ("2019-02-12T15:27+01:00", "2019-02-12T15:27:00+01:00", .minute),
    ("2019-02-12", "2019-02-12T00:00:00", .day), ("2019-02", "2019-02-01T00:00:00", .month),
    ("2019", "2019-01-01T00:00:00", .year),
  ])
  func `reads dates as text with what was written`(
    text: String, expected: String, precision: TimePrecision
  ) throws {
    let date = try #require(MovieDate(text))
    #expect(date.wallTime.description + (date.offset?.description ?? "") == expected)
    #expect(date.precision == precision)
  }

  @Test(arguments: [
    "", "yesterday", "0000-00-00", "2019-02-30", "2019-13-01", "2019-02-12T24:00:00", "1704-01-01",
    "2019-02-12T15", "2019-02-12 noon", "20190212", "201",
  ])
  func `refuses text that is no date`(text: String) {
    #expect(MovieDate(text) == nil)
  }

  @Test func `a date of the future is dropped with a warning`() throws {
    var movie = MovieFixture()
    movie.extra = MovieFixture.keys([("com.apple.quicktime.creationdate", "2099-01-01T00:00:00Z")])
    let metadata = try readMovie(movie)
    #expect(metadata.captureTimes == [])
    #expect(metadata.warnings.map(\.tag) == ["quicktime:date"])
  }

  @Test func `user data's day counts as the moment only with clock and zone`() throws {
    var movie = MovieFixture()
    movie.extra = BoxBuilder.box("udta", MovieFixture.userText("©day", "2012-05-09T14:46:38-0400"))
    #expect(
      try readMovie(movie).dates(.quickTimeCreationDate) == ["2012-05-09T14:46:38-04:00"])
    movie.extra = BoxBuilder.box("udta", MovieFixture.userText("©day", "2012-05"))
    let metadata = try readMovie(movie)
    #expect(metadata.dates(.container) == ["2012-05-01T00:00:00"])
    #expect(metadata.captureTimes.map(\.precision) == [.month])
  }
}
