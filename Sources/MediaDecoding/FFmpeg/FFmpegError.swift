internal import CFFmpeg
internal import MediaModel

extension RenderFailure {
  /// Says what FFmpeg's code means.
  static func ffmpeg(_ code: Int32) -> RenderFailure {
    if code == CFFMPEG_INTERRUPTED { return .late }
    if code == CFFMPEG_OUT_OF_MEMORY { return .noMemory }
    var text = [CChar](repeating: 0, count: 128)
    av_strerror(code, &text, text.count)
    let words = String(
      decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return .damaged(words)
  }
}
