internal import CFFmpeg
internal import MediaModel

/// Decodes a track of sound and encodes it as AAC in one or two channels.
///
/// Gaps become silence, so that sound and pictures stay together.
final class EncodedSound: MovieTrack {
  var count: Int { encoder.count }
  private let decoder: FrameDecoder
  private let encoder: StreamEncoder
  private let timeBase: AVRational
  private let sampleRate: Int32
  private let layout: String
  private var graph: FilterGraph?
  private var shape: String?
  private let decoded: Frame
  private let filtered: Frame
  private var next: Int64?

  init(
    _ stream: UnsafeMutablePointer<AVStream>, _ decoder: FrameDecoder, _ movie: MovieOutput,
    rate: Int64
  ) throws(RenderFailure) {
    self.decoder = decoder
    timeBase = stream.pointee.time_base
    let facts = stream.pointee.codecpar.pointee
    let channels: Int32 = facts.ch_layout.nb_channels == 1 ? 1 : 2
    // The two rates that every device has.
    let sampleRate: Int32 = facts.sample_rate % 11_025 == 0 ? 44_100 : 48_000
    self.sampleRate = sampleRate
    layout = channels == 1 ? "mono" : "stereo"
    decoded = try Frame()
    filtered = try Frame()
    encoder = try StreamEncoder("aac", [], movie) { context in
      context.pointee.sample_rate = sampleRate
      context.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
      av_channel_layout_default(&context.pointee.ch_layout, channels)
      context.pointee.bit_rate = channels == 1 ? rate * 3 / 5 : rate
      context.pointee.time_base = AVRational(num: 1, den: sampleRate)
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
    if next != nil { try encoder.encode(nil) }
  }

  private func drainDecoder() throws(RenderFailure) {
    while decoder.receive(decoded) {
      guard let shape = Self.shape(of: decoded, timeBase) else { continue }
      let time = decoded.frame.pointee.best_effort_timestamp
      decoded.frame.pointee.pts = time
      if shape != self.shape {
        try endGraph()
        // Encoded samples are counted from zero, so the first chain fills up what is missing.
        let start = next == nil ? ":first_pts=0" : ""
        graph = try FilterGraph(
          shape,
          "aresample=\(sampleRate):async=1:min_hard_comp=0.1\(start)"
            + ",aformat=sample_fmts=fltp:sample_rates=\(sampleRate):channel_layouts=\(layout)",
          .audio)
        graph?.setFrameSize(encoder.context.pointee.frame_size)
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
      let frame = filtered.frame
      let time = av_rescale_q(
        frame.pointee.pts, graph.timeBase, encoder.context.pointee.time_base)
      // Only the last frame of all may be short; one in the middle ends a chain of filters.
      frame.pointee.pts = max(time, next ?? time)
      next = frame.pointee.pts + Int64(frame.pointee.nb_samples)
      try encoder.encode(filtered)
    }
  }

  /// The source of frames like one; `nil` for a frame that holds nothing.
  private static func shape(of frame: Frame, _ timeBase: AVRational) -> String? {
    let facts = frame.frame
    guard facts.pointee.nb_samples > 0, facts.pointee.sample_rate > 0,
      facts.pointee.ch_layout.nb_channels > 0
    else { return nil }
    if facts.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC {
      let count = facts.pointee.ch_layout.nb_channels
      av_channel_layout_default(&facts.pointee.ch_layout, count)
    }
    var name = [CChar](repeating: 0, count: 128)
    guard av_channel_layout_describe(&facts.pointee.ch_layout, &name, name.count) > 0,
      let format = av_get_sample_fmt_name(AVSampleFormat(facts.pointee.format))
    else { return nil }
    let layout = String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return "abuffer=time_base=\(timeBase.num)/\(timeBase.den)"
      + ":sample_rate=\(facts.pointee.sample_rate):sample_fmt=\(String(cString: format))"
      + ":channel_layout='\(layout)'"
  }
}
