internal import CFFmpeg
internal import MediaModel

/// What becomes of the sound of a video: copied as it is, or encoded as AAC.
struct SoundPlan {
  /// True when the packets go over bit for bit.
  let isCopied: Bool
  private let stream: UnsafeMutablePointer<AVStream>
  private let rate: Int64

  /// Decides for a stream.
  init(_ stream: UnsafeMutablePointer<AVStream>, _ budget: RateBudget) {
    self.stream = stream
    rate = budget.sound
    let facts = stream.pointee.codecpar.pointee
    let isCompatible =
      facts.codec_id == AV_CODEC_ID_AAC && facts.ch_layout.nb_channels <= 8
      // Lower rates of MP3 have no place in MP4.
      || facts.codec_id == AV_CODEC_ID_MP3 && facts.sample_rate >= 16_000
    isCopied = isCompatible && budget.copied == .max
  }

  /// The track that carries the plan out; `nil` when nobody here can decode the sound.
  ///
  /// Pictures without their sound are better than nothing at all.
  func makeTrack(
    _ movie: MovieOutput, _ limits: DecodingLimits
  ) throws(RenderFailure) -> (any MovieTrack)? {
    if isCopied { return try CopiedTrack(stream, movie) }
    let decoder: FrameDecoder
    do throws(RenderFailure) {
      decoder = try FrameDecoder(
        stream.pointee.codecpar, limits: limits, timeBase: stream.pointee.time_base)
    } catch {
      return nil
    }
    return try EncodedSound(stream, decoder, movie, rate: rate)
  }
}
