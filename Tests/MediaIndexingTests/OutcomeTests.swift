import Glibc
import MediaCatalog
import MediaIndexing
import MediaMetadata
import MediaModel
import SQLiteDatabase
import Synchronization
import TestSupport
import Testing

@Suite("Outcomes: failures, retries, files that change") struct OutcomeTests {
  /// Fails files whose name starts with a code: `timed-out 1.jpg`.
  static func failing() -> ScriptedReader {
    ScriptedReader { path in
      let word = path.lastComponent.displayText.split(separator: " ").first ?? ""
      let codes = ["timed-out", "unreadable", "changing", "malformed", "crashed", "empty"]
      guard codes.contains(String(word)) else { return nil }
      return .failed(ReadFailure(code: .init(rawValue: String(word)), reason: "It is a test."))
    }
  }

  @Test(arguments: ["timed-out", "unreadable", "changing"])
  func `a failure that may pass is tried again at each run`(code: String) async throws {
    let collection = try Collection(reader: Self.failing())
    collection.write("\(code) 1.jpg")
    for _ in 0..<2 {
      let report = try await collection.index()
      #expect(balance(report) == "seen 1: 1 failed")
      #expect(!report.isComplete)
      #expect(collection.reader.takeOpened() == ["\(code) 1.jpg"])
    }
    #expect(try await collection.texts("SELECT error_code FROM file") == [code])
    #expect(try await collection.number("SELECT count(*) FROM media") == 1)
    #expect(balance(try await collection.index(reader: ScriptedReader())) == "seen 1: 1 indexed")
    #expect(try await collection.items() == ["\(code) 1.jpg ok"])
  }

  @Test(arguments: ["malformed", "crashed", "empty"])
  func `a failure for good is not opened again until asked or changed`(code: String) async throws {
    let collection = try Collection(reader: Self.failing())
    collection.write("\(code) 1.jpg")
    try await collection.index()
    _ = collection.reader.takeOpened()
    #expect(balance(try await collection.index()) == "seen 1: 1 failed")
    #expect(collection.reader.takeOpened() == [])
    try await collection.index { $0.retriesFailed = true }
    #expect(collection.reader.takeOpened() == ["\(code) 1.jpg"])
    collection.write("\(code) 1.jpg", content: [1, 2, 3])
    try await collection.index()
    #expect(collection.reader.takeOpened() == ["\(code) 1.jpg"])
  }

  @Test func `a file that breaks keeps what was read of it, beside the reason`() async throws {
    let collection = try Collection()
    collection.write("a.jpg")
    try await collection.index()
    collection.write("a.jpg", content: [1, 2])
    let broken = ScriptedReader { _ in .failed(ReadFailure(code: .malformed, reason: "Bad.")) }
    #expect(balance(try await collection.index(reader: broken)) == "seen 1: 1 failed")
    #expect(try await collection.number("SELECT width FROM media") == 4)
    #expect(try await collection.items() == ["a.jpg failed"])
  }

  @Test func `a file that cannot be opened and promises no media is no item`() async throws {
    let collection = try Collection(reader: Self.failing())
    collection.write("unreadable notes", "crashed notes")
    #expect(balance(try await collection.index()) == "seen 2: 2 skipped")
    #expect(try await collection.number("SELECT count(*) FROM media") == 0)
    _ = collection.reader.takeOpened()
    try await collection.index()
    #expect(collection.reader.takeOpened() == ["unreadable notes"])
  }

  @Test func `a file that vanishes before it is read is not stored`() async throws {
    let collection = try Collection(
      reader: ScriptedReader { path in
        if path.lastComponent == "b.jpg" { unlink(path.displayText) }
        return nil
      })
    collection.write("a.jpg", "b.jpg")
    #expect(balance(try await collection.index()) == "seen 2: 1 indexed, 1 skipped")
    #expect(try await collection.items() == ["a.jpg ok"])
    #expect(balance(try await collection.index()) == "seen 1: 1 unchanged")
  }

  @Test func `a file that changes while it is read is stored as the reader saw it`() async throws {
    let collection = try Collection()
    let hasGrown = Atomic(false)
    let reader = ScriptedReader { path in
      let outcome = ScriptedReader.outcome(for: path)
      if !hasGrown.exchange(true, ordering: .relaxed) {
        let stream = fopen(path.displayText, "a")
        fputs("more", stream)
        fclose(stream)
      }
      return outcome
    }
    collection.write("a.jpg")
    #expect(balance(try await collection.index(reader: reader)) == "seen 1: 1 indexed")
    #expect(balance(try await collection.index(reader: reader)) == "seen 1: 1 indexed")
    #expect(balance(try await collection.index(reader: reader)) == "seen 1: 1 unchanged")
  }

  struct ReaderIsBroken: Error {}

  @Test func `a reader that cannot work ends the run, and what was stored stays`() async throws {
    let collection = try Collection()
    for number in 0..<9_000 { collection.write("\(number / 1_000)/\(number).jpg") }
    let reader = ScriptedReader { path in
      if path.lastComponent == "8500.jpg" { throw ReaderIsBroken() }
      return nil
    }
    await #expect(throws: ReaderIsBroken.self) { try await collection.index(reader: reader) }
    // Whatever the run stored is there at once: no write goes on behind the caller's back.
    let stored = try await collection.number("SELECT count(*) FROM media")
    #expect(stored > 0 && stored < 9_000)
    try await Task.sleep(for: .milliseconds(100))
    #expect(try await collection.number("SELECT count(*) FROM media") == stored)
    let report = try await collection.index()
    #expect(report.counts.unchanged == Int(stored))
    #expect(report.counts.indexed == 9_000 - Int(stored))
  }

  @Test func `a cancelled run ends soon and leaves a catalog that the next completes`()
    async throws
  {
    let collection = try Collection()
    for number in 0..<500 { collection.write("\(number).jpg") }
    let reader = ScriptedReader { path in
      if path.lastComponent == "400.jpg" { try await Task.sleep(for: .seconds(60)) }
      return nil
    }
    let run = Task { try await collection.index(reader: reader) }
    try await Task.sleep(for: .milliseconds(200))
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
    let report = try await collection.index()
    #expect(report.counts.indexed + report.counts.unchanged == 500)
    #expect(report.isComplete)
  }

  @Test func `real files are read in this process`() async throws {
    let collection = try Collection()
    var picture = JPEGBuilder()
    var block = TIFFBuilder()
    block.text(0x010F, "Testmake", to: .ifd0)
    block.text(0x9003, "2020:01:02 03:04:05", to: .exif)
    picture.exif(block.build())
    picture.frame(width: 40, height: 30)
    collection.write("a.jpg", "wrong name.txt", content: picture.build())
    collection.write("junk.jpg", content: ascii("this is no picture"))
    collection.write("empty.png", content: [])
    collection.write("notes.md", content: ascii("# Notes"))
    let reader = InProcessMetadataReader()
    let report = try await collection.index(reader: reader)
    #expect(balance(report) == "seen 5: 2 indexed, 2 failed, 1 skipped")
    #expect(
      try await collection.texts("SELECT error_code FROM file WHERE error_code IS NOT NULL") == [
        "empty", "not-media",
      ])
    #expect(
      try await collection.texts(
        """
        SELECT file_taken_source || ' ' || width || 'x' || height || ' ' || make FROM media
          JOIN camera ON camera.id = media.camera
        """) == Array(repeating: "exif:DateTimeOriginal 40x30 Testmake", count: 2))
    let again = try await collection.index(reader: reader)
    #expect(balance(again) == "seen 5: 2 unchanged, 2 failed, 1 skipped")
  }
}
