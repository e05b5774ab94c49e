internal import CFFmpeg
internal import MediaModel

/// Converts frames to bitmaps of any size by libswscale.
enum FrameScaler {
  /// Converts to RGB, or RGBA when asked for.
  static func bitmap(
    _ frame: Frame, size: PixelSize, withAlpha: Bool = false
  ) throws(RenderFailure) -> Bitmap {
    let bitmap = try Bitmap(width: size.width, height: size.height, channels: withAlpha ? 4 : 3)
    // Area averages keep thin lines; they cannot enlarge.
    let isReduced = size.width <= frame.size.width && size.height <= frame.size.height
    try scale(
      frame, into: bitmap, format: withAlpha ? AV_PIX_FMT_RGBA : AV_PIX_FMT_RGB24,
      flags: (isReduced ? SWS_AREA : SWS_BICUBIC) | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT)
    return bitmap
  }

  /// How much the brightness of a few points over the frame differs: 0 for a blank one.
  static func lumaVariance(_ frame: Frame) throws(RenderFailure) -> Double {
    let points = try Bitmap(width: 32, height: 32, channels: 1)
    try scale(frame, into: points, format: AV_PIX_FMT_GRAY8, flags: SWS_POINT)
    let count = Double(points.pixels.count)
    let mean = points.pixels.reduce(0.0) { $0 + Double($1) } / count
    return points.pixels.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / count
  }

  private static func scale(
    _ frame: Frame, into bitmap: Bitmap, format: AVPixelFormat, flags: Int32
  ) throws(RenderFailure) {
    let source = frame.size
    guard
      let context = sws_getContext(
        Int32(source.width), Int32(source.height), frame.pixelFormat, Int32(bitmap.width),
        Int32(bitmap.height), format, flags, nil, nil, nil)
    else { throw .damaged("its pixel format cannot be converted") }
    defer { sws_freeContext(context) }
    let matrix = sws_getCoefficients(frame.matrix)
    sws_setColorspaceDetails(
      context, matrix, frame.isFullRange ? 1 : 0, sws_getCoefficients(SWS_CS_DEFAULT), 1, 0,
      1 << 16, 1 << 16)
    var target: [UnsafeMutablePointer<UInt8>?] = [bitmap.pixels.baseAddress, nil, nil, nil]
    var strides: [Int32] = [Int32(bitmap.stride), 0, 0, 0]
    let rows = withUnsafePointer(to: &frame.frame.pointee.data) { data in
      withUnsafePointer(to: &frame.frame.pointee.linesize) { lines in
        data.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: 8) { data in
          lines.withMemoryRebound(to: Int32.self, capacity: 8) { lines in
            sws_scale(context, data, lines, 0, Int32(source.height), &target, &strides)
          }
        }
      }
    }
    guard rows == Int32(bitmap.height) else { throw .damaged("a frame cannot be converted") }
  }
}

extension Frame {
  /// The matrix from brightness and colour differences to red, green and blue.
  fileprivate var matrix: Int32 {
    switch frame.pointee.colorspace {
    case AVCOL_SPC_BT709: SWS_CS_ITU709
    case AVCOL_SPC_FCC: SWS_CS_FCC
    case AVCOL_SPC_SMPTE240M: SWS_CS_SMPTE240M
    case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: SWS_CS_BT2020
    case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: SWS_CS_ITU601
    // Unmarked video follows the standard of its size, as players assume.
    default: size.height >= 720 ? SWS_CS_ITU709 : SWS_CS_ITU601
    }
  }

  fileprivate var isFullRange: Bool {
    if frame.pointee.color_range == AVCOL_RANGE_JPEG { return true }
    let full = [AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P]
    if full.contains(pixelFormat) { return true }
    guard let facts = av_pix_fmt_desc_get(pixelFormat) else { return false }
    return facts.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
      || facts.pointee.nb_components < 3
        && frame.pointee.color_range == AVCOL_RANGE_UNSPECIFIED
  }
}
