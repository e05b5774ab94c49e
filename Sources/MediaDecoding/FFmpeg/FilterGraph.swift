internal import CFFmpeg
internal import MediaModel

/// One owner of a chain of filters of libavfilter: frames go in at one end and come out at the other.
final class FilterGraph {
  /// What the frames hold.
  enum Medium: String {
    case video = "buffersink"
    case audio = "abuffersink"
  }

  private var graph: UnsafeMutablePointer<AVFilterGraph>?
  private let first: UnsafeMutablePointer<AVFilterContext>
  private let last: UnsafeMutablePointer<AVFilterContext>

  /// Slices of a frame are filtered in parallel; the result is the same for any number.
  private static let threadCount: Int32 = 4

  /// Makes a chain of a source and filters, both in libavfilter's language.
  init(_ source: String, _ filters: String, _ medium: Medium) throws(RenderFailure) {
    var graph = avfilter_graph_alloc()
    graph?.pointee.nb_threads = Self.threadCount
    var inputs: UnsafeMutablePointer<AVFilterInOut>?
    var outputs: UnsafeMutablePointer<AVFilterInOut>?
    defer {
      avfilter_inout_free(&inputs)
      avfilter_inout_free(&outputs)
    }
    let text = "\(source),\(filters),\(medium.rawValue)"
    var code = avfilter_graph_parse2(graph, text, &inputs, &outputs)
    if code >= 0 { code = avfilter_graph_config(graph, nil) }
    let all = (0..<Int(graph?.pointee.nb_filters ?? 0)).compactMap { graph?.pointee.filters[$0] }
    // Converters that the library adds stand behind the sink.
    let sink = all.first { String(cString: $0.pointee.filter.pointee.name) == medium.rawValue }
    guard code >= 0, let source = all.first, let sink else {
      avfilter_graph_free(&graph)
      throw code < 0 ? .ffmpeg(code) : .noMemory
    }
    (self.graph, first, last) = (graph, source, sink)
  }

  deinit { avfilter_graph_free(&graph) }

  /// The unit of the times of frames that come out.
  var timeBase: AVRational { av_buffersink_get_time_base(last) }

  /// Makes all frames of sound that come out this long, but the last.
  func setFrameSize(_ count: Int32) { av_buffersink_set_frame_size(last, UInt32(count)) }

  /// Gives a frame in, which stays the caller's; `nil` ends the chain.
  func send(_ frame: Frame?) throws(RenderFailure) {
    let code = av_buffersrc_add_frame_flags(
      first, frame?.frame, Int32(AV_BUFFERSRC_FLAG_KEEP_REF))
    if code < 0 { throw .ffmpeg(code) }
  }

  /// Takes the next frame; false when there is none yet or any more.
  func receive(_ frame: Frame) throws(RenderFailure) -> Bool {
    av_frame_unref(frame.frame)
    let code = av_buffersink_get_frame(last, frame.frame)
    if code == CFFMPEG_TRY_AGAIN || code == CFFMPEG_END_OF_FILE { return false }
    if code < 0 { throw .ffmpeg(code) }
    return true
  }

  /// The source of frames like one of a video.
  static func source(of frame: Frame, timeBase: AVRational) -> String {
    let facts = frame.frame.pointee
    let aspect = facts.sample_aspect_ratio
    return "buffer=video_size=\(facts.width)x\(facts.height):pix_fmt=\(facts.format)"
      + ":time_base=\(timeBase.num)/\(timeBase.den)"
      + ":pixel_aspect=\(max(aspect.num, 0))/\(max(aspect.den, 1))"
  }
}
