import MediaModel
import TestSupport
import Testing

@testable import MediaCatalog

@Suite("Names of exported files") struct ExportNameTests {
  @Test(arguments: [
    ("plain", "plain"), ("a/b", "a_b"), ("../../etc/x", ".._.._etc_x"), ("/etc", "_etc"),
    ("a\0b", "a_b"), ("a\nb\tc", "a_b_c"), ("\u{1B}[31m", "_[31m"), ("del\u{7F}", "del_"),
    ("c1\u{9B}31m", "c1_31m"), ("é日本🙂", "é日本🙂"), ("", ""), ("..", ".."), ("a\\b", "a\\b"),
  ])
  func `values lose slashes and control characters`(value: String, expected: String) {
    #expect(ExportName.value(Array(value.utf8)) == Array(expected.utf8))
  }

  @Test func `values that are no UTF-8 keep their bytes`() {
    #expect(ExportName.value([0x66, 0xFC, 0x72]) == [0x66, 0xFC, 0x72])
    #expect(ExportName.value([0xC2]) == [0xC2])
    #expect(ExportName.value([0xFF, 0x2F, 0x80, 0x00]) == [0xFF, 0x5F, 0x80, 0x5F])
  }

  @Test func `folders keep their slashes only`() {
    #expect(
      ExportName.value(Array("a/../b\n".utf8), keepsFolders: true) == Array("a/../b_".utf8))
  }

  @Test(arguments: [
    ("a.jpg", "a.jpg"), ("2023/05/a.jpg", "2023/05/a.jpg"), ("..", "_.jpg"), (".", "_.jpg"),
    ("", "_.jpg"), ("/", "_/_.jpg"), ("../a.jpg", "_/a.jpg"), ("/etc/a.jpg", "_/etc/a.jpg"),
    ("a//b.jpg", "a/_/b.jpg"), ("./../.../a.jpg", "_/_/.../a.jpg"), ("a/..", "a/_.jpg"),
    // Only a value that was not cleaned brings these here.
    ("a\n/b\0.jpg", "a_/b_.jpg"),
    // Endings: kept as spelled, replaced when they lie, and appended otherwise.
    ("A.JPG", "A.JPG"), ("a.jpeg", "a.jpeg"), ("a.heic", "a.jpg"), ("a.MOV", "a.jpg"),
    ("Mr. Smith", "Mr. Smith.jpg"), ("v1.2", "v1.2.jpg"), (".jpg", ".jpg.jpg"),
    ("é.heic", "é.jpg"),
  ])
  func `paths lead downwards and end as they must`(rendered: String, expected: String) {
    var numbering = ExportNumbering()
    let path = numbering.assign(Array(rendered.utf8), ExportEnding(["jpg", "jpeg"]))
    #expect(path == FilePath(expected))
  }

  @Test func `whatever comes in, no component leads out or is too long`() {
    var generator = SeededGenerator(seed: 7)
    let pieces: [[UInt8]] = [
      [0x2F], [0x2E], [0x2E, 0x2E], [0], [0x0A], [0xFF], [0xC3, 0xA9], [0xF0, 0x9F, 0x99, 0x82],
      Array(".jpg".utf8), Array(repeating: 0x61, count: 200), [0x80],
    ]
    var numbering = ExportNumbering()
    var seen: Set<FilePath> = []
    for _ in 0..<5_000 {
      let count = Int.random(in: 0..<12, using: &generator)
      let rendered = (0..<count).flatMap { _ in pieces.randomElement(using: &generator) ?? [] }
      let path = numbering.assign(rendered, ExportEnding(["jpg"]))
      #expect(seen.insert(path).inserted)
      #expect(!path.bytes.contains(0))
      for part in path.bytes.split(separator: 0x2F, omittingEmptySubsequences: false) {
        #expect(!part.isEmpty && part.count <= 255)
        #expect(!part.elementsEqual([0x2E]) && !part.elementsEqual([0x2E, 0x2E]))
        #expect(part.allSatisfy { $0 >= 0x20 })
      }
    }
  }

  @Test func `long names are cut before their ending, between characters`() {
    var numbering = ExportNumbering()
    let name = Array((String(repeating: "é", count: 200) + ".JPG").utf8)
    let first = numbering.assign(name, ExportEnding(["jpg"]))
    // 251 bytes are left, and é has two.
    #expect(first == FilePath(String(repeating: "é", count: 125) + ".JPG"))
    let second = numbering.assign(name, ExportEnding(["jpg"]))
    #expect(second == FilePath(String(repeating: "é", count: 123) + " (2).JPG"))
    let folder = numbering.assign(
      Array((String(repeating: "日", count: 100) + "/a.jpg").utf8), ExportEnding(["jpg"]))
    #expect(folder == FilePath(String(repeating: "日", count: 85) + "/a.jpg"))
    let latin = numbering.assign([UInt8](repeating: 0x80, count: 300), ExportEnding(["jpg"]))
    #expect(latin.bytes.count == 255)
  }

  @Test func `equal names are numbered in order, around names that look so already`() {
    var numbering = ExportNumbering()
    let names = ["a.jpg", "a (2).jpg", "a.jpg", "a.jpg", "b/a.jpg", "a (2).jpg", "a"]
    let paths = names.map { numbering.assign(Array($0.utf8), ExportEnding(["jpg"])).displayText }
    #expect(
      paths == [
        "a.jpg", "a (2).jpg", "a (3).jpg", "a (4).jpg", "b/a.jpg", "a (2) (2).jpg", "a (5).jpg",
      ])
  }

  @Test func `a hundred thousand equal names take no time of their square`() {
    var numbering = ExportNumbering()
    let start = ContinuousClock.now
    var last = FilePath("")
    for _ in 0..<100_000 { last = numbering.assign(Array("a".utf8), ExportEnding(["jpg"])) }
    #expect(last == "a (100000).jpg")
    #expect(ContinuousClock.now - start < .seconds(300))
  }
}
