internal import CFFmpeg
internal import MediaModel

/// Brings frames of HDR video (PQ, HLG) into the range of sRGB by libavfilter.
enum ToneMapping {
  /// Reduces a frame to a size and maps its brightness.
  ///
  /// - Throws: A failure when this build of FFmpeg lacks the filters; the frame can still be shown
  ///   as it is, only flat.
  static func map(_ frame: Frame, to size: PixelSize) throws(RenderFailure) -> Frame {
    let source = frame.frame.pointee
    frame.frame.pointee.assumeBT2020()
    let description =
      "buffer=video_size=\(source.width)x\(source.height):pix_fmt=\(source.format)"
      + ":time_base=1/1:pixel_aspect=1/1"
      + ",zscale=w=\(size.width):h=\(size.height):filter=bilinear:t=linear:npl=100"
      + ",format=gbrpf32le,zscale=p=bt709,tonemap=tonemap=hable:desat=0"
      + ",zscale=t=bt709:m=bt709:r=tv,format=yuv444p,buffersink"
    var graph = avfilter_graph_alloc()
    defer { avfilter_graph_free(&graph) }
    var inputs: UnsafeMutablePointer<AVFilterInOut>?
    var outputs: UnsafeMutablePointer<AVFilterInOut>?
    defer {
      avfilter_inout_free(&inputs)
      avfilter_inout_free(&outputs)
    }
    try check(avfilter_graph_parse2(graph, description, &inputs, &outputs))
    try check(avfilter_graph_config(graph, nil))
    guard let graph, graph.pointee.nb_filters >= 2, let first = graph.pointee.filters[0],
      let last = (0..<Int(graph.pointee.nb_filters)).lazy.compactMap({ graph.pointee.filters[$0] })
        .first(where: { String(cString: $0.pointee.filter.pointee.name) == "buffersink" })
    else { throw .noMemory }
    let copy = try frame.copy()
    copy.frame.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    try check(av_buffersrc_add_frame(first, copy.frame))
    try check(av_buffersrc_add_frame(first, nil))
    let mapped = try Frame()
    try check(av_buffersink_get_frame(last, mapped.frame))
    return mapped
  }

  private static func check(_ code: Int32) throws(RenderFailure) {
    if code < 0 { throw .ffmpeg(code) }
  }
}

extension AVFrame {
  /// Fills in what HDR video leaves unsaid.
  fileprivate mutating func assumeBT2020() {
    if colorspace == AVCOL_SPC_UNSPECIFIED { colorspace = AVCOL_SPC_BT2020_NCL }
    if color_primaries == AVCOL_PRI_UNSPECIFIED { color_primaries = AVCOL_PRI_BT2020 }
    if color_range == AVCOL_RANGE_UNSPECIFIED { color_range = AVCOL_RANGE_MPEG }
  }
}
