import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

@Suite("Changes that make a copy") struct DeliveryEditsTests {
  private func apply(_ edits: DeliveryEdits) throws -> [UInt8] {
    try edits.applied(to: Array(0..<10))
  }

  @Test func `come in any order`() throws {
    var edits = DeliveryEdits()
    edits.zero(8..<10)
    edits.replace(2..<4, with: [90, 91, 92])
    edits.remove(5..<6)
    edits.replace(5..<5, with: [77])
    edits.pad(at: 10, count: 2)
    #expect(try apply(edits) == [0, 1, 90, 91, 92, 4, 77, 6, 7, 0, 0, 0, 0])
    #expect(edits.growth() == 3)
    #expect(edits.growth(before: 5) == 2)
  }

  @Test func `that overlap leave no byte of a changed range`() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<2_000 {
      var edits = DeliveryEdits()
      var changed = Set<Int>()
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let start = Int.random(in: 0...9, using: &random)
        let end = Int.random(in: start...10, using: &random)
        changed.formUnion(start..<end)
        if Bool.random(using: &random) {
          edits.zero(Int64(start)..<Int64(end))
        } else {
          edits.overwrite(at: Int64(start), with: Array(repeating: 0, count: end - start))
        }
      }
      let expected = (0..<10).map { changed.contains($0) ? 0 : UInt8($0) }
      #expect(try apply(edits) == expected)
    }
  }

  @Test func `are compared as sets of ranges like bits`() {
    var random = SeededGenerator(seed: 12)
    func draw() -> (ByteRanges, Set<Int64>) {
      var (ranges, bits) = (ByteRanges(), Set<Int64>())
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        let start = Int64.random(in: 0...30, using: &random)
        let range = start..<start + Int64.random(in: 0...9, using: &random)
        ranges.add(range)
        bits.formUnion(range)
      }
      return (ranges, bits)
    }
    for _ in 0..<2_000 {
      let (one, oneBits) = draw()
      let (two, twoBits) = draw()
      #expect(Set(one.subtracting(two).flatMap { Array($0) }) == oneBits.subtracting(twoBits))
      #expect(
        Set(one.intersection(two).joined.flatMap { Array($0) }) == oneBits.intersection(twoBits))
    }
  }

  @Test(
    arguments: [
      ("location", .location), ("all", .all), ("serials,location", [.serials, .location]),
      ("", nil), ("gps", nil), ("location,", nil), ("Location", nil),
    ] as [(String, MetadataStripping?)])
  func `are asked for in words`(text: String, expected: MetadataStripping?) {
    #expect(MetadataStripping(words: text) == expected)
  }
}
