internal import CFFmpeg
internal import MediaModel

/// Brings decoded frames into the form that is encoded: progressive, upright, in square pixels of a
/// fixed size, in the range and colours of common screens.
struct FrameFilters {
  /// The size after turning.
  let size: PixelSize
  /// How colours are coded afterwards.
  let color:
    (primaries: AVColorPrimaries, transfer: AVColorTransferCharacteristic, matrix: AVColorSpace)
  private let text: String

  /// Writes the chain for a stream.
  init(_ stored: PixelSize, _ orientation: Orientation, _ facts: AVCodecParameters) {
    size = orientation.displaySize(of: stored)
    let isInterlaced =
      facts.field_order != AV_FIELD_PROGRESSIVE && facts.field_order != AV_FIELD_UNKNOWN
    var filters = isInterlaced ? ["bwdif=mode=send_frame:deint=interlaced"] : []
    if facts.isHighDynamicRange || facts.hasWideGamut {
      filters.append(
        ToneMapping.filters(to: stored, isHDR: facts.isHighDynamicRange, transfer: "bt709"))
    } else {
      // RGB has no matrix yet; all others keep theirs.
      let matrix = Self.isRGB(facts) ? ":out_color_matrix=bt709" : ""
      filters.append(
        "scale=\(stored.width):\(stored.height)"
          + ":flags=bicubic+accurate_rnd+full_chroma_int+bitexact:out_range=tv\(matrix)")
    }
    filters.append("format=yuv420p")
    filters += Self.turn(orientation)
    filters.append("setsar=1")
    text = filters.joined(separator: ",")
    let isConverted = facts.isHighDynamicRange || facts.hasWideGamut || Self.isRGB(facts)
    color =
      isConverted
      ? (AVCOL_PRI_BT709, AVCOL_TRC_BT709, AVCOL_SPC_BT709)
      : (facts.color_primaries, facts.color_trc, facts.color_space)
    needsColors = facts.isHighDynamicRange || facts.hasWideGamut
  }

  private let needsColors: Bool

  /// The chain for frames like one.
  func makeGraph(for frame: Frame, timeBase: AVRational) throws(RenderFailure) -> FilterGraph {
    try FilterGraph(FilterGraph.source(of: frame, timeBase: timeBase), text, .video)
  }

  /// Fills in what a frame leaves unsaid and the filters must know.
  func prepare(_ frame: Frame) {
    if needsColors { frame.frame.pointee.assumeBT2020() }
  }

  private static func isRGB(_ facts: AVCodecParameters) -> Bool {
    guard let format = av_pix_fmt_desc_get(AVPixelFormat(facts.format)) else { return false }
    return format.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
      || facts.format == AV_PIX_FMT_PAL8.rawValue
  }

  private static func turn(_ orientation: Orientation) -> [String] {
    switch orientation {
    case .up: []
    case .upMirrored: ["hflip"]
    case .down: ["hflip", "vflip"]
    case .downMirrored: ["vflip"]
    case .leftMirrored: ["transpose=cclock_flip"]
    case .right: ["transpose=clock"]
    case .rightMirrored: ["transpose=clock_flip"]
    case .left: ["transpose=cclock"]
    }
  }
}
