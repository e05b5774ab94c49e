internal import CFFmpeg
internal import MediaModel

/// Moves the times of packets so that the movie begins at zero and never jumps.
final class MediaClock {
  /// What is taken off all times, microseconds.
  private var offset: Int64
  private var next: [Int32: Int64] = [:]
  private let bases: [AVRational]
  /// True for broadcast streams, whose times may begin anew in the middle.
  private let mayJump: Bool

  /// Larger steps are a new beginning, as ffmpeg(1) has it (`-dts_delta_threshold`).
  private static let largestStep: Int64 = 10_000_000
  static let microseconds = AVRational(num: 1, den: 1_000_000)

  init(_ input: InputFile) {
    let start = input.context.pointee.start_time
    offset = start == CFFMPEG_NO_TIME ? 0 : start
    bases = input.streams.map(\.pointee.time_base)
    mayJump = (input.context.pointee.iformat?.pointee.flags ?? 0) & AVFMT_TS_DISCONT != 0
  }

  /// Moves a packet's times; gives its time in seconds.
  func mend(_ packet: UnsafeMutablePointer<AVPacket>) -> Double {
    let index = packet.pointee.stream_index
    let base = bases[Int(index)]
    let time =
      packet.pointee.dts != CFFMPEG_NO_TIME ? packet.pointee.dts : packet.pointee.pts
    guard time != CFFMPEG_NO_TIME else { return Double(next[index] ?? 0) / 1e6 }
    var now = av_rescale_q(time, base, Self.microseconds) &- offset
    if mayJump, let expected = next[index], abs(now &- expected) > Self.largestStep {
      offset = offset &+ (now &- expected)
      now = expected
    }
    next[index] =
      now &+ max(0, av_rescale_q(max(0, packet.pointee.duration), base, Self.microseconds))
    let shift = av_rescale_q(offset, Self.microseconds, base)
    if packet.pointee.dts != CFFMPEG_NO_TIME { packet.pointee.dts &-= shift }
    if packet.pointee.pts != CFFMPEG_NO_TIME { packet.pointee.pts &-= shift }
    return Double(now) / 1e6
  }
}
