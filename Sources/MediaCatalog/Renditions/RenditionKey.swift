internal import MediaModel

/// What one cached rendition is of: an item, the state of its bytes, and a specification.
struct RenditionKey: Hashable, Sendable {
  /// The item's 128-bit identifier.
  var uid: UniqueIdentifier
  /// The revision of its content.
  var revision: Int64
  /// Picture or video.
  var type: MediaType
  /// What it shall be.
  var specification: RenditionSpecification

  /// Raised when equal specifications give other bytes than before.
  private static let generation = 1

  /// The file's place below the cache, as ``ThumbnailKey/relativePath``.
  var relativePath: FilePath { FilePath("\(stem).\(type == .image ? "jpg" : "mp4")") }

  /// The place of the record of it.
  var recordPath: FilePath { FilePath("\(stem).record") }

  private var stem: String {
    let hex = uid.hexDigits
    var text = "\(hex.suffix(2))/\(hex)-\(revision)-g\(Self.generation)"
    if let side = specification.maximumSide { text += "-s\(side)" }
    if let count = specification.maximumByteCount { text += "-b\(count)" }
    if type == .image { text += "-q\(specification.quality)" }
    return text
  }
}
