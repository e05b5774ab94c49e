internal import CRaw
internal import MediaMetadata
internal import MediaModel

/// One owner of a raw file that LibRaw reads.
final class RawFile {
  let data: UnsafeMutablePointer<libraw_data_t>
  private let limits: DecodingLimits
  private let deadline: UnsafeMutablePointer<Int64>

  /// Opens a file and reads its metadata.
  init(_ path: FilePath, limits: DecodingLimits, deadline: Deadline) throws(RenderFailure) {
    // Both options keep reports off standard error.
    guard
      let data = libraw_init(
        UInt32(
          LIBRAW_OPIONS_NO_MEMERR_CALLBACK.rawValue | LIBRAW_OPIONS_NO_DATAERR_CALLBACK.rawValue))
    else { throw .noMemory }
    self.data = data
    self.limits = limits
    self.deadline = .allocate(capacity: 1)
    self.deadline.initialize(to: deadline.milliseconds)
    libraw_set_progress_handler(
      data,
      { moment, _, _, _ in
        guard let moment else { return 0 }
        let milliseconds = moment.assumingMemoryBound(to: Int64.self).pointee
        return Deadline(milliseconds: milliseconds).isOver ? 1 : 0
      }, self.deadline)
    data.pointee.params.max_raw_memory_mb = UInt32(clamping: limits.byteCount >> 20)
    try check(path.withCString { libraw_open_file(data, $0) })
  }

  deinit {
    libraw_close(data)
    deadline.deallocate()
  }

  /// How the sensor's picture is turned.
  var orientation: Orientation {
    switch data.pointee.sizes.flip {
    case 3: .down
    case 5: .left
    case 6: .right
    default: .up
    }
  }

  /// The developed picture before turning.
  var size: PixelSize? {
    let sizes = data.pointee.sizes
    guard sizes.width > 0, sizes.height > 0 else { return nil }
    return PixelSize(width: Int(sizes.width), height: Int(sizes.height))
  }

  /// Decodes the preview when it is large enough, else develops: at half size for thumbnails.
  ///
  /// Where detail is wanted, a preview of at least half the wanted sides will do: it is the camera
  /// maker's own rendering, which no development here matches.
  func decode(
    _ geometry: PictureGeometry
  ) throws(RenderFailure) -> DecodedPicture {
    guard let size else { throw .damaged("it has no size") }
    if let preview = try preview(geometry, of: size, isFallback: false) { return preview }
    do throws(RenderFailure) {
      return try develop(halved: !geometry.wantsDetail)
    } catch {
      guard !geometry.wantsDetail,
        let preview = try preview(geometry, of: size, isFallback: true)
      else {
        throw error
      }
      return preview
    }
  }

  // MARK: The preview

  /// Previews are cut a little differently than the raw picture.
  private static let tolerance = 0.03

  private func preview(
    _ geometry: PictureGeometry, of size: PixelSize, isFallback: Bool
  ) throws(RenderFailure) -> DecodedPicture? {
    // A file without a preview, or with a damaged one, is developed.
    guard libraw_unpack_thumb(data) == 0,
      data.pointee.thumbnail.tformat == LIBRAW_THUMBNAIL_JPEG,
      let start = data.pointee.thumbnail.thumb
    else { return nil }
    let bytes = Array(
      UnsafeRawBufferPointer(start: start, count: Int(data.pointee.thumbnail.tlength)))
    let outline = JPEGOutline(bytes)
    guard let small = outline.size else { return nil }
    // Some cameras turn the preview already.
    let isUpright =
      orientation.swapsSides
      && PictureGeometry.haveSameShape(
        small, size.transposed, tolerance: Self.tolerance)
      && !PictureGeometry.haveSameShape(small, size, tolerance: Self.tolerance)
    let turn = isUpright ? .up : orientation
    let shown = orientation.displaySize(of: size)
    guard
      isFallback
        || geometry.accepts(
          turn.displaySize(of: small), for: shown, tolerance: Self.tolerance,
          share: geometry.wantsDetail ? 0.5 : 1)
    else { return nil }
    let file = JPEGFile(limits: limits, orientation: turn, geometry: geometry)
    guard var decoded = try? file.decode(bytes, outline) else { return nil }
    decoded.isFromEmbeddedPreview = true
    return decoded
  }

  // MARK: Development

  private func develop(halved: Bool) throws(RenderFailure) -> DecodedPicture {
    let sizes = data.pointee.sizes
    // Two bytes a sensor pixel, and four channels of two bytes for each (fourth) of them.
    let estimate = Int(sizes.raw_width) * Int(sizes.raw_height) * (halved ? 4 : 10)
    guard estimate <= limits.byteCount else {
      throw .tooLarge(PixelSize(width: Int(sizes.raw_width), height: Int(sizes.raw_height)))
    }
    data.pointee.params.half_size = halved ? 1 : 0
    data.pointee.params.use_camera_wb = 1
    data.pointee.params.output_bps = 8
    data.pointee.params.output_color = 1
    try check(libraw_unpack(data))
    try check(libraw_dcraw_process(data))
    var code: Int32 = 0
    guard let picture = libraw_dcraw_make_mem_image(data, &code) else {
      try check(code)
      throw .noMemory
    }
    defer { libraw_dcraw_clear_mem(picture) }
    return DecodedPicture(
      pixels: .bitmap(try Self.bitmap(picture)), orientation: .up)
  }

  private static func bitmap(
    _ picture: UnsafeMutablePointer<libraw_processed_image_t>
  ) throws(RenderFailure) -> Bitmap {
    let facts = picture.pointee
    guard facts.type == LIBRAW_IMAGE_BITMAP, facts.bits == 8, [1, 3].contains(facts.colors) else {
      throw .damaged("it has \(facts.colors) colours")
    }
    let bitmap = try Bitmap(
      width: Int(facts.width), height: Int(facts.height), channels: Int(facts.colors))
    guard Int(facts.data_size) >= bitmap.pixels.count,
      let offset = MemoryLayout<libraw_processed_image_t>.offset(of: \.data)
    else { throw .damaged("its pixels are missing") }
    let source = UnsafeRawPointer(picture) + offset
    UnsafeMutableRawBufferPointer(bitmap.pixels).copyMemory(
      from: UnsafeRawBufferPointer(start: source, count: bitmap.pixels.count))
    return bitmap
  }

  private func check(_ code: Int32) throws(RenderFailure) {
    guard code != 0 else { return }
    if code == LIBRAW_CANCELLED_BY_CALLBACK.rawValue { throw .late }
    if code == LIBRAW_UNSUFFICIENT_MEMORY.rawValue || code == LIBRAW_TOO_BIG.rawValue {
      throw .noMemory
    }
    // Positive codes are the system's.
    if code > 0 { throw .system(code) }
    throw .damaged(libraw_strerror(code).map { String(cString: $0) } ?? "error \(code)")
  }
}
