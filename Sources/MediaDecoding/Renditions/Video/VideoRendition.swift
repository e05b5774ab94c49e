internal import CFFmpeg
internal import Glibc
internal import MediaModel

/// A video as an MP4 file that every device plays.
struct VideoRendition {
  let path: FilePath
  let specification: RenditionSpecification
  let limits: RenditionLimits
  /// True when the file itself will do, unless its streams say otherwise.
  let mayStay: Bool
  /// The length as far as it is known.
  let duration: Duration?

  /// A week: the parent's patience ends long before.
  private static let deadline = Duration.seconds(7 * 86_400)

  /// Reads, decodes, encodes, writes.
  func write(
    to output: OutputFile, _ progress: @escaping (RenditionProgress) -> Void
  ) throws(RenderFailure) -> RenditionOutcome {
    let input = try InputFile(path, deadline: Deadline(in: Self.deadline))
    try input.findStreams()
    guard let video = input.videoStream else {
      throw RenderFailure(code: .renditionUnavailable, reason: "It holds no moving picture.")
    }
    let seconds = try length(of: input)
    let budget = try RateBudget(specification.maximumByteCount, seconds: seconds)
    let picture = PicturePlan(video, in: input, specification, budget)
    let sound = input.audioStream.map { SoundPlan($0, budget) }
    let isCopied = picture.isCopied && sound?.isCopied ?? true
    if isCopied, mayStay { return .originalWillDo }
    let movie = try MovieOutput(output)
    movie.setMetadata(of: input)
    var tracks: [Int32: any MovieTrack] = [:]
    let clock = MediaClock(input)
    let pictures = try picture.makeTrack(movie, limits.still)
    tracks[video.pointee.index] = pictures
    if let stream = input.audioStream, let sound,
      let track = try sound.makeTrack(movie, limits.still)
    {
      tracks[stream.pointee.index] = track
    }
    try movie.begin()
    try transfer(input, to: tracks, clock, seconds: seconds, progress)
    guard pictures.count > 0 else { throw .damaged("no frame of it can be decoded") }
    // Moving the index to the front of a large file takes long, and no packet is read meanwhile.
    output.onWrite = { progress(RenditionProgress(part: 1, seconds: seconds)) }
    defer { output.onWrite = nil }
    try movie.end()
    return .made(
      RenditionOutcome.Made(
        method: isCopied ? .copied : .encoded, mime: MediaFormat.mp4.mime, size: picture.shown,
        byteCount: output.count))
  }

  /// Seconds of media, 0 when nobody says.
  private func length(of input: InputFile) throws(RenderFailure) -> Double {
    let told = input.context.pointee.duration
    let known = duration.map { $0 / .seconds(1) } ?? 0
    let seconds = told == CFFMPEG_NO_TIME || told <= 0 ? known : Double(told) / 1e6
    guard seconds <= limits.duration / .seconds(1) else { throw .tooLong(limits.duration) }
    return max(0, seconds)
  }

  private func transfer(
    _ input: InputFile, to tracks: [Int32: any MovieTrack], _ clock: MediaClock, seconds: Double,
    _ progress: @escaping (RenditionProgress) -> Void
  ) throws(RenderFailure) {
    for stream in input.streams where tracks[stream.pointee.index] == nil {
      stream.pointee.discard = AVDISCARD_ALL
    }
    var packet = av_packet_alloc()
    defer { av_packet_free(&packet) }
    guard let packet else { throw .noMemory }
    // A file that is cut, or cannot be read any further, ends here.
    while av_read_frame(input.context, packet) >= 0 {
      defer { av_packet_unref(packet) }
      guard let track = tracks[packet.pointee.stream_index] else { continue }
      let now = clock.mend(packet)
      guard now <= limits.duration / .seconds(1) else { throw .tooLong(limits.duration) }
      try track.take(packet)
      progress(RenditionProgress(part: input.part(at: now, of: seconds), seconds: seconds))
    }
    for (_, track) in tracks.sorted(by: { $0.key < $1.key }) { try track.finish() }
  }
}

extension RenderFailure {
  /// The video is longer than one may be.
  static func tooLong(_ limit: Duration) -> RenderFailure {
    RenderFailure(
      code: .tooLarge,
      reason: "It is longer than the \(limit.components.seconds / 3_600) hours a video may have.")
  }
}

extension InputFile {
  /// The part that has been read, 0…1, by time if that is known, else by bytes.
  fileprivate func part(at time: Double, of seconds: Double) -> Double {
    if seconds > 0 { return min(max(time / seconds, 0), 1) }
    guard let file = context.pointee.pb else { return 0 }
    let (place, size) = (avio_seek(file, 0, SEEK_CUR), avio_size(file))
    return size > 0 ? min(max(Double(place) / Double(size), 0), 1) : 0
  }
}
