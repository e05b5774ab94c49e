internal import CVips
internal import Glibc
internal import MediaModel

extension VipsPicture {
  /// Reduces to an exact size, never more.
  func reduced(to wanted: PixelSize) throws(RenderFailure) -> VipsPicture {
    guard wanted != size else { return self }
    let horizontal = Double(wanted.width) / Double(size.width)
    let vertical = Double(wanted.height) / Double(size.height)
    guard hasAlpha else {
      return try applying { cvips_resize($0, $1, horizontal, vertical) }
    }
    // Colour under transparent pixels must not bleed into its neighbours.
    let format = bandFormat
    return try applying(cvips_premultiply)
      .applying { cvips_resize($0, $1, horizontal, vertical) }
      .applying(cvips_unpremultiply)
      .applying { cvips_cast($0, $1, format) }
  }

  /// Converts to 8-bit sRGB with or without alpha, through the embedded profile where there is one.
  func inSRGB() throws(RenderFailure) -> VipsPicture {
    guard hasAlpha, bandFormat == VIPS_FORMAT_USHORT else { return try colorInSRGB() }
    // Conversions take a 16-bit alpha for one of 8 bits.
    let last = Int32(bandCount - 1)
    let color = try applying { cvips_extract_bands($0, $1, 0, last) }.colorInSRGB()
    let alpha = try applying { cvips_extract_bands($0, $1, last, 1) }.applying(cvips_shift)
    return try color.applying { cvips_join($0, alpha.image, $1) }
  }

  private func colorInSRGB() throws(RenderFailure) -> VipsPicture {
    let isPrinted = space == VIPS_INTERPRETATION_CMYK
    if isPrinted, !hasProfile, bandCount == 4 {
      let inks = bandFormat == VIPS_FORMAT_USHORT ? try applying(cvips_shift) : self
      if inks.bandFormat == VIPS_FORMAT_UCHAR {
        return try Self.make(try inks.bitmap().fromInks())
      }
    }
    if hasProfile, bandFormat == VIPS_FORMAT_UCHAR || bandFormat == VIPS_FORMAT_USHORT {
      do throws(RenderFailure) {
        let converted = try applying { cvips_to_srgb($0, $1, isPrinted ? "cmyk" : nil) }
        // The conversion is lazy: a profile that does not fit shows when a pixel is asked for.
        return try converted.inBands().inMemory()
      } catch { if error.code != .undecodable { throw error } }
    }
    let space = space
    var picture = try applying { cvips_copy_as($0, $1, space) }
    picture = try picture.applying { cvips_colourspace($0, $1, VIPS_INTERPRETATION_sRGB) }
    return try picture.inBands()
  }

  /// Three bands, or four with alpha, of 8 bits.
  private func inBands() throws(RenderFailure) -> VipsPicture {
    let wanted = bandCount >= 4 ? 4 : 3
    var picture = self
    if bandCount < 3 { throw .damaged("it has \(bandCount) colour bands") }
    if bandCount > wanted {
      picture = try picture.applying { cvips_extract_bands($0, $1, 0, Int32(wanted)) }
    }
    guard picture.bandFormat != VIPS_FORMAT_UCHAR else { return picture }
    return try picture.applying { cvips_cast($0, $1, VIPS_FORMAT_UCHAR) }
  }

  /// The same picture with its pixels decoded.
  private func inMemory() throws(RenderFailure) -> VipsPicture { try Self.make(bitmap()) }

  /// Decodes all pixels; the picture must have 8-bit bands.
  func bitmap() throws(RenderFailure) -> Bitmap {
    var count = 0
    guard let memory = vips_image_write_to_memory(image, &count) else { throw Self.failure() }
    guard count == size.width * size.height * bandCount else {
      g_free(memory)
      throw .damaged("its pixels have \(count) bytes")
    }
    return Bitmap(
      adopting: memory, width: size.width, height: size.height, channels: bandCount)
  }

  /// Ends decoding when time is over.
  func setDeadline(_ deadline: Deadline) { cvips_set_deadline(image, Int(deadline.milliseconds)) }

  /// Gives the picture a profile; it must be nobody else's.
  func setProfile(_ profile: [UInt8]) { cvips_set_profile(image, profile, profile.count) }
}
