internal import CFFmpeg
internal import MediaModel

/// Brings frames of HDR (PQ, HLG) and of wide gamut into the range of sRGB by libavfilter.
enum ToneMapping {
  /// Reduces a frame to a size and maps its colours, and its brightness where that is HDR.
  ///
  /// - Throws: A failure when this build of FFmpeg lacks the filters; the frame can still be shown
  ///   as it is, only flat.
  static func map(_ frame: Frame, to size: PixelSize) throws(RenderFailure) -> Frame {
    let copy = try frame.copy()
    copy.frame.pointee.assumeBT2020()
    copy.frame.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    let graph = try FilterGraph(
      FilterGraph.source(of: copy, timeBase: AVRational(num: 1, den: 1)),
      "\(filters(to: size, isHDR: frame.isHighDynamicRange, transfer: "iec61966-2-1"))"
        + ",format=yuv444p", .video)
    try graph.send(copy)
    try graph.send(nil)
    let mapped = try Frame()
    guard try graph.receive(mapped) else { throw .damaged("a frame of it cannot be converted") }
    return mapped
  }

  /// The filters, in libavfilter's language, for frames that say how they are coded.
  ///
  /// What a screen cannot show is cut off while it is linear, by going to whole numbers: from
  /// floating point zimg makes darker colours of it on processors with AVX-512.
  ///
  /// - Parameters:
  ///   - size: The size of the frames that come out.
  ///   - isHDR: Whether brightness is mapped too, or only colours.
  ///   - transfer: The transfer characteristics of what comes out, by their name there.
  /// - Returns: A chain without a source and a sink.
  static func filters(to size: PixelSize, isHDR: Bool, transfer: String) -> String {
    "zscale=w=\(size.width):h=\(size.height):filter=bilinear:t=linear:npl=100"
      + ",format=gbrpf32le,zscale=p=bt709" + (isHDR ? ",tonemap=tonemap=hable:desat=0,zscale" : "")
      + ",format=gbrp16le,zscale=t=\(transfer):m=bt709:r=tv"
  }
}

extension AVFrame {
  /// Fills in what HDR video leaves unsaid.
  mutating func assumeBT2020() {
    if colorspace == AVCOL_SPC_UNSPECIFIED { colorspace = AVCOL_SPC_BT2020_NCL }
    if color_primaries == AVCOL_PRI_UNSPECIFIED { color_primaries = AVCOL_PRI_BT2020 }
    if color_range == AVCOL_RANGE_UNSPECIFIED { color_range = AVCOL_RANGE_MPEG }
  }
}
