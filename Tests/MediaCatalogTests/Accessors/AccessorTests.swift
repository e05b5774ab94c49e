import CatalogTestSupport
import Glibc
import MediaCatalog
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

@Suite("Accessors, behaviours M-06 to M-14") struct AccessorTests {
  private let photos = TemporaryDirectory()

  /// A catalog whose root is the directory of photos, with one item of these bytes.
  private func catalog(_ bytes: [UInt8]) async throws -> (fixture: CatalogFixture, item: Int64) {
    photos.write("a.jpg", bytes)
    let fixture = try await CatalogFixture()
    let root = FilePath(photos.path).bytes
    try await fixture.catalog.database.write { connection in
      try connection.execute("UPDATE root SET path = \(root)")
    }
    return (fixture, try await fixture.add("a.jpg"))
  }

  @Test func `give the path and the same bytes, whole and in ranges (M-10)`() async throws {
    var generator = SeededGenerator(seed: 3)
    let bytes = (0..<700_001).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let (fixture, item) = try await catalog(bytes)
    #expect(try await fixture.catalog.getURL(of: item) == FilePath("\(photos.path)/a.jpg"))
    #expect(try await fixture.catalog.getData(of: item) == bytes)
    for range in [0..<1, 262_143..<262_145, 700_000..<900_000, 5..<5, 800_000..<800_001]
      as [Range<Int64>]
    {
      var part: [UInt8] = []
      let stream = try await fixture.catalog.getDataStream(of: item, range: range)
      for try await piece in stream { part += piece }
      #expect(
        part
          == Array(bytes[Int(min(range.lowerBound, 700_001))..<Int(min(range.upperBound, 700_001))])
      )
      #expect(stream.count == Int64(part.count))
    }
  }

  @Test func `stream a sparse 4 GiB file piece by piece, and refuse it whole`() async throws {
    let (fixture, item) = try await catalog([])
    let size: Int64 = 4 << 30
    #expect(makeSparse("\(photos.path)/a.jpg", size))
    let stream = try await fixture.catalog.getDataStream(of: item)
    #expect(stream.count == size)
    var largest = 0
    for try await piece in stream {
      largest = max(largest, piece.count)
      if piece.first != 0 { Issue.record("a hole holds something") }
    }
    #expect(largest == ByteStream.pieceCount)
    let error = await #expect(throws: CatalogError.self) {
      try await fixture.catalog.getData(of: item)
    }
    #expect(error?.code == .tooLarge)
  }

  @Test func `say why there is nothing to be had (M-16)`() async throws {
    let (fixture, item) = try await catalog([1])
    func code(_ change: SQL? = nil, of item: Int64) async throws -> CatalogError.Code? {
      if let change { try await fixture.catalog.database.write { try $0.execute(change) } }
      do {
        _ = try await fixture.catalog.getData(of: item)
        return nil
      } catch let error as CatalogError {
        return error.code
      }
    }
    #expect(try await code(of: item) == nil)
    #expect(try await code(of: 999) == .notFound)
    #expect(try await code("UPDATE media SET exclusion = 2", of: item) == .missing)
    #expect(try await code("UPDATE root SET state = 'offline'", of: item) == .offline)
    _ = try await code("UPDATE root SET state = 'online'", of: item)
    _ = try await code("UPDATE media SET exclusion = 0", of: item)
    remove("\(photos.path)/a.jpg")
    #expect(try await code(of: item) == .missing)
    mkdir("\(photos.path)/a.jpg", 0o755)
    #expect(try await code(of: item) == .unreadable)
  }

  @Test func `stop when the task is cancelled`() async throws {
    let (fixture, item) = try await catalog(Array(repeating: 7, count: 1 << 20))
    let stream = try await fixture.catalog.getDataStream(of: item)
    let task = Task {
      var pieces = 0
      for try await _ in stream {
        pieces += 1
        withUnsafeCurrentTask { $0?.cancel() }
      }
      return pieces
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
