internal import CVips
internal import MediaModel

extension VipsPicture {
  /// Decodes to sRGB from colours that the container names; the picture has no profile.
  func bitmap(from color: CodedColor) throws(RenderFailure) -> Bitmap {
    let isWide = bandFormat == VIPS_FORMAT_USHORT
    guard isWide || bandFormat == VIPS_FORMAT_UCHAR else { return try inSRGB().bitmap() }
    let isGray = bandCount < 3
    let plain = try applying { cvips_extract_bands($0, $1, 0, isGray ? 1 : 3) }
    do throws(RenderFailure) {
      var samples = try plain.samples(isWide: isWide)
      if isGray { samples = samples.flatMap { [$0, $0, $0] } }
      let screen = try color.screenPixels(samples, size: size)
      guard hasAlpha else { return screen }
      let alpha = try applying { cvips_extract_bands($0, $1, Int32(bandCount - 1), 1) }
      let narrow = isWide ? try alpha.applying(cvips_shift) : alpha
      return try VipsPicture.make(screen).applying { cvips_join($0, narrow.image, $1) }.bitmap()
    } catch {
      // Flat is better than nothing.
      if error.code != .undecodable { throw error }
      return try inSRGB().bitmap()
    }
  }

  /// All samples, 16 bits each.
  private func samples(isWide: Bool) throws(RenderFailure) -> [UInt16] {
    var count = 0
    guard let memory = vips_image_write_to_memory(image, &count) else { throw Self.failure() }
    defer { g_free(memory) }
    let bytes = UnsafeRawBufferPointer(start: memory, count: count)
    return isWide ? Array(bytes.bindMemory(to: UInt16.self)) : bytes.map { UInt16($0) * 257 }
  }
}
