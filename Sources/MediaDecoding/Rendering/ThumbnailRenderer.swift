internal import MediaMetadata
public import MediaModel

/// Decodes media and makes thumbnails on the calling thread, one at a time a process.
public struct ThumbnailRenderer: Sendable {
  /// What one file may cost.
  public let limits: DecodingLimits

  /// Makes a renderer and starts the decoders.
  public init(limits: DecodingLimits = DecodingLimits()) {
    self.limits = limits
    MediaDecoding.start()
  }

  /// Makes one thumbnail: upright, in sRGB, without metadata; equal files give equal bytes.
  ///
  /// - Parameters:
  ///   - path: The absolute path of a media file.
  ///   - specification: What it shall be.
  /// - Returns: The encoded picture and what was learned of it.
  /// - Throws: ``RenderFailure`` for the file.
  /// - Complexity: Blocks the calling thread, at most about `limits.time`.
  public func render(
    _ path: FilePath, _ specification: ThumbnailSpecification
  ) throws(RenderFailure) -> RenderedThumbnail {
    let metadata = try EmbeddedMetadata(decodable: path)
    let decoded = try PictureDecoder(
      path: path, metadata: metadata, geometry: PictureGeometry(specification),
      posterTime: specification.posterTime, limits: limits, deadline: Deadline(in: limits.time)
    ).decode()
    return try decoded.thumbnail(specification)
  }
}

extension EmbeddedMetadata {
  /// What a file says of itself, as far as a decoder needs to know.
  init(decodable path: FilePath) throws(RenderFailure) {
    switch MetadataReader().outcome(for: path) {
    case .media(let found, _): self = found
    case .notMedia: throw RenderFailure(code: .unsupported, reason: "It is not a media file.")
    case .failed(let failure):
      // What our reader gives up on, a decoder may still show.
      guard let format = failure.format else { throw RenderFailure(failure) }
      self.init(format: format)
    }
  }
}
