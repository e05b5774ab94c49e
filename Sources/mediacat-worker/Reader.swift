internal import MediaModel

/// The reader behind the worker; stands in until the metadata reader takes its place.
enum Reader {
  static let version: UInt32 = 0

  static func outcome(for path: FilePath) -> MetadataOutcome { .notMedia }
}
