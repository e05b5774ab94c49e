internal import CVips
internal import MediaModel

extension VipsPicture {
  /// The part of a size that draws most attention.
  func cutToAttention(_ size: PixelSize) throws(RenderFailure) -> VipsPicture {
    try applying { cvips_crop_to_attention($0, $1, Int32(size.width), Int32(size.height)) }
  }

  /// Encodes as lossy WebP, with alpha where there is some.
  func webp(quality: Int) throws(RenderFailure) -> [UInt8] {
    var memory: UnsafeMutableRawPointer?
    var count = 0
    guard cvips_webp_save(image, &memory, &count, Int32(quality)) == 0, let memory else {
      throw Self.failure()
    }
    defer { g_free(memory) }
    return WebPChunks.stripped(Array(UnsafeRawBufferPointer(start: memory, count: count)))
  }
}
