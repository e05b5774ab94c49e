/// The one table of what nearly every program opens.
///
/// | kept | because |
/// | --- | --- |
/// | JPEG, PNG, GIF | every browser, viewer, mail program and upload form since the nineties |
/// | H.264 8-bit 4:2:0, progressive, SDR, with AAC, MP3 or no sound, in MP4 or M4V | every device with a screen |
///
/// Everything else is converted. WebP, AVIF and JPEG XL are opened by browsers but refused by many
/// forms and desktop programs. QuickTime holds the same streams as MP4, but half of all browsers
/// refuse its media type, and changing the container costs no quality.
public enum CompatibleEncoding {
  /// What can be said of an item without opening it.
  public enum Verdict: Hashable, Sendable {
    /// Its own bytes will do.
    case compatible
    /// It must be converted.
    case incompatible(Rendition.Reason)
    /// Only a look at its streams can tell.
    case unknown
  }

  /// Judges by what a catalog knows.
  ///
  /// - Parameters:
  ///   - format: The container.
  ///   - codec: Short name of the picture codec, as in ``EmbeddedMetadata/codec``.
  ///   - hdr: Name of the dynamic range, as in ``EmbeddedMetadata/hdr``.
  /// - Returns: What is certain; `unknown` is not.
  public static func verdict(format: MediaFormat, codec: String?, hdr: String?) -> Verdict {
    if format.type == .image {
      // A gain map beside a JPEG leaves the picture below it as it is.
      return [.jpeg, .png, .gif].contains(format) ? .compatible : .incompatible(.format)
    }
    if hdr != nil { return .incompatible(.dynamicRange) }
    guard containers.contains(format) else { return .incompatible(.format) }
    // Neither the profile of H.264 nor the codec of the sound stands in the catalog.
    if let codec, codec != videoCodec { return .incompatible(.codec) }
    return .unknown
  }

  /// Containers that are kept when their streams allow it.
  public static let containers: Set<MediaFormat> = [.mp4, .m4v]
  /// The video codec that is kept.
  public static let videoCodec = "h264"
}
