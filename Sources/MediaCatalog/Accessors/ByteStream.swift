internal import Glibc
public import MediaModel

/// The bytes of one file, read piece by piece as they are asked for.
///
/// The file is opened when the stream is made and closed when the last iterator goes. Reading
/// blocks its thread for the time of one piece.
public struct ByteStream: AsyncSequence, Sendable {
  /// The file.
  public let path: FilePath
  /// Bytes that will come, unless the file becomes shorter meanwhile.
  public let count: Int64
  private let range: Range<Int64>
  private let file: OpenFile

  /// Bytes of a piece.
  public static let pieceCount = 256 << 10

  /// Opens a file.
  ///
  /// - Throws: ``CatalogError`` `unreadable` with the system's reason.
  package init(
    path: FilePath, range: Range<Int64> = 0..<Int64.max
  ) throws(CatalogError) {
    self.path = path
    file = try OpenFile(path)
    let lower = Swift.min(Swift.max(0, range.lowerBound), file.count)
    self.range = lower..<Swift.max(lower, Swift.min(range.upperBound, file.count))
    count = self.range.upperBound - self.range.lowerBound
  }

  /// All bytes at once; `tooLarge` when there are more than `limit`.
  func whole(limit: Int) async throws -> [UInt8] {
    guard count <= Int64(limit) else {
      throw CatalogError(
        code: .tooLarge, path: path,
        reason: "has \(count) bytes, more than the \(limit) asked for; read it as a stream")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(count))
    for try await piece in self { bytes += piece }
    return bytes
  }

  /// Starts reading at the beginning.
  public func makeAsyncIterator() -> Iterator {
    Iterator(file: file, path: path, range: range)
  }

  /// Reads the pieces.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let file: OpenFile
    fileprivate let path: FilePath
    fileprivate var range: Range<Int64>

    /// The next piece, `nil` at the end.
    ///
    /// - Throws: ``CatalogError`` `unreadable`; `CancellationError`.
    public mutating func next() async throws -> [UInt8]? {
      try Task.checkCancellation()
      if range.isEmpty { return nil }
      let size = Int(Swift.min(Int64(pieceCount), range.upperBound - range.lowerBound))
      let piece = try file.read(size, at: range.lowerBound, path)
      // A file that became shorter ends earlier.
      range =
        piece.isEmpty
        ? range.upperBound..<range.upperBound
        : range.lowerBound + Int64(piece.count)..<range.upperBound
      return piece.isEmpty ? nil : piece
    }
  }
}

/// An open regular file, closed with its last user.
private final class OpenFile: Sendable {
  let count: Int64
  private let descriptor: Int32

  init(_ path: FilePath) throws(CatalogError) {
    descriptor = (path.bytes + [0]).withUnsafeBytes {
      // Not blocking: the path may have become a pipe since it was indexed.
      open(
        $0.assumingMemoryBound(to: CChar.self).baseAddress!, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    }
    guard descriptor >= 0 else { throw Self.failure(path, errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw CatalogError(code: .unreadable, path: path, reason: "is no regular file")
    }
    count = Int64(status.st_size)
  }

  deinit { close(descriptor) }

  func read(_ size: Int, at offset: Int64, _ path: FilePath) throws(CatalogError) -> [UInt8] {
    var number: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = pread(
          descriptor, buffer.baseAddress! + count, size - count, off_t(offset) + off_t(count))
        if got < 0, errno == EINTR { continue }
        if got < 0 { number = errno }
        if got <= 0 { break }
        count += got
      }
    }
    guard number == 0 else { throw Self.failure(path, number) }
    return bytes
  }

  private static func failure(_ path: FilePath, _ number: Int32) -> CatalogError {
    CatalogError(
      code: number == ENOENT ? .missing : .unreadable, path: path,
      reason: "cannot be read: \(String(cString: strerror(number)))")
  }
}
