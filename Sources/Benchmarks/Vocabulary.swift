internal import TestSupport

/// Words, cities and cameras of a made-up collection, always the same.
struct Vocabulary {
  /// The first are the most frequent.
  let words: [String]
  let cities: [(latitude: Double, longitude: Double)]
  let cameras: [(make: String, model: String)]
  /// 2005-01-01, and twenty years in seconds.
  static let start: Int64 = 1_104_537_600
  static let span: Int64 = 20 * 365 * 86_400

  init() {
    var generator = SeededGenerator(seed: 1)
    let vowels = Array("aeiou")
    let consonants = Array("bcdfghklmnprstv")
    words = (0..<5_000).map { index in
      var word = ""
      for place in 0..<(4 + index % 5) {
        let letters = place % 2 == 0 ? consonants : vowels
        word.append(letters[Int.random(in: letters.indices, using: &generator)])
      }
      return word
    }
    cities = (0..<200).map { _ in
      (
        Double.random(in: -45...65, using: &generator),
        Double.random(in: -170...170, using: &generator)
      )
    }
    let makes = [
      "Apple", "samsung", "Google", "Canon", "NIKON CORPORATION", "SONY", "FUJIFILM", "Panasonic",
    ]
    cameras = (0..<64).map { (makes[$0 % 8], "Model \(["A", "B", "C"][$0 % 3])\(100 + $0 * 7)") }
  }
}

extension SeededGenerator {
  /// A number in 0..<1.
  mutating func unit() -> Double { Double.random(in: 0..<1, using: &self) }

  /// An index whose small values are frequent.
  mutating func skewed(_ count: Int, power: Int) -> Int {
    Int(Double(count) * (0..<power).reduce(1.0) { product, _ in product * unit() })
  }
}
