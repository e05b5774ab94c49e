internal import CFFmpeg
internal import MediaModel

/// What becomes of the pictures of a video: copied as they are, or encoded, and how.
struct PicturePlan {
  /// True when the packets go over bit for bit.
  let isCopied: Bool
  /// The size as shown.
  let shown: PixelSize
  private let stream: UnsafeMutablePointer<AVStream>
  private let orientation: Orientation
  /// The encoded size before turning; both sides are even, as 4:2:0 wants.
  private let stored: PixelSize
  private let framesPerSecond: AVRational
  private let rate: (pictures: Int64, slack: Double)?

  /// Decides for a stream.
  init(
    _ stream: UnsafeMutablePointer<AVStream>, in input: InputFile,
    _ specification: RenditionSpecification, _ budget: RateBudget
  ) {
    self.stream = stream
    let facts = stream.pointee.codecpar.pointee
    let geometry = StreamGeometry(stream, in: input.context)
    orientation = geometry.orientation
    let source = PixelSize(width: max(1, Int(facts.width)), height: max(1, Int(facts.height)))
    let square = geometry.square(source)
    framesPerSecond = av_guess_frame_rate(input.context, stream, nil)
    rate = budget.pictures.map { ($0, budget.slack) }
    let side = max(square.width, square.height)
    let byteCount = input.context.pointee.pb.map { avio_size($0) } ?? 0
    isCopied =
      Self.isCompatible(facts) && !input.isContainer("avi")
      && side <= specification.maximumSide ?? .max && byteCount <= budget.copied
    let bound = specification.maximumSide ?? RenditionSpecification.defaultVideoSide
    let fitting = PictureGeometry(maximumSide: bound).reducedSize(of: square)
    let reduced = budget.reduced(fitting, framesPerSecond: framesPerSecond.value)
    stored = PixelSize(width: Self.even(reduced.width), height: Self.even(reduced.height))
    shown = orientation.displaySize(of: isCopied ? square : stored)
  }

  /// The track that carries the plan out.
  func makeTrack(
    _ movie: MovieOutput, _ limits: DecodingLimits
  ) throws(RenderFailure) -> any MovieTrack {
    if isCopied { return try CopiedTrack(stream, movie) }
    guard stream.pointee.codecpar.pointee.width > 0 else {
      throw .damaged("its pictures have no size")
    }
    return try EncodedPictures(
      stream, movie,
      filters: FrameFilters(
        stored, orientation, stream.pointee.codecpar.pointee),
      framesPerSecond: framesPerSecond, rate: rate, limits: limits)
  }

  /// H.264 of a profile and a pixel format that every decoder has, for common screens.
  ///
  /// - Note: Source: ITU-T H.264 Annex A: 66 Baseline, 77 Main, 88 Extended, 100 High.
  private static func isCompatible(_ facts: AVCodecParameters) -> Bool {
    let profile = facts.profile & ~FF_PROFILE_H264_CONSTRAINED
    let isProgressive =
      facts.field_order == AV_FIELD_PROGRESSIVE || facts.field_order == AV_FIELD_UNKNOWN
    return facts.codec_id == AV_CODEC_ID_H264 && [66, 77, 100].contains(profile)
      && (facts.format == AV_PIX_FMT_YUV420P.rawValue
        || facts.format == AV_PIX_FMT_YUVJ420P.rawValue)
      && isProgressive && !facts.isHighDynamicRange && !facts.hasWideGamut
      && facts.width > 0 && facts.extradata_size > 0
  }

  /// The nearest even number that is no larger, 2 or more.
  private static func even(_ side: Int) -> Int { max(2, side / 2 * 2) }
}

extension AVCodecParameters {
  /// True when brightness is coded for screens brighter than common ones: PQ or HLG.
  var isHighDynamicRange: Bool {
    color_trc == AVCOL_TRC_SMPTE2084 || color_trc == AVCOL_TRC_ARIB_STD_B67
  }

  /// True when colours are coded for screens with more of them: BT.2020, P3.
  var hasWideGamut: Bool {
    [AVCOL_PRI_BT2020, AVCOL_PRI_SMPTE431, AVCOL_PRI_SMPTE432].contains(color_primaries)
  }
}
