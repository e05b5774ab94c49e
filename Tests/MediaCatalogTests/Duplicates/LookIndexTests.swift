import MediaModel
import TestSupport
import Testing

@testable import MediaCatalog

@Suite("Pictures that come one after the other, behaviours G-06") struct LookIndexTests {
  /// Many questions make tables, and what comes behind those is looked at; both must agree with a
  /// look at every picture.
  @Test(arguments: [0, 6, 16])
  func `are found as by a look at each of them`(distance: Int) {
    var random = SeededGenerator(seed: UInt64(distance + 1))
    var (index, naive, found) = (LookIndex(), [LookAlike](), 0)
    for place in 0..<1_000 {
      // Every other one is an earlier one with a bit too many changed at most.
      var bits = UInt64.random(in: .min ... .max, using: &random)
      if place % 2 == 1, let earlier = naive.randomElement(using: &random) {
        bits = earlier.hash.bits
        for _ in 0..<Int.random(in: 0...distance + 1, using: &random) {
          bits ^= 1 << UInt64.random(in: 0..<64, using: &random)
        }
      }
      let look = LookAlike(
        item: 0,
        hash: PerceptualHash(
          bits: PerceptualHash(bits: bits, detail: 60)
            .bits(turnedBy: Int.random(in: 0..<4, using: &random)),
          detail: UInt8.random(in: 30...64, using: &random)),
        type: Int64.random(in: 1...2, using: &random),
        aspect: [1.5, 1 / 1.5, nil].randomElement(using: &random)!)
      let expected = naive.firstIndex { other in
        look.hash.isTelling && other.hash.isTelling
          && (0..<4).contains { quarters in
            (look.hash.bits(turnedBy: quarters) ^ other.hash.bits).nonzeroBitCount <= distance
              && look.agrees(with: other, turnedBy: quarters)
          }
      }
      let answer = index.first(like: look, within: distance)
      guard answer == expected else {
        Issue.record("place \(place): \(answer as Any) instead of \(expected as Any)")
        return
      }
      if expected != nil { found += 1 }
      index.append(look)
      naive.append(look)
    }
    #expect(found > 50)
  }

  @Test func `are none in an empty index`() {
    var index = LookIndex()
    let look = LookAlike(item: 0, hash: PerceptualHash(bits: 0, detail: 64))
    #expect(index.first(like: look, within: 16) == nil)
    index.append(look)
    #expect(index.first(like: look, within: 0) == 0)
  }
}
