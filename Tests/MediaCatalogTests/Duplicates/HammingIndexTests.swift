import TestSupport
import Testing

@testable import MediaCatalog

@Suite("Near hashes") struct HammingIndexTests {
  /// Hashes of which many are near another one.
  static func clustered(_ count: Int, seed: UInt64) -> [UInt64] {
    var generator = SeededGenerator(seed: seed)
    var hashes: [UInt64] = []
    while hashes.count < count {
      let base = generator.next()
      for _ in 0..<min(Int.random(in: 1...5, using: &generator), count - hashes.count) {
        hashes.append(flipped(base, Int.random(in: 0...18, using: &generator), &generator))
      }
    }
    return hashes
  }

  /// The hash with so many different bits turned over.
  static func flipped(_ hash: UInt64, _ count: Int, _ generator: inout SeededGenerator) -> UInt64 {
    var mask: UInt64 = 0
    while mask.nonzeroBitCount < count { mask |= 1 << UInt64.random(in: 0..<64, using: &generator) }
    return hash ^ mask
  }

  private func found(_ index: HammingIndex, _ hash: UInt64, _ distance: Int) -> [[Int]] {
    var found: [[Int]] = []
    index.forEach(near: hash, within: distance) { found.append([$0, $1]) }
    return found.sorted { $0[0] < $1[0] }
  }

  private func expected(_ hashes: [UInt64], _ hash: UInt64, _ distance: Int) -> [[Int]] {
    hashes.indices.compactMap { place in
      let bits = (hashes[place] ^ hash).nonzeroBitCount
      return bits <= distance ? [place, bits] : nil
    }
  }

  @Test(arguments: 0...16) func `are found all and once within`(distance: Int) {
    let hashes = Self.clustered(1_000, seed: 7)
    let index = HammingIndex(hashes)
    var count = 0
    for hash in hashes.prefix(distance < 12 ? 60 : 6) + [0, .max] {
      let found = found(index, hash, distance)
      #expect(found == expected(hashes, hash, distance))
      count += found.count
    }
    #expect(count >= 6)
  }

  @Test func `are found among 100,000`() {
    let hashes = Self.clustered(100_000, seed: 8)
    let index = HammingIndex(hashes)
    var others = 0
    for place in stride(from: 0, to: hashes.count, by: 2_500) {
      let found = found(index, hashes[place], 6)
      #expect(found == expected(hashes, hashes[place], 6))
      others += found.count - 1
    }
    #expect(others > 0)
  }

  @Test func `are found where all are alike, and where there are none`() {
    #expect(found(HammingIndex([]), 5, 16).isEmpty)
    let index = HammingIndex(Array(repeating: 0xFFFF, count: 300))
    #expect(found(index, 0xFFFF, 0).count == 300)
    #expect(found(index, 0xFFFE, 16).map { $0[1] } == Array(repeating: 1, count: 300))
  }
}
