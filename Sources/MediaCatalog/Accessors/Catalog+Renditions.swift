public import MediaModel

extension Catalog {
  /// A file that stands for an item under a policy, made if need be, with the record of the choice.
  ///
  /// Equal items, policies and specifications give equal records and, as long as the cache keeps
  /// them, the same file. The original is only read.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - policy: How much it may be changed.
  ///   - specification: Bounds of what is made; they do not touch the bytes of a policy that takes
  ///     the item as it is.
  ///   - cache: Keeps and makes renditions.
  ///   - deadline: How long this request may wait; `nil` for as long as the maker allows, which is by
  ///     the length of the media.
  ///   - progress: Told how far the making is.
  /// - Returns: The record.
  /// - Throws: ``CatalogError``; ``MediaModel/RenderFailure`` for the file, with `timedOut` when the
  ///   deadline is over; what the maker throws when it has no tools; `CancellationError` at once when
  ///   the task is cancelled.
  public func rendition(
    of item: Int64, policy: EncodingPolicy,
    _ specification: RenditionSpecification = RenditionSpecification(), from cache: RenditionCache,
    deadline: Duration? = nil, progress: (@Sendable (RenditionProgress) -> Void)? = nil
  ) async throws -> Rendition {
    try await source(of: item).rendition(
      policy: policy, specification, from: cache, deadline: deadline, progress: progress)
  }

  /// The path of one version of an item, made if need be.
  ///
  /// - Throws: As ``rendition(of:policy:_:from:deadline:progress:)``.
  public func getURL(
    of item: Int64, version: MediaVersion,
    _ specification: RenditionSpecification = RenditionSpecification(), from cache: RenditionCache,
    deadline: Duration? = nil, progress: (@Sendable (RenditionProgress) -> Void)? = nil
  ) async throws -> FilePath {
    try await rendition(
      of: item, policy: version == .compatible ? .compatible : .current, specification,
      from: cache, deadline: deadline, progress: progress
    ).path
  }

  /// The bytes of one version of an item, piece by piece.
  ///
  /// The stream keeps its file open, so that it can be read to its end whatever the cache does.
  ///
  /// - Throws: As ``rendition(of:policy:_:from:deadline:progress:)`` and ``getDataStream(of:range:)``.
  public func getDataStream(
    of item: Int64, version: MediaVersion,
    _ specification: RenditionSpecification = RenditionSpecification(), from cache: RenditionCache,
    range: Range<Int64> = 0..<Int64.max, deadline: Duration? = nil,
    progress: (@Sendable (RenditionProgress) -> Void)? = nil
  ) async throws -> ByteStream {
    try ByteStream(
      path: try await getURL(
        of: item, version: version, specification, from: cache, deadline: deadline,
        progress: progress), range: range)
  }

  /// The bytes of one version of an item at once.
  ///
  /// - Throws: As ``getDataStream(of:version:_:from:range:deadline:progress:)``, and `tooLarge` above
  ///   the limit.
  public func getData(
    of item: Int64, version: MediaVersion,
    _ specification: RenditionSpecification = RenditionSpecification(), from cache: RenditionCache,
    limit: Int = 256 << 20, deadline: Duration? = nil,
    progress: (@Sendable (RenditionProgress) -> Void)? = nil
  ) async throws -> [UInt8] {
    try await getDataStream(
      of: item, version: version, specification, from: cache, deadline: deadline,
      progress: progress
    ).whole(limit: limit)
  }
}
