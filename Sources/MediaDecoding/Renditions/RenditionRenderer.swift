internal import CFFmpeg
internal import MediaMetadata
public import MediaModel

/// Makes compatible renditions on the calling thread, one at a time a process.
public struct RenditionRenderer: Sendable {
  /// What one file may cost.
  public let limits: RenditionLimits

  /// Makes a renderer and starts the decoders.
  public init(limits: RenditionLimits = RenditionLimits()) {
    self.limits = limits
    MediaDecoding.start()
  }

  /// Writes the compatible rendition of a file.
  ///
  /// A picture becomes an upright JPEG in sRGB, 4:2:0, with an EXIF block of what is known of it; of
  /// an animation it is the first frame. A video becomes MP4 with its index in front: streams that
  /// are compatible are copied bit for bit, others are encoded. Subtitles, chapters and further
  /// tracks stay behind.
  ///
  /// - Parameters:
  ///   - path: The absolute path of a media file.
  ///   - specification: What the rendition shall be.
  ///   - output: A descriptor of an empty regular file, open for reading and writing.
  ///   - progress: Told how far it is, very often, and that work goes on.
  /// - Returns: What was written.
  /// - Throws: ``RenderFailure`` for the file; the output may hold a part then.
  public func render(
    _ path: FilePath, _ specification: RenditionSpecification, into output: Int32,
    progress: @escaping (RenditionProgress) -> Void
  ) throws(RenderFailure) -> RenditionOutcome {
    let metadata = try EmbeddedMetadata(decodable: path)
    let byteCount = Int64(try OpenMedia(path).count)
    let isAdmitted = specification.admits(size: metadata.displaySize, byteCount: byteCount)
    let verdict = CompatibleEncoding.verdict(
      format: metadata.format, codec: metadata.codec, hdr: metadata.hdr)
    if verdict == .compatible, isAdmitted == true { return .originalWillDo }
    let limit = min(specification.maximumByteCount ?? .max, limits.outputByteCount)
    let file = OutputFile(output, limit: limit)
    if metadata.format.type == .image {
      return try StillRendition(
        path: path, metadata: metadata, specification: specification, limits: limits.still
      ).write(to: file)
    }
    return try VideoRendition(
      path: path, specification: specification, limits: limits,
      mayStay: verdict == .unknown && isAdmitted != false, duration: metadata.duration
    ).write(to: file, progress)
  }
}

/// What one rendition may cost.
public struct RenditionLimits: Hashable, Sendable {
  /// For pictures, and for the frames of videos.
  public var still: DecodingLimits = {
    var limits = DecodingLimits()
    limits.time = .seconds(50)
    return limits
  }()
  /// Bytes written.
  public var outputByteCount: Int64 = 16 << 30
  /// Length of a video; longer ones are refused.
  public var duration = Duration.seconds(24 * 3_600)

  /// The default limits.
  public init() {}
}
