internal import CFFmpeg
internal import MediaModel

/// Colours other than a screen's that a container names by numbers, without a profile.
///
/// - Note: Source: ITU-T H.273 §8.1, §8.2.
struct CodedColor {
  let primaries: AVColorPrimaries
  let transfer: AVColorTransferCharacteristic

  /// True where even a profile of the numbers is no help: HDR's tables end far above a screen's
  /// white, so that pictures would become black.
  var overridesProfile: Bool

  /// What HEIF, AVIF and JPEG XL name; `nil` for colours that need no conversion.
  init?(of metadata: EmbeddedMetadata) {
    guard [.heic, .heif, .avif, .jxl].contains(metadata.format) else { return nil }
    self.init(named: metadata.colorProfile)
    // libjxl makes a profile of the numbers.
    overridesProfile = metadata.format == .jxl && metadata.hdr != nil
  }

  /// Takes the name that our readers give the numbers; `nil` for others, and for names of profiles.
  private init?(named name: String?) {
    switch name {
    case "Display P3": self.init(AVCOL_PRI_SMPTE432, AVCOL_TRC_IEC61966_2_1)
    case "Display P3 PQ": self.init(AVCOL_PRI_SMPTE432, AVCOL_TRC_SMPTE2084)
    case "Display P3 HLG": self.init(AVCOL_PRI_SMPTE432, AVCOL_TRC_ARIB_STD_B67)
    case "Rec. 709 PQ": self.init(AVCOL_PRI_BT709, AVCOL_TRC_SMPTE2084)
    case "Rec. 709 HLG": self.init(AVCOL_PRI_BT709, AVCOL_TRC_ARIB_STD_B67)
    case "Rec. 2020": self.init(AVCOL_PRI_BT2020, AVCOL_TRC_BT2020_10)
    case "Rec. 2100 PQ": self.init(AVCOL_PRI_BT2020, AVCOL_TRC_SMPTE2084)
    case "Rec. 2100 HLG": self.init(AVCOL_PRI_BT2020, AVCOL_TRC_ARIB_STD_B67)
    default: return nil
    }
  }

  private init(_ primaries: AVColorPrimaries, _ transfer: AVColorTransferCharacteristic) {
    self.primaries = primaries
    self.transfer = transfer
    overridesProfile = false
  }

  /// Converts red, green and blue of 16 bits, pixel by pixel, to what screens show.
  ///
  /// - Throws: A failure when this build of FFmpeg lacks the filters.
  func screenPixels(_ samples: [UInt16], size: PixelSize) throws(RenderFailure) -> Bitmap {
    let frame = try frame(samples, size)
    return try FrameScaler.bitmap(ToneMapping.map(frame, to: size), size: size)
  }

  private func frame(_ samples: [UInt16], _ size: PixelSize) throws(RenderFailure) -> Frame {
    guard samples.count == size.width * size.height * 3 else {
      throw .damaged("its pixels have \(samples.count) samples")
    }
    let frame = try Frame()
    let pointer = frame.frame
    pointer.pointee.width = Int32(size.width)
    pointer.pointee.height = Int32(size.height)
    pointer.pointee.format = AV_PIX_FMT_GBRP16LE.rawValue
    pointer.pointee.color_primaries = primaries
    pointer.pointee.color_trc = transfer
    pointer.pointee.colorspace = AVCOL_SPC_RGB
    pointer.pointee.color_range = AVCOL_RANGE_JPEG
    guard av_frame_get_buffer(pointer, 0) >= 0 else { throw .noMemory }
    // Its planes are green, blue, red.
    let planes = [pointer.pointee.data.0, pointer.pointee.data.1, pointer.pointee.data.2]
    let strides = [
      pointer.pointee.linesize.0, pointer.pointee.linesize.1, pointer.pointee.linesize.2,
    ]
    for (plane, channel) in [1, 2, 0].enumerated() {
      guard let target = planes[plane] else { throw .noMemory }
      for row in 0..<size.height {
        let line = UnsafeMutableRawPointer(target + row * Int(strides[plane]))
          .assumingMemoryBound(to: UInt16.self)
        for column in 0..<size.width {
          line[column] = samples[(row * size.width + column) * 3 + channel].littleEndian
        }
      }
    }
    return frame
  }
}
