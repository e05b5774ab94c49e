import CatalogTestSupport
import Glibc
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

@testable import MediaCatalog

/// A planner that gives what a test wants.
private struct ScriptedPlanner: DeliveryPlanning {
  var plan: @Sendable (FilePath, MetadataStripping) throws -> DeliveryPlan

  func deliveryPlan(
    for path: FilePath, stripping: MetadataStripping
  ) async throws -> DeliveryPlan {
    try plan(path, stripping)
  }
}

@Suite("Streams of stripped copies") struct DeliveryStreamTests {
  private let photos = TemporaryDirectory()
  private var path: String { "\(photos.path)/a.jpg" }

  private func catalog(_ bytes: [UInt8]) async throws -> (CatalogFixture, Int64) {
    photos.write("a.jpg", bytes)
    let fixture = try await CatalogFixture()
    let root = FilePath(photos.path).bytes
    try await fixture.catalog.database.write { connection in
      try connection.execute("UPDATE root SET path = \(root)")
    }
    return (fixture, try await fixture.add("a.jpg"))
  }

  private static func stamp(_ path: FilePath) -> FileStamp {
    var status = stat()
    stat(path.displayText, &status)
    return FileStamp(
      size: Int64(status.st_size),
      modificationTime: Int64(status.st_mtim.tv_sec) * 1_000_000_000
        + Int64(status.st_mtim.tv_nsec), changeTime: 0, inode: Int64(status.st_ino))
  }

  private static func planner(_ pieces: [DeliveryPlan.Piece]) -> ScriptedPlanner {
    ScriptedPlanner { path, _ in DeliveryPlan(pieces, of: stamp(path)) }
  }

  private func bytes(_ stream: DeliveryStream) async throws -> [UInt8] {
    var all: [UInt8] = []
    for try await piece in stream {
      #expect(piece.count <= ByteStream.pieceCount && !piece.isEmpty)
      all += piece
    }
    return all
  }

  @Test func `give the pieces of the plan in order`() async throws {
    var random = SeededGenerator(seed: 5)
    let original = (0..<700_000).map { _ in UInt8.random(in: 1...255, using: &random) }
    let (fixture, item) = try await catalog(original)
    let new = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    let stream = try await fixture.catalog.getDataStream(
      of: item, stripping: .location,
      planner: Self.planner([
        .original(10..<400_000), .bytes(new), .zeros(5), .original(400_001..<700_000),
      ]))
    let expected =
      Array(original[10..<400_000]) + new + [0, 0, 0, 0, 0] + Array(original[400_001...])
    #expect(stream.count == Int64(expected.count) && !stream.isUnchanged)
    #expect(try await bytes(stream) == expected)
    #expect(try await stream.write(asNew: FilePath("\(photos.path)/out")) == stream.count)
    #expect(FileAccess.read(FilePath("\(photos.path)/out")) == expected)
    #expect(FileAccess.read(FilePath(path)) == original)
  }

  @Test func `copy 4 GiB without holding it`() async throws {
    let (fixture, item) = try await catalog([])
    #expect(makeSparse(path, 4 << 30))
    let stream = try await fixture.catalog.getDataStream(
      of: item, stripping: .location,
      planner: Self.planner([.original(0..<(4 << 30) - 8), .bytes(Array("12345678".utf8))]))
    var (count, last): (Int64, [UInt8]) = (0, [])
    for try await piece in stream {
      count += Int64(piece.count)
      last = piece
    }
    #expect(count == 4 << 30 && last.suffix(8) == Array("12345678".utf8)[...])
  }

  @Test func `end with an error when the file changes`() async throws {
    let (fixture, item) = try await catalog(Array(repeating: 1, count: 600_000))
    let whole = ScriptedPlanner { path, _ in DeliveryPlan(whole: Self.stamp(path)) }
    func code(_ change: (String) -> Void) async throws -> CatalogError.Code? {
      let stream = try await fixture.catalog.getDataStream(
        of: item, stripping: .all, planner: whole)
      var iterator = stream.makeAsyncIterator()
      _ = try await iterator.next()
      change(path)
      let error = await #expect(throws: CatalogError.self) {
        while try await iterator.next() != nil {}
      }
      return error?.code
    }
    #expect(try await code { truncate($0, 500_000) } == .changed)
    #expect(try await code { utimensat(AT_FDCWD, $0, nil, 0) } == .changed)
    let old = ScriptedPlanner { path, _ in
      var stamp = Self.stamp(path)
      stamp.modificationTime -= 1
      return DeliveryPlan(whole: stamp)
    }
    let error = await #expect(throws: CatalogError.self) {
      try await fixture.catalog.getDataStream(of: item, stripping: .all, planner: old)
    }
    #expect(error?.code == .changed)
  }

  @Test func `leave no part of a file that could not be written whole`() async throws {
    let (fixture, item) = try await catalog(Array(repeating: 1, count: 600_000))
    let whole = ScriptedPlanner { path, _ in DeliveryPlan(whole: Self.stamp(path)) }
    let stream = try await fixture.catalog.getDataStream(of: item, stripping: .all, planner: whole)
    let target = FilePath("\(photos.path)/out")
    photos.write("out", [9])
    truncate(path, 500_000)
    await #expect(throws: CatalogError.self) { try await stream.write(asNew: target) }
    #expect(FileAccess.read(target) == [9])
    #expect(photos.names == ["a.jpg", "out"])
    let missing = FilePath("\(photos.path)/none/out")
    let error = await #expect(throws: CatalogError.self) { try await stream.write(asNew: missing) }
    #expect(error?.code == .unwritable)
  }

  @Test(
    arguments: [
      [.original(0..<11)], [.original(5..<10), .original(0..<5)], [.zeros(11)],
      [.original(0..<6), .original(5..<10)],
    ] as [[DeliveryPlan.Piece]])
  func `refuse a plan that makes no sense`(pieces: [DeliveryPlan.Piece]) async throws {
    let (fixture, item) = try await catalog(Array(repeating: 1, count: 10))
    let failure = await #expect(throws: DeliveryFailure.self) {
      try await fixture.catalog.getDataStream(
        of: item, stripping: .all, planner: Self.planner(pieces))
    }
    #expect(failure?.code == .crashed)
  }
}

extension TemporaryDirectory {
  /// Names of the files in it.
  fileprivate var names: [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}
