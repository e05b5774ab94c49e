import MediaModel
import TestSupport

/// Makes filters from a seed; values come from small sets, so that rows match now and then.
struct RandomFilters {
  var generator: SeededGenerator
  /// Titles of albums that exist.
  var albums = ["Italy 2023", "Trip (2)"]

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// A tree with at most `depth` levels over its predicates.
  mutating func filter(depth: Int) -> MediaFilter {
    guard depth > 0 else { return .matches(predicate()) }
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: return .matches(predicate())
    case 1, 2: return .not(filter(depth: depth - 1))
    case 3, 4, 5: return .all(parts(depth: depth - 1))
    default: return .any(parts(depth: depth - 1))
    }
  }

  /// A tree with exactly one branch that is `depth` levels deep.
  mutating func spine(depth: Int) -> MediaFilter {
    var tree = MediaFilter.matches(predicate())
    for level in 0..<depth {
      let other = MediaFilter.matches(predicate())
      tree = [.all([tree, other]), .any([other, tree]), .not(tree)][level % 3]
    }
    return tree
  }

  private mutating func parts(depth: Int) -> [MediaFilter] {
    (0..<Int.random(in: 0...3, using: &generator)).map { _ in filter(depth: depth) }
  }

  mutating func predicate() -> MediaPredicate {
    switch Int.random(in: 0..<16, using: &generator) {
    case 0: .type(pick(MediaType.allCases))
    case 1: .mark(pick(MediaMark.allCases))
    case 2: .has(pick(MediaDetail.allCases))
    case 3: .taken(range())
    case 4: .added(range())
    case 5: .inFolder(pick(["2019/07", "2019", "/photos/2019", "a b", "/photos", "07/", "Ä"]))
    case 6: .inAlbum(pick(albums))
    case 7, 8: .text(pick(TextField.allCases), pick(Self.texts))
    case 9, 10: number()
    case 11: .aspect(width: pick([16, 4, 1, 1.5]), height: pick([9, 3, 1]))
    case 12: .orientation(pick(DisplayOrientation.allCases))
    case 13: .within(area())
    case 14: .word(pick(Self.words))
    default: .phrase(pick(Self.words + Self.texts))
    }
  }

  static let texts = [
    "apple", "FUJIFILM X100V", "35", "family", "FAMILY", "fam*", "first day", "IMG_*", "img_00?1*",
    "heic", ".JPG", "image/*", "image/jpeg", "hevc", "h*", "[a]", "a\"b\\c", "東京", "x*v", "OR",
    "Éte", "(x)", "-x", "harbour at dawn", "day", "JPG",
  ]

  static let words = [
    "beach", "bea", "img", "OR", "NOT", "undated", "-minus", "type:video", "a b", "東", "東京タ",
    "x100v", "ÉTÉ", "1234", "jpg", "2019", "\\", "\"", "()", "…", "apple", "京",
  ]

  private mutating func number() -> MediaPredicate {
    let field = pick(NumberField.allCases)
    let values: [Double] =
      switch field {
      case .iso: [100, 400, 1_600]
      case .fNumber: [1.8, 2.8, 5.6]
      case .focalLength: [24, 35, 70, 4.25]
      case .exposureTime: [1, 1.0 / 250, 0.5, 1.0 / 16_000]
      case .rating: [-1, 0, 3, 5]
      case .size: [0, 1_000, 20_000_000, 4_321]
      case .duration: [0, 10, 61.5, 3_600, 0.25]
      case .width, .height: [4_000, 3_000, 1]
      case .frameRate: [30, 29.97, 120]
      }
    let (first, second) = (pick(values), pick(values))
    return .number(
      field,
      pick([
        .equal(first), .above(first), .atLeast(first), .below(first), .atMost(first),
        .within(min(first, second), max(first, second)),
      ]))
  }

  private mutating func range() -> WallTimeRange {
    let day: Int64 = 86_400_000_000_000
    let bounds: [WallTime?] = [
      nil, WallTime(nanoseconds: 0), WallTime(nanoseconds: 17_000 * day),
      WallTime(nanoseconds: 17_897 * day), WallTime(nanoseconds: 18_262 * day),
      WallTime(nanoseconds: 18_262 * day + 1_234_567_890), WallTime(nanoseconds: -3 * day - 1),
    ]
    if Bool.random(using: &generator) {
      return [
        WallTimeRange(year: 2019), WallTimeRange(year: 2019, month: 12),
        WallTimeRange(year: 2020, month: 2, day: 29),
      ].compactMap { $0 }.randomElement(using: &generator) ?? WallTimeRange(from: nil, before: nil)
    }
    return WallTimeRange(from: pick(bounds), before: pick(bounds))
  }

  private mutating func area() -> GeographicArea {
    pick([
      .box(south: 47, west: 10, north: 49, east: 12),
      .box(south: -20, west: 170, north: 0, east: -170),
      .box(south: -90, west: -180, north: 90, east: 180),
      .box(south: 0, west: 0, north: 0, east: 0),
      .box(south: -5, west: 170, north: 5, east: 180),
      .box(south: 80, west: -10, north: 90, east: 10),
      .circle(latitude: 48.137, longitude: 11.575, radius: 5_000),
      .circle(latitude: -17, longitude: 179.99, radius: 25_000),
      .circle(latitude: 89.99, longitude: 30, radius: 50_000),
      .circle(latitude: 0, longitude: 0, radius: 30_000_000),
      .circle(latitude: 48.137, longitude: 11.575, radius: 0.5),
    ])
  }

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &generator)]
  }
}

extension MediaFilter {
  /// What was taken in a year, or a month of it.
  static func taken(_ year: Int, month: Int? = nil) -> MediaFilter {
    .matches(
      .taken(WallTimeRange(year: year, month: month) ?? WallTimeRange(from: nil, before: nil)))
  }
}
