internal import CFFmpeg
internal import MediaModel

/// One track of the movie that is written: takes packets of the source, writes its own.
protocol MovieTrack: AnyObject {
  /// Packets written.
  var count: Int { get }
  /// Takes a packet, which stays the caller's.
  func take(_ packet: UnsafeMutablePointer<AVPacket>) throws(RenderFailure)
  /// Writes what is left.
  func finish() throws(RenderFailure)
}

/// A track whose packets go over as they are.
final class CopiedTrack: MovieTrack {
  private(set) var count = 0
  private let movie: MovieOutput
  private let stream: UnsafeMutablePointer<AVStream>
  private let timeBase: AVRational
  private let waitsForKey: Bool
  /// Frames that the decoder holds back to sort them.
  private let delay: Int64
  private var packet: UnsafeMutablePointer<AVPacket>?
  private var last: Int64?

  init(_ source: UnsafeMutablePointer<AVStream>, _ movie: MovieOutput) throws(RenderFailure) {
    self.movie = movie
    stream = try movie.addStream()
    timeBase = source.pointee.time_base
    waitsForKey = source.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
    delay = Int64(source.pointee.codecpar.pointee.video_delay)
    packet = av_packet_alloc()
    guard packet != nil,
      avcodec_parameters_copy(stream.pointee.codecpar, source.pointee.codecpar) >= 0
    else { throw .noMemory }
    // The number by which the source's container calls the codec.
    stream.pointee.codecpar.pointee.codec_tag = 0
    stream.pointee.time_base = timeBase
    stream.pointee.avg_frame_rate = source.pointee.avg_frame_rate
    stream.pointee.sample_aspect_ratio = source.pointee.sample_aspect_ratio
    try copyDisplayMatrix(of: source)
  }

  deinit { av_packet_free(&packet) }

  private func copyDisplayMatrix(
    of source: UnsafeMutablePointer<AVStream>
  ) throws(RenderFailure) {
    var size = 0
    guard let matrix = av_stream_get_side_data(source, AV_PKT_DATA_DISPLAYMATRIX, &size) else {
      return
    }
    guard let copy = av_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, size) else {
      throw .noMemory
    }
    copy.update(from: matrix, count: size)
  }

  func take(_ source: UnsafeMutablePointer<AVPacket>) throws(RenderFailure) {
    // Pictures before the first key refer to others that are not there.
    if waitsForKey, count == 0, source.pointee.flags & AV_PKT_FLAG_KEY == 0 { return }
    guard let packet, av_packet_ref(packet, source) >= 0 else { throw .noMemory }
    defer { av_packet_unref(packet) }
    let (pts, dts) = (source.pointee.pts, source.pointee.dts)
    var time = dts != CFFMPEG_NO_TIME ? dts : guess(source)
    // Steps backward are errors of the source, which no player forgives.
    if let last, time <= last { time = last + 1 }
    packet.pointee.dts = time
    packet.pointee.pts = pts == CFFMPEG_NO_TIME ? time : max(pts, time)
    last = time
    count += 1
    try movie.write(packet, to: stream, timeBase: timeBase)
  }

  /// When to decode a packet that does not say so, as the first ones of Matroska with B-frames: a
  /// frame after the one before, the first as early as the decoder needs to sort what follows.
  private func guess(_ packet: UnsafeMutablePointer<AVPacket>) -> Int64 {
    let length = max(1, packet.pointee.duration)
    let pts = packet.pointee.pts
    guard let last else {
      return pts == CFFMPEG_NO_TIME ? 0 : pts &- delay &* length
    }
    return pts == CFFMPEG_NO_TIME ? last &+ length : min(last &+ length, pts)
  }

  func finish() throws(RenderFailure) {}
}
