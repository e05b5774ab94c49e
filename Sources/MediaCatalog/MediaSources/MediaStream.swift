public import MediaModel

/// The bytes of a source, piece by piece as they are asked for, wherever they come from.
public struct MediaStream: AsyncSequence, Sendable {
  /// The media type of the bytes.
  public let type: ContentType
  /// Bytes that will come, `nil` when that is not known before.
  public let count: Int64?
  private let start: @Sendable () -> Iterator.Pull

  /// Takes pieces from anywhere: a file, a socket, a sequence made by hand.
  ///
  /// - Parameters:
  ///   - pieces: Pieces in order.
  ///   - type: Their media type.
  ///   - count: Bytes in all, if that is known; it is a promise to show, never to rely on.
  public init<Pieces: AsyncSequence & Sendable>(
    _ pieces: Pieces, type: ContentType, count: Int64?
  ) where Pieces.Element == [UInt8] {
    self.type = type
    self.count = count.map { Swift.max(0, $0) }
    start = {
      var iterator = pieces.makeAsyncIterator()
      return { try await iterator.next(isolation: #isolation) }
    }
  }

  /// Takes the bytes of a file.
  public init(_ file: ByteStream, type: ContentType) {
    self.init(file, type: type, count: file.count)
  }

  /// Takes bytes in memory; they come in pieces like those of a file.
  public init(_ bytes: [UInt8], type: ContentType) {
    self.type = type
    count = Int64(bytes.count)
    start = {
      var rest = bytes[...]
      return {
        if rest.isEmpty { return nil }
        defer { rest = rest.dropFirst(ByteStream.pieceCount) }
        return Array(rest.prefix(ByteStream.pieceCount))
      }
    }
  }

  /// Starts at the beginning.
  public func makeAsyncIterator() -> Iterator { Iterator(pull: start()) }

  /// Reads the pieces.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate typealias Pull = () async throws -> [UInt8]?
    fileprivate let pull: Pull

    /// The next piece, `nil` at the end.
    ///
    /// - Throws: What the source throws; `CancellationError`.
    public mutating func next() async throws -> [UInt8]? {
      try Task.checkCancellation()
      if let piece = try await pull() { return piece }
      // A source may end early because it heard of the cancelling: that is no end.
      try Task.checkCancellation()
      return nil
    }
  }

  /// All bytes at once; `tooLarge` when there are more than `limit`, whatever was promised.
  func whole(
    limit: Int, each told: (Int64) -> Void = { _ in }
  ) async throws -> [UInt8] {
    if let count, count > Int64(limit) { throw Self.tooLarge(limit) }
    var bytes: [UInt8] = []
    // A promise is worth no more than a piece of memory; the rest grows with what comes.
    bytes.reserveCapacity(Int(Swift.min(count ?? 0, 16 << 20)))
    for try await piece in self {
      guard piece.count <= limit - bytes.count else { throw Self.tooLarge(limit) }
      bytes += piece
      told(Int64(bytes.count))
    }
    return bytes
  }

  private static func tooLarge(_ limit: Int) -> CatalogError {
    CatalogError(
      code: .tooLarge, reason: "has more bytes than the \(limit) asked for; read it as a stream")
  }
}
