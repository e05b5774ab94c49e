internal import CFFmpeg
internal import MediaModel

/// One owner of one decoded frame.
final class Frame {
  let frame: UnsafeMutablePointer<AVFrame>

  init() throws(RenderFailure) {
    guard let frame = av_frame_alloc() else { throw .noMemory }
    self.frame = frame
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = frame
    av_frame_free(&frame)
  }

  /// A second owner of the same pixels.
  func copy() throws(RenderFailure) -> Frame {
    let copy = try Frame()
    guard av_frame_ref(copy.frame, frame) >= 0 else { throw .noMemory }
    return copy
  }

  var size: PixelSize {
    PixelSize(width: Int(frame.pointee.width), height: Int(frame.pointee.height))
  }

  var pixelFormat: AVPixelFormat { AVPixelFormat(frame.pointee.format) }

  /// True when the pixels have alpha.
  var hasAlpha: Bool {
    guard let facts = av_pix_fmt_desc_get(pixelFormat) else { return false }
    // Palettes may have transparent entries.
    return facts.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
      || pixelFormat == AV_PIX_FMT_PAL8
  }

  /// True when brightness is coded for screens brighter than sRGB.
  var isHighDynamicRange: Bool {
    frame.pointee.color_trc == AVCOL_TRC_SMPTE2084
      || frame.pointee.color_trc == AVCOL_TRC_ARIB_STD_B67
  }
}
