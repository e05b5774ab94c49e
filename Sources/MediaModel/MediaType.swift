/// What a media item is, by its content.
public enum MediaType: UInt8, Hashable, Sendable, CaseIterable {
  case image = 1
  case video = 2

  /// The stable name used in columns, JSON and queries: `image` or `video`.
  public var name: String {
    switch self {
    case .image: "image"
    case .video: "video"
    }
  }
}
