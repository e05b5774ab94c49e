import CommandOutput
import Testing

@Suite("Figures for people") struct HumanTextTests {
  @Test(arguments: [
    (Int64(0), "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (1_449_999, "1.4 MB"),
    (1_450_000, "1.5 MB"),
    (14_200_000, "14.2 MB"), (99_949_999, "99.9 MB"), (99_950_000, "100 MB"),
    (142_300_000, "142 MB"),
    (999_499_999, "999 MB"), (999_500_000, "1.0 GB"), (.max, "9.2 EB"), (-1_500, "-1.5 kB"),
    (.min, "-9.2 EB"),
  ])
  func `write the byte count`(count: Int64, expected: String) {
    #expect(HumanText.byteCount(count) == expected)
  }

  @Test(arguments: [
    (Int64(0), "0"), (999, "999"), (1_000, "1\u{202F}000"),
    (12_345_678, "12\u{202F}345\u{202F}678"),
    (-1_234, "-1\u{202F}234"),
    (.min, "-9\u{202F}223\u{202F}372\u{202F}036\u{202F}854\u{202F}775\u{202F}808"),
  ])
  func `write the count`(value: Int64, expected: String) {
    #expect(HumanText.count(value) == expected)
  }

  /// Row M-05 of the behaviours: the published expectations, then the edges.
  @Test(arguments: [
    (524.0, "8m 44s"), (13_469, "3h 44m"), (13_470, "3h 45m"), (0, "0s"), (0.4, "0s"), (0.5, "1s"),
    (59.4, "59s"), (59.5, "1m"), (60, "1m"), (61, "1m 1s"), (3_599.4, "59m 59s"), (3_599.5, "1h"),
    (3_600, "1h"), (3_629, "1h"), (3_630, "1h 1m"), (7_199.9, "2h"), (90_000, "25h"),
    (90_060, "25h 1m"), (-524, "-8m 44s"), (-0.4, "0s"),
  ])
  func `write the duration`(seconds: Double, expected: String) {
    #expect(HumanText.duration(.seconds(seconds)) == expected)
    #expect(HumanText.duration(seconds: seconds) == expected)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func `write no duration for`(seconds: Double) {
    #expect(HumanText.duration(seconds: seconds) == nil)
  }

  @Test(arguments: [
    (0.0, "0:00"), (7, "0:07"), (59.5, "1:00"), (524, "8:44"), (3_599.4, "59:59"),
    (13_469, "3:44:29"),
    (360_000, "100:00:00"), (-7, "-0:07"), (-0.2, "0:00"),
  ])
  func `write the clock`(seconds: Double, expected: String) {
    #expect(HumanText.clock(.seconds(seconds)) == expected)
  }
}
