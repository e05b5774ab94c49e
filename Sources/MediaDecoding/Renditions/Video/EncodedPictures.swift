internal import CFFmpeg
internal import MediaModel

/// Decodes a track of pictures and encodes it as H.264.
///
/// Every frame keeps its own time; none is doubled or dropped but those out of order. Damaged packets
/// are passed over.
final class EncodedPictures: MovieTrack {
  var count: Int { encoder.count }
  private let decoder: FrameDecoder
  private let encoder: StreamEncoder
  private let filters: FrameFilters
  private let timeBase: AVRational
  private let usualDuration: Int64
  private var graph: FilterGraph?
  private var shape: Shape?
  private let decoded: Frame
  private let filtered: Frame
  private var lastDecoded: Int64?
  private var lastEncoded: Int64?

  /// What a chain of filters is made for.
  private struct Shape: Equatable {
    var size: PixelSize
    var format: Int32
  }

  /// x264 gives other bytes for another number of threads, so the number is fixed; four keep a small
  /// machine busy and a large one free.
  private static let threadCount: Int32 = 4
  /// A constant quality that few eyes tell from the source's.
  private static let quality = "21"
  private static let preset = "veryfast"

  init(
    _ stream: UnsafeMutablePointer<AVStream>, _ movie: MovieOutput, filters: FrameFilters,
    framesPerSecond: AVRational, rate: (pictures: Int64, slack: Double)?, limits: DecodingLimits
  ) throws(RenderFailure) {
    self.filters = filters
    // Fine units keep all times exact; absurd ones overflow in the encoder.
    let own = stream.pointee.time_base
    timeBase = own
    let base =
      own.num > 0 && own.den > 0 && own.den <= 1_000_000 && own.value <= 0.1
      ? own : AVRational(num: 1, den: 90_000)
    let isKnown = framesPerSecond.num > 0 && framesPerSecond.den > 0
    let inverse = AVRational(num: framesPerSecond.den, den: framesPerSecond.num)
    usualDuration = isKnown ? max(1, av_rescale_q(1, inverse, base)) : 1
    decoder = try FrameDecoder(stream.pointee.codecpar, limits: limits, timeBase: own)
    decoded = try Frame()
    filtered = try Frame()
    encoder = try StreamEncoder(
      "libx264", [("preset", Self.preset), ("crf", Self.quality), ("profile", "high")], movie,
      usualDuration: usualDuration
    ) { context in
      context.pointee.width = Int32(filters.size.width)
      context.pointee.height = Int32(filters.size.height)
      context.pointee.pix_fmt = AV_PIX_FMT_YUV420P
      context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
      context.pointee.time_base = base
      if isKnown { context.pointee.framerate = framesPerSecond }
      context.pointee.color_range = AVCOL_RANGE_MPEG
      context.pointee.color_primaries = filters.color.primaries
      context.pointee.color_trc = filters.color.transfer
      context.pointee.colorspace = filters.color.matrix
      context.pointee.thread_count = Self.threadCount
      if let rate {
        context.pointee.rc_max_rate = rate.pictures
        context.pointee.rc_buffer_size = Int32(
          clamping: max(1_000, Int64(Double(rate.pictures) * rate.slack)))
      }
    }
  }

  func take(_ packet: UnsafeMutablePointer<AVPacket>) throws(RenderFailure) {
    decoder.send(packet)
    try drainDecoder()
  }

  func finish() throws(RenderFailure) {
    decoder.send(nil)
    try drainDecoder()
    try endGraph()
    if count > 0 || lastEncoded != nil { try encoder.encode(nil) }
  }

  private func drainDecoder() throws(RenderFailure) {
    while decoder.receive(decoded) {
      let time = decoded.frame.pointee.best_effort_timestamp
      let unit = max(1, av_rescale_q(usualDuration, encoder.context.pointee.time_base, timeBase))
      let now = time != CFFMPEG_NO_TIME ? time : (lastDecoded.map { $0 &+ unit } ?? 0)
      lastDecoded = now
      decoded.frame.pointee.pts = now
      filters.prepare(decoded)
      let shape = Shape(size: decoded.size, format: decoded.frame.pointee.format)
      if shape != self.shape {
        try endGraph()
        graph = try filters.makeGraph(for: decoded, timeBase: timeBase)
        self.shape = shape
      }
      try graph?.send(decoded)
      try drainGraph()
    }
  }

  private func endGraph() throws(RenderFailure) {
    try graph?.send(nil)
    try drainGraph()
    graph = nil
  }

  private func drainGraph() throws(RenderFailure) {
    guard let graph else { return }
    while try graph.receive(filtered) {
      let time = av_rescale_q(
        filtered.frame.pointee.pts, graph.timeBase, encoder.context.pointee.time_base)
      if let lastEncoded, time <= lastEncoded { continue }
      lastEncoded = time
      filtered.frame.pointee.pts = time
      // The encoder chooses by itself where a group of pictures begins.
      filtered.frame.pointee.pict_type = AV_PICTURE_TYPE_NONE
      try encoder.encode(filtered)
    }
  }
}
