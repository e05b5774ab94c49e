import ContentDigest
import Testing

/// Counts from 0 to 250, again and again.
private func pattern(_ count: Int) -> [UInt8] {
  (0..<count).map { UInt8($0 % 251) }
}

@Suite("Content digest, XXH3-128") struct ContentDigestTests {
  // Printed by xxhsum 0.8.1 (`xxhsum -H2`); the sizes reach each of its code paths.
  static let known: [(bytes: [UInt8], hex: String)] = [
    ([], "99aa06d3014798d86001c324468d497f"),
    (Array("a".utf8), "a96faf705af16834e6c632b61e964e1f"),
    (Array("mediacat".utf8), "8661eaf8f05c1467d78b44b6b5f4a542"),
    (pattern(17), "685bc458b37d057fc06e233df7729217"),
    (pattern(100), "da95ef16fd9566f329b20ba5f03ec01e"),
    (pattern(240), "65b5be86da5540e7c92b68e16f83bbb6"),
    (pattern(1_000_000), "00d4a9d9f77c7d2ddf99c4163891c544"),
  ]

  @Test(arguments: known)
  func `is what xxhsum prints`(bytes: [UInt8], hex: String) {
    #expect(ContentDigest.of(bytes).hex == hex)
  }

  @Test(arguments: known, [1, 7, 64, 255, 4_096])
  func `does not depend on the size of the pieces`(
    known: (bytes: [UInt8], hex: String), size: Int
  ) {
    var stream = ContentDigest.Stream()
    // Single bytes of the largest would only be slow.
    let size = known.bytes.count > 1_000 ? max(size, 64) : size
    for start in stride(from: 0, to: known.bytes.count, by: size) {
      stream.update(Array(known.bytes[start..<min(start + size, known.bytes.count)]))
    }
    #expect(stream.digest().hex == known.hex)
  }

  @Test func `starts anew after a reset`() {
    var stream = ContentDigest.Stream()
    stream.update([1, 2, 3])
    stream.reset()
    stream.update(Array("a".utf8))
    #expect(stream.digest() == ContentDigest.of("a"))
  }

  @Test func `comes back from its bytes`() {
    let digest = ContentDigest.of("mediacat")
    #expect(digest.bytes.first == 0x86 && digest.bytes.last == 0x42)
    #expect(ContentDigest(bytes: digest.bytes) == digest)
    #expect(ContentDigest(bytes: [1, 2, 3]) == nil)
  }
}
