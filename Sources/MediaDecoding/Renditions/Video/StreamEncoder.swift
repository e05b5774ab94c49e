internal import CFFmpeg
internal import MediaModel

/// One owner of an encoder of libavcodec that writes into a track.
final class StreamEncoder {
  let context: UnsafeMutablePointer<AVCodecContext>
  private(set) var count = 0
  private let movie: MovieOutput
  private let stream: UnsafeMutablePointer<AVStream>
  private var packet: UnsafeMutablePointer<AVPacket>?
  /// Length of a packet that does not say its own, in the encoder's time base.
  private let usualDuration: Int64

  /// Opens an encoder by name after `configure` has set its fields.
  init(
    _ name: String, _ options: [(String, String)] = [], _ movie: MovieOutput,
    usualDuration: Int64 = 0, _ configure: (UnsafeMutablePointer<AVCodecContext>) -> Void
  ) throws(RenderFailure) {
    guard let codec = avcodec_find_encoder_by_name(name) else {
      throw RenderFailure(
        code: .unsupported,
        reason: "FFmpeg's libraries lack the encoder \(name); install Debian's libavcodec.")
    }
    guard let context = avcodec_alloc_context3(codec) else { throw .noMemory }
    self.context = context
    self.movie = movie
    self.usualDuration = usualDuration
    var list: OpaquePointer?
    defer { av_dict_free(&list) }
    for (key, value) in options { av_dict_set(&list, key, value, 0) }
    configure(context)
    context.pointee.flags |= AV_CODEC_FLAG_BITEXACT | AV_CODEC_FLAG_GLOBAL_HEADER
    packet = av_packet_alloc()
    stream = try movie.addStream()
    let code = avcodec_open2(context, codec, &list)
    if code < 0 { throw .ffmpeg(code) }
    guard packet != nil, avcodec_parameters_from_context(stream.pointee.codecpar, context) >= 0
    else { throw .noMemory }
    stream.pointee.time_base = context.pointee.time_base
    stream.pointee.avg_frame_rate = context.pointee.framerate
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
    av_packet_free(&packet)
  }

  /// Encodes a frame, or with `nil` what is left, and writes what comes of it.
  func encode(_ frame: Frame?) throws(RenderFailure) {
    let code = avcodec_send_frame(context, frame?.frame)
    if code < 0, code != CFFMPEG_END_OF_FILE { throw .ffmpeg(code) }
    while let packet {
      let code = avcodec_receive_packet(context, packet)
      if code == CFFMPEG_TRY_AGAIN || code == CFFMPEG_END_OF_FILE { return }
      if code < 0 { throw .ffmpeg(code) }
      if packet.pointee.duration == 0 { packet.pointee.duration = usualDuration }
      count += 1
      try movie.write(packet, to: stream, timeBase: context.pointee.time_base)
    }
  }
}
