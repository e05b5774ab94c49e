internal import CTurboJPEG
internal import MediaModel

/// Encodes JPEG by TurboJPEG: 4:2:0, Huffman tables made for the picture, no metadata.
enum JPEGEncoder {
  /// Encodes a picture without alpha.
  static func encode(_ picture: Bitmap, quality: Int) throws(RenderFailure) -> [UInt8] {
    guard let handle = tjInitCompress() else { throw .noMemory }
    defer { tjDestroy(handle) }
    var memory: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    defer { tjFree(memory) }
    let format = picture.channels == 1 ? TJPF_GRAY : TJPF_RGB
    let sampling = picture.channels == 1 ? TJSAMP_GRAY : TJSAMP_420
    guard
      tjCompress2(
        handle, picture.pixels.baseAddress, Int32(picture.width), Int32(picture.stride),
        Int32(picture.height), Int32(format.rawValue), &memory, &count, Int32(sampling.rawValue),
        Int32(quality), TJFLAG_ACCURATEDCT) == 0, let memory
    else { throw .noMemory }
    return Array(UnsafeBufferPointer(start: memory, count: Int(count)))
  }
}
