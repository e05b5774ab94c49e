import MediaModel
import TestSupport
import Testing

@testable import MediaWorkers

@Suite("Frames") struct FrameTests {
  /// Feeds bytes in pieces of random size and gives the frames that come out.
  private func frames(
    _ bytes: [UInt8], pieces random: inout SeededGenerator
  ) throws(FieldError) -> [[UInt8]] {
    var buffer = FrameBuffer()
    var frames: [[UInt8]] = []
    var rest = bytes[...]
    while true {
      while let frame = try buffer.next({ Array($0) }) { frames.append(frame) }
      if rest.isEmpty { return frames }
      _ = buffer.fill { space in
        let count = min(space.count, rest.count, Int.random(in: 1...100_000, using: &random))
        space.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
      }
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `come out as they went in, however they are cut on the way`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var sent: [[UInt8]] = []
    var bytes: [UInt8] = []
    for _ in 0..<20 {
      let limit = Int.random(in: 1...300_000, using: &random)
      let payload = [UInt8](
        repeating: UInt8.random(in: 0...255, using: &random),
        count: Int.random(in: 0...limit, using: &random))
      sent.append(payload)
      withUnsafeBytes(of: UInt32(payload.count).littleEndian) { bytes.append(contentsOf: $0) }
      bytes += payload
    }
    #expect(try frames(bytes, pieces: &random) == sent)
  }

  @Test func `longer than 64 MiB are refused before memory is taken for them`() {
    var random = SeededGenerator(seed: 1)
    #expect(throws: FieldError.tooLong) {
      try frames([1, 0, 0, 4] + [UInt8](repeating: 0, count: 8), pieces: &random)
    }
  }

  @Test func `of another version are told apart`() throws {
    var hello = Hello()
    #expect(hello.complaint == nil)
    hello.layout &+= 1
    #expect(hello.complaint?.contains("another version") == true)
    hello.magic = 1
    #expect(hello.complaint?.contains("does not answer") == true)
  }

  @Test func `carry progress in one word, across the wrap of its clock`() {
    let word = Progress(place: 1_023, since: 0x1_FFFF_FFF0).word
    #expect(Progress(word: word).place == 1_023)
    #expect(Progress(word: word).elapsed(at: 0x2_0000_0010) == 0x20)
    #expect(Progress(word: word).elapsed(at: 0x1_FFFF_FFE0) == 0)
    #expect(Progress(word: Progress(place: nil, since: 5).word).place == nil)
  }
}
