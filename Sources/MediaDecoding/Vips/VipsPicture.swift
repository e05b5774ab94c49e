internal import CVips
internal import MediaModel

/// One owner of one picture of libvips, decoded or not.
final class VipsPicture {
  let image: UnsafeMutablePointer<VipsImage>
  /// Keeps the memory that the pixels or the file's bytes stand in.
  private let memory: AnyObject?

  /// Takes over the image.
  private init(owning image: UnsafeMutablePointer<VipsImage>, memory: AnyObject?) {
    self.image = image
    self.memory = memory
  }

  deinit { cvips_unref(image) }

  /// Runs an operation that makes a picture.
  ///
  /// libvips keeps one error text a process; it is read before the next call.
  static func make(
    memory: AnyObject? = nil,
    _ operation: (UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>) -> Int32
  ) throws(RenderFailure) -> VipsPicture {
    var image: UnsafeMutablePointer<VipsImage>?
    // An operation that worked may have left words.
    vips_error_clear()
    guard operation(&image) == 0, let image else { throw failure() }
    return VipsPicture(owning: image, memory: memory)
  }

  /// Runs an operation on this picture.
  func applying(
    _ operation: (
      UnsafeMutablePointer<VipsImage>, UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>
    ) -> Int32
  ) throws(RenderFailure) -> VipsPicture {
    try Self.make(memory: memory) { operation(image, $0) }
  }

  /// Shows a bitmap's pixels to libvips without a copy.
  static func make(_ bitmap: Bitmap) throws(RenderFailure) -> VipsPicture {
    let image = vips_image_new_from_memory(
      bitmap.pixels.baseAddress, bitmap.pixels.count, Int32(bitmap.width), Int32(bitmap.height),
      Int32(bitmap.channels), VIPS_FORMAT_UCHAR)
    guard let image else { throw failure() }
    let picture = VipsPicture(owning: image, memory: bitmap)
    let space = bitmap.channels == 1 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
    return try picture.applying { cvips_copy_as($0, $1, space) }
  }

  var size: PixelSize {
    PixelSize(width: Int(image.pointee.Xsize), height: Int(image.pointee.Ysize))
  }
  var bandCount: Int { Int(image.pointee.Bands) }
  var hasAlpha: Bool { vips_image_hasalpha(image) != 0 }
  var hasProfile: Bool { cvips_has_profile(image) != 0 }
  var bandFormat: VipsBandFormat { image.pointee.BandFmt }
  /// What the numbers mean, guessed where the file says nonsense.
  var space: VipsInterpretation { vips_image_guess_interpretation(image) }

  /// Bytes that all pixels take together.
  var byteCount: Int {
    // Both sides are below 10,000,000 in libvips.
    size.width * size.height * cvips_pixel_size(image)
  }

  /// What libvips said last.
  static func failure() -> RenderFailure {
    let text = String(cString: vips_error_buffer())
    vips_error_clear()
    if text.contains("killed") { return .late }
    guard var line = text.split(separator: "\n").first.map({ String($0.prefix(200)) }) else {
      return .damaged("no reason given")
    }
    // Errors of reading begin with the path, which whoever shows them knows.
    if line.hasPrefix("/"), let end = line.firstRange(of: ": ")?.upperBound {
      line = String(line[end...])
    }
    return .damaged(line)
  }
}
