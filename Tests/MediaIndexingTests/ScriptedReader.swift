import Glibc
import MediaModel
import Synchronization

/// A reader that opens nothing: what it says of a file is told by the file's name, or by a test.
final class ScriptedReader: MetadataReading {
  let concurrency: Int
  private let state = Mutex(State())
  private let script: @Sendable (FilePath) async throws -> MetadataOutcome?

  private struct State {
    var opened: [FilePath] = []
  }

  /// Makes a reader; what `script` does not answer is answered by name.
  init(
    concurrency: Int = 2,
    _ script: @escaping @Sendable (FilePath) async throws -> MetadataOutcome? = { _ in nil }
  ) {
    self.concurrency = concurrency
    self.script = script
  }

  func read(_ paths: [FilePath]) async throws -> [MetadataOutcome] {
    state.withLock { $0.opened += paths }
    var outcomes: [MetadataOutcome] = []
    for path in paths {
      outcomes.append(try await script(path) ?? Self.outcome(for: path))
    }
    return outcomes
  }

  /// Names of the files opened since the last look, sorted.
  func takeOpened() -> [String] {
    state.withLock { state in
      defer { state.opened = [] }
      return state.opened.map { $0.lastComponent.displayText }.sorted()
    }
  }

  /// Media by the extension, as it stands on disk.
  static func outcome(for path: FilePath) -> MetadataOutcome {
    guard let format = path.fileExtension.flatMap(MediaFormat.promised(byExtension:)) else {
      return .notMedia
    }
    guard let stamp = stamp(of: path) else {
      return .failed(ReadFailure(code: .notFound, reason: "There is no such file."))
    }
    var metadata = EmbeddedMetadata(format: format)
    metadata.pixelSize = PixelSize(width: 4, height: 3)
    return .media(metadata, stamp)
  }

  static func stamp(of path: FilePath) -> FileStamp? {
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) == 0 else { return nil }
    func nanoseconds(_ time: timespec) -> Int64 {
      let (seconds, isOutside) = time.tv_sec.multipliedReportingOverflow(by: 1_000_000_000)
      return isOutside ? .max : Int64(seconds + time.tv_nsec)
    }
    return FileStamp(
      size: Int64(status.st_size), modificationTime: nanoseconds(status.st_mtim),
      changeTime: nanoseconds(status.st_ctim), inode: Int64(bitPattern: UInt64(status.st_ino)))
  }
}

extension FilePath {
  /// Runs `body` with the path as a C string.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (bytes + [0]).withUnsafeBytes { body($0.assumingMemoryBound(to: CChar.self).baseAddress!) }
  }
}
