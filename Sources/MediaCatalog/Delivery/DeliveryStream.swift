public import MediaModel

/// The bytes of a copy that says less than its original, made piece by piece as they are asked for.
///
/// The original is opened once, when the stream is made, and must stay in the state that it was
/// planned in: a stream whose file changes ends with an error, never with a mixture.
public struct DeliveryStream: AsyncSequence, Sendable {
  /// The original.
  public let path: FilePath
  /// Bytes that will come.
  public var count: Int64 { plan.byteCount }
  /// True when the copy has the bytes of the original.
  public var isUnchanged: Bool { plan == DeliveryPlan(whole: plan.stamp) }
  private let plan: DeliveryPlan
  private let file: OpenFile

  /// Opens the original and has its copy planned.
  ///
  /// - Throws: ``CatalogError`` `missing`, `unreadable`, or `changed` when the plan is of another
  ///   state; ``MediaModel/DeliveryFailure``; what the planner throws.
  package init(
    path: FilePath, stripping: MetadataStripping, planner: any DeliveryPlanning
  ) async throws {
    self.path = path
    file = try OpenFile(path)
    plan = try await planner.deliveryPlan(for: path, stripping: stripping)
    guard plan.isSound else {
      throw DeliveryFailure(code: .crashed, reason: "the plan of the copy makes no sense")
    }
    try checkState()
  }

  /// Opens a file whose copy has the same bytes.
  ///
  /// - Throws: ``CatalogError`` `missing` or `unreadable`.
  package init(whole path: FilePath) throws(CatalogError) {
    self.path = path
    file = try OpenFile(path)
    plan = DeliveryPlan(whole: try file.stamp(path))
  }

  /// Starts at the beginning.
  public func makeAsyncIterator() -> Iterator { Iterator(stream: self, rest: plan.pieces[...]) }

  /// Makes sure that the file is the planned one; links and permissions may change meanwhile.
  fileprivate func checkState() throws(CatalogError) {
    let now = try file.stamp(path)
    guard now.size == plan.stamp.size, now.modificationTime == plan.stamp.modificationTime,
      now.inode == plan.stamp.inode
    else {
      throw CatalogError(
        code: .changed, path: path, reason: "changed while it was copied; try again")
    }
  }

  /// Makes the pieces.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let stream: DeliveryStream
    fileprivate var rest: ArraySlice<DeliveryPlan.Piece>
    /// Bytes of the first piece that were given.
    private var position: Int64 = 0

    fileprivate init(stream: DeliveryStream, rest: ArraySlice<DeliveryPlan.Piece>) {
      self.stream = stream
      self.rest = rest
    }

    /// The next bytes, at most ``ByteStream/pieceCount``; `nil` at the end.
    ///
    /// - Throws: ``CatalogError`` `unreadable` or `changed`; `CancellationError`.
    public mutating func next() async throws -> [UInt8]? {
      try Task.checkCancellation()
      var bytes: [UInt8] = []
      while bytes.count < ByteStream.pieceCount, let piece = rest.first {
        let count = Swift.min(
          Int64(ByteStream.pieceCount - bytes.count), piece.byteCount - position)
        try append(piece, Int(count), to: &bytes)
        position += count
        if position == piece.byteCount {
          rest = rest.dropFirst()
          position = 0
        }
      }
      // The last bytes leave only when all of them are of one state.
      if rest.isEmpty, !bytes.isEmpty { try stream.checkState() }
      return bytes.isEmpty ? nil : bytes
    }

    private func append(
      _ piece: DeliveryPlan.Piece, _ count: Int, to bytes: inout [UInt8]
    ) throws(CatalogError) {
      switch piece {
      case .original(let range):
        let read = try stream.file.read(count, at: range.lowerBound + position, stream.path)
        guard read.count == count else {
          throw CatalogError(
            code: .changed, path: stream.path, reason: "became shorter while it was copied")
        }
        bytes += read
      case .bytes(let new): bytes += new[Int(position)..<Int(position) + count]
      case .zeros: bytes += [UInt8](repeating: 0, count: count)
      }
    }
  }
}
