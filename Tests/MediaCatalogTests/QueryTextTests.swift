import MediaCatalog
import MediaModel
import Testing

@Suite("Query language") struct QueryTextTests {
  private static let now = WallTime(year: 2024, month: 3, day: 10, hour: 15)!

  private func parsed(_ text: String) throws -> MediaFilter {
    try MediaFilter(parsing: text, clock: PersonClock(now: Self.now))
  }

  @Test func `what is printed reads back as the same filter`() throws {
    var filters = RandomFilters(seed: 1)
    for depth in 0..<2_000 {
      let filter = filters.filter(depth: depth % 9)
      let text = filter.queryText
      #expect(try parsed(text) == filter.normalized, "\(text)")
      #expect(filter.normalized.normalized == filter.normalized)
      #expect(filter.normalized.queryText == text)
    }
  }

  @Test func `every predicate prints what reads back`() throws {
    var filters = RandomFilters(seed: 2)
    for _ in 0..<5_000 {
      let filter = MediaFilter.matches(filters.predicate())
      #expect(try parsed(filter.queryText) == filter.normalized, "\(filter.queryText)")
    }
  }

  @Test func `trees of 64 levels are read, of 65 refused`() throws {
    let deep = RandomFiltersDepth.nested(64)
    #expect(deep.depth == 64)
    #expect(try parsed(deep.queryText) == deep)
    for text in [
      String(repeating: "(", count: 65) + "x" + String(repeating: ")", count: 65),
      RandomFiltersDepth.nested(65).queryText, String(repeating: "-", count: 65) + "x",
    ] {
      let error = #expect(throws: QueryError.self) { try parsed(text) }
      #expect(error?.reason == "nested deeper than 64")
    }
  }

  @Test(arguments: [
    ("type:video", MediaFilter.videos),
    ("", .everything), ("()", .everything), ("-()", .nothing),
    ("a b", .all([.matches(.word("a")), .matches(.word("b"))])),
    ("a AND b", .all([.matches(.word("a")), .matches(.word("b"))])),
    (
      "a OR b c", .any([.matches(.word("a")), .all([.matches(.word("b")), .matches(.word("c"))])])
    ),
    ("-a", .not(.matches(.word("a")))), ("NOT a", .not(.matches(.word("a")))),
    ("--a", .matches(.word("a"))), ("(((a)))", .matches(.word("a"))),
    ("a (b c)", .all([.matches(.word("a")), .matches(.word("b")), .matches(.word("c"))])),
    ("\"first day\"", .matches(.phrase("first day"))),
    ("\\OR", .matches(.word("OR"))), ("a\\ b", .matches(.word("a b"))),
    ("type\\:video", .matches(.word("type:video"))), ("12:30", .matches(.word("12:30"))),
    ("undated", .matches(.mark(.undated))), ("\"undated\"", .matches(.phrase("undated"))),
    ("TYPE:Image", .images), ("is:LivePhoto", .livePhotos), ("is:slomo", .slomoVideos),
    ("camera:\"FUJIFILM X100V\"", .matches(.text(.camera, "FUJIFILM X100V"))),
    ("iso:>=1600", .matches(.number(.iso, .atLeast(1_600)))),
    ("f:<2.8", .matches(.number(.fNumber, .below(2.8)))),
    ("f:f/2.8", .matches(.number(.fNumber, .equal(2.8)))),
    ("focal:24..70", .matches(.number(.focalLength, .within(24, 70)))),
    ("focal:..35mm", .matches(.number(.focalLength, .atMost(35)))),
    ("exposure:>1", .matches(.number(.exposureTime, .above(1)))),
    ("exposure:1/250", .matches(.number(.exposureTime, .equal(1.0 / 250)))),
    ("rating:-1", .matches(.number(.rating, .equal(-1)))),
    ("size:>20MB", .matches(.number(.size, .above(20_000_000)))),
    ("size:10kB..2GiB", .matches(.number(.size, .within(10_000, 2_147_483_648)))),
    ("duration:10s..2m", .matches(.number(.duration, .within(10, 120)))),
    ("duration:>1h30m", .matches(.number(.duration, .above(5_400)))),
    ("duration:1:02:03", .matches(.number(.duration, .equal(3_723)))),
    ("aspect:16:9", .matches(.aspect(width: 16, height: 9))),
    ("aspect:1.5", .matches(.aspect(width: 1.5, height: 1))),
    (
      "near:48.137,11.575,5km",
      .matches(.within(.circle(latitude: 48.137, longitude: 11.575, radius: 5_000)))
    ),
    (
      "near:-33.8,151.2,500m",
      .matches(.within(.circle(latitude: -33.8, longitude: 151.2, radius: 500)))
    ),
    ("bbox:47,10,49,12", .matches(.within(.box(south: 47, west: 10, north: 49, east: 12)))),
    ("has:location", .matches(.has(.location))),
  ])
  func `reads`(text: String, expected: MediaFilter) throws {
    #expect(try parsed(text) == expected)
  }

  @Test(arguments: [
    ("2023", "2023-01-01", "2024-01-01"), ("2023-12", "2023-12-01", "2024-01-01"),
    ("2024-02-29", "2024-02-29", "2024-03-01"), ("2023-05..2023-08", "2023-05-01", "2023-09-01"),
    ("2023-05-01..<2023-05-03", "2023-05-01", "2023-05-03"),
    (">2024-01-01", "2024-01-02", nil), (">=2024-01-01", "2024-01-01", nil),
    ("<2020", nil, "2020-01-01"), ("<=2020", nil, "2021-01-01"), ("..2020", nil, "2021-01-01"),
    ("today", "2024-03-10", "2024-03-11"), ("yesterday", "2024-03-09", "2024-03-10"),
    ("last-30-days", "2024-02-10", "2024-03-11"), ("last-1-year", "2023-03-12", "2024-03-11"),
    ("..", nil, nil), ("2023-05-01T12:34", "2023-05-01T12:34:00", "2023-05-01T12:35:00"),
    ("2023-05-01T12:34:56.5", "2023-05-01T12:34:56.5", "2023-05-01T12:34:56.6"),
  ])
  func `covers the time`(text: String, from: String?, before: String?) throws {
    guard case .matches(.taken(let range)) = try parsed("taken:\(text)") else {
      Issue.record("no range")
      return
    }
    func full(_ text: String?) -> String? { text.map { $0.contains("T") ? $0 : "\($0)T00:00:00" } }
    #expect(range.lowerBound?.description == full(from))
    #expect(range.upperBound?.description == full(before))
  }

  @Test func `a day of the person's clock is a range of UTC`() throws {
    let offset = try #require(UTCOffset(seconds: 7_200))
    let filter = try MediaFilter(
      parsing: "added:today", clock: PersonClock(now: Self.now, offset: offset))
    #expect(filter.queryText == "added:2024-03-09T22:00:00Z..<2024-03-10T22:00:00Z")
    #expect(
      try MediaFilter(parsing: filter.queryText, clock: PersonClock(now: Self.now, offset: offset))
        == filter)
  }

  @Test(arguments: [
    ("tpye:video", 0, "there is no field “tpye”", "did you mean type:?"),
    ("a type:vidoe", 7, "“vidoe” is no value of type:", "did you mean type:video?"),
    ("is:favourite", 3, "“favourite” is no value of is:", "did you mean is:favorite?"),
    ("iso:fast", 4, "“fast” is no value of iso:", "for example iso:>=1600"),
    ("iso:100.5", 4, "“100.5” is no value of iso:", "for example iso:>=1600"),
    ("iso:800..100", 4, "“800..100” holds nothing: turn it around", "for example iso:>=1600"),
    (
      "size:20XB", 5, "“20XB” is no value of size:",
      "for example size:>20MB size:500kB..2GiB"
    ),
    ("near:91,0,5km", 5, "latitudes go from -90 to 90", "for example near:48.137,11.575,5km"),
    (
      "bbox:1,2,3", 5, "“1,2,3” is no south, west, north and east",
      "for example bbox:47,10,49,12 (south,west,north,east)"
    ),
    (
      "taken:2023-02-30", 6, "“2023-02-30” is no time",
      "for example taken:2023-05 taken:2023-05..2023-08 taken:>2024-01-01 taken:last-30-days"
    ),
    ("camera:", 7, "“camera:” needs a value", "for example camera:\"FUJIFILM X100V\""),
    ("(a", 0, "this parenthesis is not closed", nil),
    ("a)", 1, "this parenthesis closes nothing", nil),
    ("a OR", 2, "OR needs something on both sides", nil),
    ("OR a", 0, "OR needs something on both sides", nil),
    ("a NOT", 2, "nothing follows to be excluded", nil),
    (
      "\"a", 0, "this quotation mark is not closed",
      "close it with \", or write \\\" inside quotes for the mark itself"
    ),
  ])
  func `points at the place`(text: String, position: Int, reason: String, hint: String?) throws {
    let error = #expect(throws: QueryError.self) { try parsed(text) }
    #expect(error?.position == position)
    #expect(error?.reason == reason)
    #expect(error?.hint == hint)
  }

  @Test func `an unknown word is answered with all that is allowed`() throws {
    let error = #expect(throws: QueryError.self) { try parsed("zzzzzz:1") }
    #expect(error?.hint?.contains("type: is: has: taken:") == true)
    let mark = #expect(throws: QueryError.self) { try parsed("is:zzzzzz") }
    #expect(mark?.hint?.contains("is:livephoto is:screenshot") == true)
  }

  @Test func `any text is read or refused, and never traps`() {
    var filters = RandomFilters(seed: 3)
    let pieces = [
      "type:", "is:", "(", ")", "-", "OR", "\"", "\\", " ", ":", "..", ">", "<=", "1", "taken:",
      "size:", "MB", "near:", ",", "x", "é", "NOT ", "2023", "T", "Z", "added:",
      "9999999999999999999",
      "e9", "duration:", "aspect:", "/", "exposure:",
    ]
    for _ in 0..<20_000 {
      let text = (0..<filters.pick([1, 3, 6, 12])).map { _ in filters.pick(pieces) }.joined()
      _ = try? parsed(text)
    }
  }
}

/// Trees whose every level alternates, so that nothing can be joined.
enum RandomFiltersDepth {
  static func nested(_ depth: Int) -> MediaFilter {
    var tree = MediaFilter.matches(.word("x"))
    for level in 0..<depth {
      tree =
        level % 2 == 0 ? .all([tree, .matches(.word("a"))]) : .any([tree, .matches(.word("b"))])
    }
    return tree
  }
}
