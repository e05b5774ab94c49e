internal import CFFmpeg
internal import MediaModel

/// Finds the frame that stands for a video.
struct PosterDecoder {
  let path: FilePath
  let geometry: PictureGeometry
  /// Where the frame is, `nil` for the first that is not blank.
  let posterTime: Duration?
  let limits: DecodingLimits
  let deadline: Deadline

  /// Frames whose brightness varies less than this (10 of 255 in the mean) are blank: black, white,
  /// noise on them, or the begin of a fade.
  private static let blankVariance = 100.0
  /// Seconds from the start in which a frame that is not blank is looked for.
  private static let searchedSeconds = 3.0
  /// Packets of other streams and damaged ones, before the search is given up.
  private static let maximumPackets = 20_000

  /// Decodes the frame at the asked time, else the first that is not blank.
  func decode() throws(RenderFailure) -> DecodedPicture {
    let file = try InputFile(path, deadline: deadline)
    var stream = file.videoStream
    if stream.map({ $0.pointee.codecpar.pointee.width == 0 }) ?? true {
      try file.findStreams()
      stream = file.videoStream
    }
    guard let stream else {
      throw RenderFailure(code: .undecodable, reason: "It holds no picture.")
    }
    let frame = try findFrame(of: stream, in: file)
    return try picture(frame, StreamGeometry(stream, in: file.context, frame: frame.frame))
  }

  private func findFrame(
    of stream: UnsafeMutablePointer<AVStream>, in file: InputFile
  ) throws(RenderFailure) -> Frame {
    for other in file.streams where other != stream { other.pointee.discard = AVDISCARD_ALL }
    if posterTime == nil, file.hasWholePackets {
      if let frame = try firstFrame(of: stream, in: file),
        try FrameScaler.lumaVariance(frame) >= Self.blankVariance
      {
        return frame
      }
      seek(to: 0, stream, in: file)
    }
    let decoder = try FrameDecoder(stream.pointee.codecpar, limits: limits)
    var search = PosterSearch(
      time: posterTime.map(\.seconds), limit: Self.searchedSeconds,
      blankVariance: Self.blankVariance)
    if let time = search.time, time > 0 { seek(to: time, stream, in: file) }
    var packet = av_packet_alloc()
    defer { av_packet_free(&packet) }
    let frame = try Frame()
    for _ in 0..<Self.maximumPackets {
      if deadline.isOver { break }
      let code = av_read_frame(file.context, packet)
      let isAtEnd = code < 0
      if isAtEnd {
        decoder.send(nil)
      } else {
        if packet?.pointee.stream_index == stream.pointee.index { decoder.send(packet) }
        av_packet_unref(packet)
      }
      while decoder.receive(frame) {
        if try search.take(frame, at: seconds(of: frame, in: stream)) { break }
      }
      if search.isDone || isAtEnd { break }
    }
    if let found = search.best { return found }
    if deadline.isOver { throw .late }
    throw .damaged("no frame of it can be decoded")
  }

  /// The first frame, without the frames after it that a decoder asks for to sort them.
  private func firstFrame(
    of stream: UnsafeMutablePointer<AVStream>, in file: InputFile
  ) throws(RenderFailure) -> Frame? {
    let decoder = try FrameDecoder(stream.pointee.codecpar, limits: limits)
    var packet = av_packet_alloc()
    defer { av_packet_free(&packet) }
    while !deadline.isOver, av_read_frame(file.context, packet) >= 0 {
      defer { av_packet_unref(packet) }
      guard packet?.pointee.stream_index == stream.pointee.index else { continue }
      decoder.send(packet)
      decoder.send(nil)
      let frame = try Frame()
      return decoder.receive(frame) ? frame : nil
    }
    return nil
  }

  private func seek(
    to time: Double, _ stream: UnsafeMutablePointer<AVStream>, in file: InputFile
  ) {
    let base = stream.pointee.time_base.value
    guard base > 0 else { return }
    let start = stream.pointee.start_time == CFFMPEG_NO_TIME ? 0 : stream.pointee.start_time
    let target = start &+ Int64(clamping: Int((min(time, 1e6) / base).rounded(.down)))
    // Without an index the search goes on from the start.
    av_seek_frame(file.context, stream.pointee.index, target, AVSEEK_FLAG_BACKWARD)
  }

  /// Seconds from the start of the stream.
  private func seconds(of frame: Frame, in stream: UnsafeMutablePointer<AVStream>) -> Double? {
    let time = frame.frame.pointee.best_effort_timestamp
    guard time != CFFMPEG_NO_TIME else { return nil }
    let start = stream.pointee.start_time == CFFMPEG_NO_TIME ? 0 : stream.pointee.start_time
    return Double(time &- start) * stream.pointee.time_base.value
  }

  private func picture(
    _ frame: Frame, _ shape: StreamGeometry
  ) throws(RenderFailure) -> DecodedPicture {
    let shown = shape.displaySize(of: frame.size)
    let reduced = geometry.reducedSize(of: shown)
    let stored = shape.orientation.displaySize(of: reduced)
    var frame = frame
    if frame.isHighDynamicRange, let mapped = try? ToneMapping.map(frame, to: stored) {
      frame = mapped
    }
    let bitmap = try FrameScaler.bitmap(frame, size: stored)
    return DecodedPicture(
      pixels: .bitmap(bitmap), orientation: shape.orientation, fullSize: shown)
  }
}

/// Remembers the best frame so far.
private struct PosterSearch {
  /// The asked time in seconds.
  let time: Double?
  let limit: Double
  let blankVariance: Double
  private(set) var best: Frame?
  private(set) var isDone = false
  private var bestVariance = -1.0
  private var count = 0

  /// Frames looked at when they have no times.
  private static let maximumFrames = 400

  init(time: Double?, limit: Double, blankVariance: Double) {
    self.time = time
    self.limit = limit
    self.blankVariance = blankVariance
  }

  /// Looks at a frame; true when the search is over.
  mutating func take(_ frame: Frame, at seconds: Double?) throws(RenderFailure) -> Bool {
    count += 1
    if let time {
      // The frame shown at a time is the last that begins no later.
      if best == nil || (seconds ?? 0) <= time { best = try frame.copy() }
      isDone = (seconds ?? time) >= time
      return isDone
    }
    if let seconds, seconds > limit, best != nil {
      isDone = true
      return true
    }
    let variance = try FrameScaler.lumaVariance(frame)
    if variance > bestVariance {
      best = try frame.copy()
      bestVariance = variance
    }
    isDone = variance >= blankVariance || count >= Self.maximumFrames
    return isDone
  }
}

extension Duration {
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
