internal import MediaModel

extension MediaSource {
  /// Begins to load a value; the handle is there at once.
  ///
  /// ```swift
  /// let load = item.load(MediaData.self, LoadOptions(policy: .compatible))
  /// for await state in load.states { show(state) }
  /// ```
  ///
  /// - Parameters:
  ///   - type: What to make of it.
  ///   - options: Version, bounds and limits.
  /// - Returns: The load, which ends with a value, with the types that there are, or with an error.
  public func load<Value: MediaTransferable>(
    _ type: Value.Type, _ options: LoadOptions = LoadOptions()
  ) -> LoadHandle<Value> {
    LoadHandle(deadline: options.deadline ?? deadline) { report in
      try await Loading<Value>(source: self, options: options, report: report).run()
    }
  }
}

/// The steps of one load.
private struct Loading<Value: MediaTransferable> {
  let source: any MediaSource
  let options: LoadOptions
  let report: @Sendable (LoadProgress) -> Void

  func run() async throws -> LoadResult<Value> {
    let representations = Value.representations
    let offers = try await source.offers(within: options.bounds)
    let types = representations.map(\.type)
    let policy = options.policy ?? .automatic(accepting: types.map(\.rawValue))
    let admitted = policy.admitted(of: offers, for: types)
    for representation in representations {
      switch representation.kind {
      case .thumbnail(let specification, let importing):
        guard source.hasThumbnails else { continue }
        report(LoadProgress(.making))
        let bytes = try await source.openThumbnailData(specification)
        return .value(try await value(of: bytes, representation.type, importing))
      case .data(let importing):
        guard let offer = offer(for: representation, of: admitted) else { continue }
        let stream = try await source.openStream(request(offer))
        try check(stream.type, representation)
        return .value(try await value(of: try await read(stream, offer), stream.type, importing))
      case .file(let importing):
        guard let offer = offer(for: representation, of: admitted.filter(\.hasFile))
        else { continue }
        let file = try await source.openFile(request(offer))
        try check(file.type, representation)
        try Task.checkCancellation()
        report(LoadProgress(.importing))
        return .value(try await importing(file.path, file.type))
      }
    }
    if policy == .compatible, !offers.contains(where: { $0.version == .compatible }) {
      throw RenderFailure(
        code: .renditionUnavailable, reason: "Nothing makes a compatible version of it.")
    }
    return .unsupported(available: (policy == .current ? admitted : offers).distinctTypes)
  }

  private func offer(
    for representation: MediaRepresentation<Value>, of offers: [MediaOffer]
  ) -> MediaOffer? {
    offers.first { $0.type.conforms(to: representation.type) }
  }

  private func request(_ offer: MediaOffer) -> MediaRequest {
    report(LoadProgress(offer.isConverted ? .making : .reading))
    let report = report
    return MediaRequest(offer.version, within: options.bounds) { made in
      report(LoadProgress(.making, fraction: made.part * offer.makingShare))
    }
  }

  /// What a video really became is known only when it is there.
  private func check(
    _ type: ContentType, _ representation: MediaRepresentation<Value>
  ) throws(RenderFailure) {
    guard !type.conforms(to: representation.type) else { return }
    throw RenderFailure(
      code: .renditionUnavailable, reason: "It can be had as \(type), not as promised.")
  }

  private func read(_ stream: MediaStream, _ offer: MediaOffer) async throws -> [UInt8] {
    let share = offer.makingShare
    func told(_ count: Int64) {
      var progress = LoadProgress(.reading)
      progress.byteCount = count
      progress.totalByteCount = stream.count
      if let total = stream.count, total > 0 {
        progress.fraction = share + (1 - share) * Double(count) / Double(total)
      }
      report(progress)
    }
    told(0)
    return try await stream.whole(limit: options.limit, each: told)
  }

  private func value(
    of bytes: [UInt8], _ type: ContentType,
    _ importing: MediaRepresentation<Value>.DataImport
  ) async throws -> Value {
    try Task.checkCancellation()
    report(LoadProgress(.importing))
    return try await importing(bytes, type)
  }
}

extension MediaOffer {
  fileprivate var isConverted: Bool { version == .compatible }
  /// The part of the progress that making it takes; nobody knows it before.
  fileprivate var makingShare: Double { isConverted ? 0.5 : 0 }
}

extension LoadProgress {
  fileprivate init(_ stage: Stage, fraction: Double = 0) {
    self.stage = stage
    self.fraction = fraction
  }
}
