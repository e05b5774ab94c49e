internal import CFFmpeg
internal import MediaModel

/// One owner of a decoder of libavcodec.
final class FrameDecoder {
  private let context: UnsafeMutablePointer<AVCodecContext>

  /// Opens the decoder of a stream's parameters; `timeBase` is the one of its packets.
  init(
    _ parameters: UnsafePointer<AVCodecParameters>, limits: DecodingLimits,
    timeBase: AVRational = AVRational(num: 0, den: 1)
  ) throws(RenderFailure) {
    guard let codec = avcodec_find_decoder(parameters.pointee.codec_id) else {
      throw RenderFailure(code: .unsupported, reason: "There is no decoder for its codec.")
    }
    guard let allocated = avcodec_alloc_context3(codec) else { throw .noMemory }
    context = allocated
    avcodec_parameters_to_context(context, parameters)
    context.pointee.pkt_timebase = timeBase
    try open(codec, limits)
  }

  /// Opens a decoder by its number.
  init(_ codecID: AVCodecID, limits: DecodingLimits) throws(RenderFailure) {
    guard let codec = avcodec_find_decoder(codecID), let allocated = avcodec_alloc_context3(codec)
    else { throw RenderFailure(code: .unsupported, reason: "There is no decoder for its codec.") }
    context = allocated
    try open(codec, limits)
  }

  private func open(_ codec: UnsafePointer<AVCodec>, _ limits: DecodingLimits)
    throws(RenderFailure)
  {
    // Several threads would delay the first frame; other processes use the other cores.
    context.pointee.thread_count = 1
    context.pointee.max_pixels = Int64(limits.byteCount / 4)
    let code = avcodec_open2(context, codec, nil)
    if code < 0 { throw .ffmpeg(code) }
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  /// Gives a packet to the decoder, or the end; a damaged packet is passed over.
  func send(_ packet: UnsafePointer<AVPacket>?) { avcodec_send_packet(context, packet) }

  /// Takes the next frame; `nil` when the decoder needs more packets or is at its end.
  func receive(_ frame: Frame) -> Bool {
    while true {
      let code = avcodec_receive_frame(context, frame.frame)
      if code == 0 { return true }
      if code == CFFMPEG_TRY_AGAIN || code == CFFMPEG_END_OF_FILE { return false }
      // A damaged frame: the next packet may bring a sound one.
      return false
    }
  }
}
