internal import MediaModel

/// Reads candidates in batches, several at a time, and hands the outcomes back in walk order.
struct ReadPipeline: Sendable {
  let reader: any MetadataReading
  let preparation: Preparation

  /// Files a batch: enough to make a pipe's system calls cheap, few enough to share evenly.
  static let batchCount = 64
  /// Batches in flight for each that can be worked on.
  static let batchesPerReader = 3

  /// Reads one batch and prepares it for storing.
  func read(_ batch: [Candidate], root: FilePath) async throws -> [PreparedFile] {
    let paths = batch.map { root.appending($0.folder.path).appending($0.name) }
    let outcomes = try await reader.read(paths)
    return zip(batch, outcomes).map { preparation.prepare($0, $1) }
  }
}
