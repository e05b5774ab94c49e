internal import CTurboJPEG
internal import MediaModel

/// Encodes JPEG by TurboJPEG: Huffman tables made for the picture, no metadata.
///
/// Colour is stored at half the resolution, but for icons and other small drawings: their lines are
/// a pixel wide, and all of it is a few kilobytes.
enum JPEGEncoder {
  /// Pixels up to which colour has the full resolution: a tenth more bytes.
  private static let smallArea = 128 * 128
  /// Pixels up to which the quality is at least that of ``iconQuality``.
  private static let iconArea = 64 * 64
  private static let iconQuality = 95

  /// Encodes a picture without alpha.
  static func encode(_ picture: Bitmap, quality: Int) throws(RenderFailure) -> [UInt8] {
    guard let handle = tjInitCompress() else { throw .noMemory }
    defer { tjDestroy(handle) }
    var memory: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    defer { tjFree(memory) }
    let format = picture.channels == 1 ? TJPF_GRAY : TJPF_RGB
    let area = picture.width * picture.height
    let sampling = picture.channels == 1 ? TJSAMP_GRAY : area <= smallArea ? TJSAMP_444 : TJSAMP_420
    guard
      tjCompress2(
        handle, picture.pixels.baseAddress, Int32(picture.width), Int32(picture.stride),
        Int32(picture.height), Int32(format.rawValue), &memory, &count, Int32(sampling.rawValue),
        Int32(area <= iconArea ? max(quality, iconQuality) : quality), TJFLAG_ACCURATEDCT) == 0,
      let memory
    else { throw .noMemory }
    return Array(UnsafeBufferPointer(start: memory, count: Int(count)))
  }
}
