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
