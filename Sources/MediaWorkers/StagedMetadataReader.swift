public import MediaModel

/// Reads with a quick reader first, and asks one with decoders about the few files that it cannot
/// tell enough of.
public struct StagedMetadataReader: MetadataReading {
  private let reader: any MetadataReading
  private let decoder: any MetadataReading

  /// Joins two readers.
  public init(_ reader: any MetadataReading, then decoder: any MetadataReading) {
    self.reader = reader
    self.decoder = decoder
  }

  /// As many batches as the quick reader takes.
  public var concurrency: Int { reader.concurrency }

  /// Reads a batch.
  ///
  /// - Throws: What the quick reader throws. A missing decoder costs only what it would add.
  public func read(_ paths: [FilePath]) async throws -> [MetadataOutcome] {
    var outcomes = try await reader.read(paths)
    let incomplete = outcomes.indices.filter { index in
      if case .media(let metadata, _) = outcomes[index] { metadata.needsDecoder } else { false }
    }
    if incomplete.isEmpty { return outcomes }
    do {
      let decoded = try await decoder.read(incomplete.map { paths[$0] })
      for (index, outcome) in zip(incomplete, decoded) { outcomes[index] = outcome }
    } catch let error as WorkerError where error.code == .toolMissing {
      return outcomes
    }
    return outcomes
  }
}
