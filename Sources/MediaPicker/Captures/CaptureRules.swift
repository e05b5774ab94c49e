public import MediaModel

/// What an inbox takes.
public struct CaptureRules: Hashable, Sendable {
  /// The kinds that are wanted; others are refused.
  public var types: Set<MediaType>
  /// How long a video may be, `nil` for as long as it is; a longer one is quarantined.
  public var maximumDuration: Duration?
  /// Bytes at most.
  public var maximumByteCount: Int64

  /// Makes rules.
  public init(
    types: Set<MediaType> = Set(MediaType.allCases), maximumDuration: Duration? = nil,
    maximumByteCount: Int64 = 16 << 30
  ) {
    self.types = types
    self.maximumDuration = maximumDuration
    self.maximumByteCount = maximumByteCount
  }
}

extension CatalogError.Code {
  /// Neither a picture nor a video.
  public static let notMedia = CatalogError.Code(rawValue: "not-media")
  /// Zero bytes.
  public static let empty = CatalogError.Code(rawValue: "empty")
  /// A kind that is not wanted here.
  public static let typeNotAllowed = CatalogError.Code(rawValue: "type-not-allowed")
  /// A video above the limit.
  public static let tooLong = CatalogError.Code(rawValue: "too-long")
  /// A recording that ends too early.
  public static let truncated = CatalogError.Code(rawValue: "truncated")
  /// Nothing could look at it yet; the next recovery tries again.
  public static let unread = CatalogError.Code(rawValue: "unread")
  /// Someone else holds it.
  public static let leased = CatalogError.Code(rawValue: "leased")
}
