import MediaModel
import Testing

@testable import MediaCatalog

@Suite("Dates and shifts as people type them") struct EditTextTests {
  /// Seconds by date(1): `date -u -d '2023-05-01 12:34:56' +%s`.
  @Test(arguments: [
    ("2023-05-01T12:34:56+02:00", 1_682_944_496, 0, Int?.some(7_200), TimePrecision.second),
    ("2023-05-01 12:34:56Z", 1_682_944_496, 0, 0, .second),
    ("2023:05:01 12:34:56", 1_682_944_496, 0, nil, .second),
    ("2023-05-01T12:34:56.7", 1_682_944_496, 700_000_000, nil, .subsecond),
    ("2023-05-01T12:34:56.000000001 -0330", 1_682_944_496, 1, -12_600, .subsecond),
    ("2023/05/01 12:34", 1_682_944_440, 0, nil, .minute),
    ("2023-05-01", 1_682_899_200, 0, nil, .day), ("2023-05", 1_682_899_200, 0, nil, .month),
    ("2024-02-29", 1_709_164_800, 0, nil, .day), ("1974", 126_230_400, 0, nil, .year),
    ("1826", -4_544_208_000, 0, nil, .year), ("1969-12-31T23:59:59", -1, 0, nil, .second),
  ]) func `say as much as was known`(
    text: String, seconds: Int, nanosecond: Int, offset: Int?, precision: TimePrecision
  ) throws {
    let time = WallTime(nanoseconds: Int64(seconds) * 1_000_000_000 + Int64(nanosecond))
    let edit = try DateText.read(text)
    #expect(
      edit == .set(time, offset: offset.flatMap { UTCOffset(seconds: $0) }, precision: precision))
    try edit.check()
  }

  @Test(arguments: [
    ("", 0), ("23-05-01", 0), ("1677", 0), ("2262-01-01", 0), ("2023-13-01", 5), ("2023-5-01", 5),
    ("2023-02-29", 8), ("1900-02-29", 8), ("2023-04-31", 8), ("2023-05-01T24:00:00", 11),
    ("2023-05-01T12", 13), ("2023-05-01T12:60", 14), ("2023-05-01T12:34:60", 17),
    ("2023-05-01T12:34:56.", 20), ("2023-05-01T12:34:56.0123456789", 20),
    ("2023-05-01T12:34:56+15:00", 19), ("2023-05-01T12:34 PM", 16), ("2023-05-01+02:00", 10),
    ("2023-05-01x", 10), ("2023-05Z", 7), ("２０２３", 0), ("+2023", 0), ("yesterday", 0),
    ("20230501", 0),
  ]) func `that are none are answered with the place`(text: String, position: Int) {
    let error = #expect(throws: QueryError.self) { try DateText.read(text) }
    #expect(error?.position == position, "\(error?.description ?? "")")
    #expect(error?.query == text)
  }

  @Test(arguments: [
    ("+1h30m", 5_400), ("-1h30m", -5_400), ("1h", 3_600), ("\u{2212}2d", -172_800), ("45s", 45),
    ("+1d2h3m4s", 93_784), ("-0s", 0), ("100d", 8_640_000),
  ]) func `shifts are sums of units`(text: String, seconds: Int64) throws {
    #expect(try ShiftText.duration(text) == .seconds(seconds))
  }

  @Test(arguments: [
    ("", 0), ("+", 1), ("1", 1), ("h", 0), ("+1h30", 5), ("1m1h", 3), ("1h1h", 3), ("1y", 1),
    ("1h 30m", 2), ("1.5h", 1), ("--1h", 1), ("99999999999999999999s", 0), ("200000d", 0),
    ("115740d18399999999h", 7),
  ]) func `shifts that are none are answered with the place`(text: String, position: Int) {
    let error = #expect(throws: QueryError.self) { try ShiftText.duration(text) }
    #expect(error?.position == position, "\(error?.description ?? "")")
  }

  @Test(arguments: [
    (Duration.seconds(5_400), "+1h30m"), (.seconds(-90_061), "-1d1h1m1s"), (.zero, "+0s"),
    (.milliseconds(-1_500), "-1.5s"), (.milliseconds(60_001), "+1m0.001s"),
  ]) func `shifts are said as they are typed`(duration: Duration, text: String) {
    #expect(ShiftText.text(duration) == text)
  }
}
