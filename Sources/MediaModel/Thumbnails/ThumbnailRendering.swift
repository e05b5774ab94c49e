/// Decodes media and makes thumbnails.
///
/// Two renderers exist: one in worker processes and its twin in this process.
public protocol ThumbnailRendering: Sendable {
  /// Makes one thumbnail.
  ///
  /// - Parameters:
  ///   - path: The absolute path of a media file.
  ///   - specification: What it shall be.
  /// - Returns: The encoded picture, upright and in sRGB.
  /// - Throws: ``RenderFailure`` for the file, `CancellationError`.
  func thumbnail(
    of path: FilePath, _ specification: ThumbnailSpecification
  ) async throws -> RenderedThumbnail
}

/// An encoded thumbnail and what was learned while it was made.
public struct RenderedThumbnail: Hashable, Sendable {
  /// Grows when the same file and specification give another picture: caches start anew.
  public static let version = 2

  /// The encoded bytes.
  public var bytes: [UInt8]
  /// Its size in pixels.
  public var size: PixelSize
  /// True when an embedded preview was good enough and nothing large was decoded.
  public var isFromEmbeddedPreview: Bool
  /// The 64-bit difference hash of the upright picture, to compare decoders by.
  public var differenceHash: UInt64
  /// The mean colour, `0xRRGGBB`.
  public var meanColor: UInt32
  /// What the picture looks like, `nil` when the renderer did not learn it.
  public var look: PictureLook?

  /// Makes a value.
  public init(
    bytes: [UInt8], size: PixelSize, isFromEmbeddedPreview: Bool = false,
    differenceHash: UInt64 = 0, meanColor: UInt32 = 0, look: PictureLook? = nil
  ) {
    self.bytes = bytes
    self.size = size
    self.isFromEmbeddedPreview = isFromEmbeddedPreview
    self.differenceHash = differenceHash
    self.meanColor = meanColor
    self.look = look
  }
}
