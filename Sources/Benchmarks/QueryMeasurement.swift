internal import MediaCatalog
internal import MediaModel
internal import MediaPicker
internal import SQLiteDatabase
internal import TestSupport

/// Measures what a picker asks, through the library, with new values each time.
struct QueryMeasurement {
  private let catalog: Catalog
  private let vocabulary = Vocabulary()
  private var generator = SeededGenerator(seed: 7)
  private let only: String?
  private var samples: Int { only == nil ? 100 : 10_000 }

  static func run(on path: FilePath, only name: String?) async throws {
    let catalog = try Catalog.open(at: path, creating: false)
    var measurement = QueryMeasurement(catalog: catalog, only: name)
    print("query | items | min | median | p95 | max, us")
    try await measurement.measureAll()
    await catalog.close()
  }

  private init(catalog: Catalog, only: String?) {
    self.catalog = catalog
    self.only = only
  }

  private mutating func measureAll() async throws {
    try await measurePages()
    try await measure("timeline by month") { catalog, _ in try await catalog.timeline().count }
    try await measure("timeline of videos") { catalog, _ in
      try await catalog.timeline(matching: MediaQuery(filter: .videos)).count
    }
    try await measure("count of all") { catalog, _ in try await catalog.count() }
    try await measure("user and folder albums") { catalog, _ in try await catalog.albums().count }
  }

  private mutating func measurePages() async throws {
    try await page("newest page") { _ in .everything }
    try await measure("session and first page") { catalog, _ in
      try await PickerSession.open(catalog).page().cells.count
    }
    try await page("page at a date", isAtDate: true) { _ in .everything }
    try await page("videos at a date", isAtDate: true) { _ in .videos }
    try await measure("album page") { catalog, input in
      try await catalog.page(of: MediaQuery(album: input.album)).items.count
    }
    try await page("camera and year") { input in
      .all([.matches(.text(.camera, input.camera)), .matches(.taken(input.year))])
    }
    try await page("make and year") { input in
      .all([.matches(.text(.make, input.make)), .matches(.taken(input.year))])
    }
    try await page("box of 0.2 degrees") { .matches(.within($0.box)) }
    try await page("common word") { .matches(.word($0.commonWord)) }
    try await page("common whole word") { .matches(.phrase($0.commonWord)) }
    try await page("rare word") { .matches(.word($0.rareWord)) }
    try await page("three letters") { .matches(.word(String($0.commonWord.prefix(3)))) }
    try await page("two words") {
      .all([.matches(.word($0.commonWord)), .matches(.word($0.keyword))])
    }
    try await page("keyword") { .matches(.text(.keyword, $0.keyword)) }
    try await page("rating of 4 and 5") { _ in .matches(.number(.rating, .atLeast(4))) }
    for sort in [MediaSort.size, .name, .duration, .rating, .path, .added] {
      try await measure("by \(sort.rawValue)") { catalog, _ in
        try await catalog.page(of: MediaQuery(sort: sort)).items.count
      }
    }
  }

  private mutating func page(
    _ name: String, isAtDate: Bool = false, _ filter: @Sendable @escaping (Input) -> MediaFilter
  ) async throws {
    try await measure(name) { catalog, input in
      let query = MediaQuery(filter: filter(input))
      return try await catalog.page(of: query, isAtDate ? .at(input.time) : .start).items.count
    }
  }

  /// Random values of one run.
  struct Input: Sendable {
    var time: WallTime
    var year: WallTimeRange
    var album: Int64
    var camera: String
    var make: String
    var box: GeographicArea
    var commonWord: String
    var rareWord: String
    var keyword: String
  }

  private mutating func input() -> Input {
    let second = Vocabulary.start + Int64(generator.unit() * Double(Vocabulary.span))
    let camera = vocabulary.cameras[generator.skewed(64, power: 2)]
    let city = vocabulary.cities[generator.skewed(200, power: 2)]
    let (latitude, longitude) = (
      city.latitude + (generator.unit() - 0.5) * 0.2,
      city.longitude + (generator.unit() - 0.5) * 0.2
    )
    return Input(
      time: WallTime(nanoseconds: second * 1_000_000_000),
      year: WallTimeRange(year: 2005 + Int(generator.unit() * 20))
        ?? WallTimeRange(from: nil, before: nil),
      album: 1 + Int64(generator.skewed(2_000, power: 3)), camera: camera.model, make: camera.make,
      box: .box(
        south: latitude - 0.1, west: longitude - 0.1, north: latitude + 0.1, east: longitude + 0.1),
      commonWord: vocabulary.words[Int(generator.unit() * 30)],
      rareWord: vocabulary.words[2_000 + Int(generator.unit() * 3_000)],
      keyword: vocabulary.words[generator.skewed(500, power: 2) * 3])
  }

  private mutating func measure(
    _ name: String, _ body: @Sendable (Catalog, Input) async throws -> Int
  ) async throws {
    if let only, only != name { return }
    let clock = ContinuousClock()
    var times: [Double] = []
    var items = 0
    for sample in -3..<samples {
      let input = input()
      let start = clock.now
      let count = try await body(catalog, input)
      let time = start.duration(to: clock.now) / .microseconds(1)
      if sample < 0 { continue }
      items += count
      times.append(time)
    }
    times.sort()
    let figures = [0, samples / 2, samples * 95 / 100, samples - 1].map {
      String(Int(times[$0]))
    }
    print("\(name) | \(items / samples) | \(figures.joined(separator: " | "))")
  }
}
