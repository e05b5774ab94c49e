import ContentDigest
import Glibc
import MediaCatalog
import MediaMetadata
import MediaModel
import SQLiteDatabase
import Synchronization
import TestSupport

@testable import MediaPicker

/// A catalog with one root, an inbox, and a clock that a test turns.
final class CaptureFixture: Sendable {
  let directory: TemporaryDirectory
  let catalog: Catalog
  let root: FilePath
  let inbox: CaptureInbox
  private let clock: Clock

  /// A time that stands until a test moves it.
  final class Clock: Sendable {
    let time = Mutex(Catalog.currentTime())
  }

  init(
    reader: any MetadataReading = InProcessMetadataReader(concurrency: 1), root: FilePath? = nil,
    delivery: MediaDelivery = MediaDelivery()
  ) async throws {
    directory = TemporaryDirectory()
    let root = root ?? FilePath("\(directory.path)/photos")
    self.root = root
    _ = root.withCString { mkdir($0, 0o755) }
    catalog = try Catalog.open(at: FilePath("\(directory.path)/c.sqlite"))
    try await catalog.database.write { connection in
      try connection.execute("INSERT INTO root (path, added) VALUES (\(root.bytes), 0)")
    }
    let clock = Clock()
    self.clock = clock
    inbox = try CaptureInbox(of: catalog, reader: reader, delivery: delivery) {
      clock.time.withLock { $0 }
    }
  }

  /// Another program's view of the same inbox.
  func another(
    reader: any MetadataReading = InProcessMetadataReader(concurrency: 1)
  ) throws -> CaptureInbox {
    try CaptureInbox(of: catalog, reader: reader) { [clock] in clock.time.withLock { $0 } }
  }

  func advance(_ duration: Duration) {
    clock.time.withLock { $0 += duration.components.seconds * 1_000_000_000 }
  }

  /// Writes a file outside of the inbox.
  func file(_ name: String, _ bytes: [UInt8]) -> FilePath {
    FilePath(directory.write(name, bytes))
  }

  /// The names in the inbox's folder.
  var stagedNames: [String] { Self.names(in: inbox.folder) }

  /// The names in a folder, sorted.
  static func names(in folder: FilePath) -> [String] {
    FileAccess.names(in: folder).map(\.displayText).sorted()
  }

  /// The bytes of a file, `nil` when it is not there.
  static func read(_ path: FilePath) -> [UInt8]? {
    guard let stream = path.withCString({ fopen($0, "rb") }) else { return nil }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&block, 1, block.count, stream), count > 0 {
      bytes += block[..<count]
    }
    return bytes
  }

  static func status(_ path: FilePath) -> stat {
    var status = stat()
    _ = path.withCString { lstat($0, &status) }
    return status
  }

  /// A picture that differs by its number.
  static func photo(_ number: Int = 0) -> [UInt8] {
    var photo = JPEGBuilder()
    photo.segment(0xFE, Array("photo \(number)".utf8))
    photo.frame(width: 40, height: 30)
    return photo.build()
  }

  /// A video of two seconds.
  static var video: [UInt8] { MovieFixture().bytes }
}

/// The code of the error that a body ends with.
func failure(_ body: () async throws -> Void) async -> CatalogError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? CatalogError
  }
}
