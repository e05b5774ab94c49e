internal import CFFmpeg
internal import MediaModel

/// One owner of a file that libavformat reads.
final class InputFile {
  let context: UnsafeMutablePointer<AVFormatContext>
  private let deadline: UnsafeMutablePointer<Int64>

  /// Containers of the formats the catalog lists; playlists and all else that opens other files is
  /// left out.
  private static let containers =
    "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,mpegvideo,m4v,h264,hevc,asf,asf_o,flv,"
    + "live_flv,ogg,dv,wtv,rm,mxf"

  /// Opens a file and reads its head; `probeSize` bytes may be read to find out about streams.
  init(_ path: FilePath, deadline: Deadline, probeSize: Int64 = 5 << 20) throws(RenderFailure) {
    let moment = UnsafeMutablePointer<Int64>.allocate(capacity: 1)
    moment.initialize(to: deadline.milliseconds)
    self.deadline = moment
    guard let allocated = avformat_alloc_context() else {
      moment.deallocate()
      throw .noMemory
    }
    allocated.pointee.interrupt_callback = AVIOInterruptCB(
      callback: { opaque in
        guard let opaque else { return 0 }
        let milliseconds = opaque.assumingMemoryBound(to: Int64.self).pointee
        return Deadline(milliseconds: milliseconds).isOver ? 1 : 0
      }, opaque: moment)
    allocated.pointee.probesize = probeSize
    allocated.pointee.max_analyze_duration = 5_000_000
    var options: OpaquePointer?
    av_dict_set(&options, "protocol_whitelist", "file", 0)
    av_dict_set(&options, "format_whitelist", Self.containers, 0)
    defer { av_dict_free(&options) }
    var context: UnsafeMutablePointer<AVFormatContext>? = allocated
    let url = FilePath(bytes: Array("file:".utf8) + path.bytes)
    // Frees the context when it fails.
    let code = url.withCString { avformat_open_input(&context, $0, nil, &options) }
    guard code >= 0, let context else {
      moment.deallocate()
      throw .ffmpeg(code)
    }
    self.context = context
  }

  deinit {
    var context: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&context)
    deadline.deallocate()
  }

  /// Reads packets until the streams are known; costs a look at the pictures.
  func findStreams() throws(RenderFailure) {
    let code = avformat_find_stream_info(context, nil)
    if code < 0 { throw .ffmpeg(code) }
  }

  var streams: [UnsafeMutablePointer<AVStream>] {
    (0..<Int(context.pointee.nb_streams)).compactMap { context.pointee.streams[$0] }
  }

  /// The stream that is shown: the default one, else the first; cover pictures are none.
  var videoStream: UnsafeMutablePointer<AVStream>? {
    let candidates = streams.filter {
      $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
        && $0.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
    }
    return candidates.first { $0.pointee.disposition & AV_DISPOSITION_DEFAULT != 0 }
      ?? candidates.first
  }

  /// True when each packet holds a whole frame, both fields of it included.
  var hasWholePackets: Bool { ["mov,", "matroska,"].contains(where: isContainer) }

  /// The sound that is heard: the default one, else the first that has channels.
  var audioStream: UnsafeMutablePointer<AVStream>? {
    let candidates = streams.filter {
      let facts = $0.pointee.codecpar.pointee
      return facts.codec_type == AVMEDIA_TYPE_AUDIO && facts.ch_layout.nb_channels > 0
        && facts.sample_rate > 0
    }
    return candidates.first { $0.pointee.disposition & AV_DISPOSITION_DEFAULT != 0 }
      ?? candidates.first
  }

  /// True when libavformat's short name of the container begins so.
  func isContainer(_ name: String) -> Bool {
    context.pointee.iformat?.pointee.name.map { String(cString: $0).hasPrefix(name) } ?? false
  }

  /// Whether there is sound.
  var hasAudio: Bool {
    streams.contains { $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO }
  }
}

extension AVRational {
  /// The quotient, zero when it is undefined.
  var value: Double { den == 0 ? 0 : Double(num) / Double(den) }
}
