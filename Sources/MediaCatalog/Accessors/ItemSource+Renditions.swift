internal import MediaModel

extension ItemSource {
  /// A file that stands for it under a policy, made if need be, with the record of the choice.
  ///
  /// Without a cache, what needs one is not to be had.
  ///
  /// - Throws: As ``Catalog/rendition(of:policy:_:from:deadline:progress:)``.
  func rendition(
    policy: EncodingPolicy, _ specification: RenditionSpecification, from cache: RenditionCache?,
    deadline: Duration? = nil, progress: (@Sendable (RenditionProgress) -> Void)? = nil
  ) async throws -> Rendition {
    if policy.accepts(mime) { return original(policy == .current ? .asked : .accepted) }
    guard let format else {
      throw RenderFailure(
        code: .unsupported, reason: "Its format is not one that this version knows.")
    }
    let verdict = CompatibleEncoding.verdict(format: format, codec: codec, hdr: hdr)
    let isAdmitted = specification.admits(size: size, byteCount: byteCount)
    if verdict == .compatible, isAdmitted == true { return original(.compatible) }
    guard let cache else {
      throw RenderFailure(
        code: .renditionUnavailable, reason: "This program was set up without renditions.")
    }
    let key = RenditionKey(
      uid: uid, revision: revision, type: format.type, specification: specification)
    let path = path
    let outcome = try await Deadline.run(
      within: deadline,
      else: RenderFailure(
        code: .timedOut, reason: "Its rendition was not ready by the deadline of the request.")
    ) {
      try await cache.outcome(for: key, source: path, progress: progress)
    }
    guard case .made(let made) = outcome else { return original(.compatible) }
    var reason = isAdmitted == false ? Rendition.Reason.constraints : .streams
    if case .incompatible(let cause) = verdict { reason = cause }
    return Rendition(
      path: cache.path(of: key), mime: made.mime, method: made.method, reason: reason,
      source: path, size: made.size, byteCount: made.byteCount)
  }

  /// The same for a request of a source, whose deadline is kept by the accessors.
  func rendition(
    _ request: MediaRequest, from cache: RenditionCache?
  ) async throws -> Rendition {
    try await rendition(
      policy: request.version == .compatible ? .compatible : .current, request.bounds,
      from: cache, progress: request.progress)
  }

  /// The record of the item's own file.
  private func original(_ reason: Rendition.Reason) -> Rendition {
    Rendition(
      path: path, mime: mime, method: .original, reason: reason, source: path, size: size,
      byteCount: byteCount)
  }
}
