public import MediaModel

extension MediaSource {
  /// The types that it can be had as, best first: its original's, then the compatible one's if it
  /// differs.
  ///
  /// A thumbnail is not among them: who asks for a picture never gets a small one instead. A type
  /// that wants one says so with ``MediaRepresentation/thumbnail(_:importing:)``.
  public func supportedTypes(
    within bounds: RenditionSpecification = RenditionSpecification()
  ) async throws -> [ContentType] {
    let offers = try await Deadline.race(within: deadline) { try await self.offers(within: bounds) }
    return offers.distinctTypes
  }

  /// The length of a video or an animation, `nil` when it has none.
  ///
  /// - Throws: What the source throws; ``RenderFailure`` `timedOut`; `CancellationError`.
  public func getDuration(deadline: Duration? = nil) async throws -> Duration? {
    try await Deadline.race(within: deadline ?? self.deadline) { try await self.duration() }
  }

  /// The path of a file with its bytes, made if need be.
  ///
  /// - Throws: What the source throws; ``RenderFailure`` `timedOut`; `CancellationError`.
  public func getURL(_ request: MediaRequest = MediaRequest()) async throws -> FilePath {
    try await getFile(request).path
  }

  /// A file with its bytes, made if need be, and its type.
  ///
  /// - Throws: As ``getURL(_:)``.
  public func getFile(_ request: MediaRequest = MediaRequest()) async throws -> MediaFile {
    try await Deadline.race(within: request.deadline ?? deadline) {
      try await self.openFile(request)
    }
  }

  /// Its bytes piece by piece; the time limit is that of the opening.
  ///
  /// - Throws: As ``getURL(_:)``; reading may throw later.
  public func getDataStream(_ request: MediaRequest = MediaRequest()) async throws -> MediaStream {
    try await Deadline.race(within: request.deadline ?? deadline) {
      try await self.openStream(request)
    }
  }

  /// Its bytes at once.
  ///
  /// - Parameters:
  ///   - request: Which ones.
  ///   - limit: Bytes at most; streams take more.
  /// - Returns: All bytes.
  /// - Throws: As ``getURL(_:)``, and ``CatalogError`` `tooLarge` above the limit.
  public func getData(
    _ request: MediaRequest = MediaRequest(), limit: Int = 256 << 20
  ) async throws -> [UInt8] {
    try await Deadline.race(within: request.deadline ?? deadline) {
      try await self.openStream(request).whole(limit: limit)
    }
  }

  /// The path of a thumbnail, made if need be.
  ///
  /// - Throws: As ``getURL(_:)``.
  public func getThumbnailURL(
    _ specification: ThumbnailSpecification, deadline: Duration? = nil
  ) async throws -> FilePath {
    try await Deadline.race(within: deadline ?? self.deadline) {
      try await self.openThumbnail(specification)
    }
  }

  /// The bytes of a thumbnail, made if need be.
  ///
  /// - Throws: As ``getURL(_:)``.
  public func getThumbnailData(
    _ specification: ThumbnailSpecification, deadline: Duration? = nil
  ) async throws -> [UInt8] {
    try await Deadline.race(within: deadline ?? self.deadline) {
      try await self.openThumbnailData(specification)
    }
  }
}

extension [MediaOffer] {
  /// Each type once, in order.
  var distinctTypes: [ContentType] {
    reduce(into: []) { types, offer in
      if !types.contains(offer.type) { types.append(offer.type) }
    }
  }
}
