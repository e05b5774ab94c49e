import ContentDigest
import Testing

/// Bytes that count from 0 to 250, again and again.
struct Pattern: CustomTestStringConvertible {
  let count: Int
  let hex: String

  var bytes: [UInt8] { (0..<count).map { UInt8($0 % 251) } }
  var testDescription: String { "\(count) bytes" }
}

@Suite("Content digest, XXH3-128") struct ContentDigestTests {
  // Printed by xxhsum 0.8.1 (`xxhsum -H2`); the sizes reach each of its code paths.
  static let known = [
    Pattern(count: 0, hex: "99aa06d3014798d86001c324468d497f"),
    Pattern(count: 17, hex: "685bc458b37d057fc06e233df7729217"),
    Pattern(count: 100, hex: "da95ef16fd9566f329b20ba5f03ec01e"),
    Pattern(count: 240, hex: "65b5be86da5540e7c92b68e16f83bbb6"),
    Pattern(count: 1_000_000, hex: "00d4a9d9f77c7d2ddf99c4163891c544"),
  ]

  @Test(arguments: known)
  func `is what xxhsum prints`(known: Pattern) {
    #expect(ContentDigest.of(known.bytes).hex == known.hex)
  }

  @Test(arguments: [
    ("a", "a96faf705af16834e6c632b61e964e1f"), ("mediacat", "8661eaf8f05c1467d78b44b6b5f4a542"),
  ])
  func `of a text is that of its UTF-8 bytes`(text: String, hex: String) {
    #expect(ContentDigest.of(text).hex == hex)
    #expect(ContentDigest.of(text).description == hex)
  }

  @Test(arguments: known, [1, 7, 64, 255, 4_096])
  func `does not depend on the size of the pieces`(known: Pattern, size: Int) {
    var stream = ContentDigest.Stream()
    let bytes = known.bytes
    for start in stride(from: 0, to: bytes.count, by: size) {
      stream.update(Array(bytes[start..<min(start + size, bytes.count)]))
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
