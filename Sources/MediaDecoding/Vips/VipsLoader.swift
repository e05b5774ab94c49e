internal import CVips
internal import MediaModel

/// Opens pictures with the loader of their format, so that no other one ever sees the bytes.
struct VipsLoader {
  let file: VipsFile
  let format: MediaFormat
  let limits: DecodingLimits
  let deadline: Deadline

  /// Opens the picture, or a smaller version that its file holds and that will do.
  ///
  /// `stored` is the size if it is known, `reduced` says to what size a stored one will be reduced.
  func open(
    stored: PixelSize?, reduced: (PixelSize) -> PixelSize
  ) throws(RenderFailure) -> VipsPicture {
    if let stored { try check(stored) }
    let picture: VipsPicture
    switch format {
    case .png: picture = try file.load(cvips_png)
    case .gif: picture = try openGIF()
    case .webp: picture = try openWebP(reduced)
    case .tiff: picture = try TIFFPages(file, stored: stored).open(reduced)
    case .heic, .heif, .avif: picture = try file.load { cvips_heif($0, $1, 0) }
    case .jxl: picture = try file.load(cvips_jxl)
    case .jp2: picture = try openJP2(reduced)
    default: throw .unsupported(format)
    }
    try check(picture)
    picture.setDeadline(deadline)
    return picture
  }

  /// Opens the thumbnail beside a HEIF or AVIF picture; `nil` when there is none.
  func openThumbnail(of stored: PixelSize) throws(RenderFailure) -> VipsPicture? {
    let picture = try file.load { cvips_heif($0, $1, 1) }
    guard picture.size != stored, picture.size != stored.transposed else { return nil }
    try check(picture)
    picture.setDeadline(deadline)
    return picture
  }

  /// What the first frame leaves of its canvas is transparent, whatever the file calls background:
  /// all browsers do so.
  private func openGIF() throws(RenderFailure) -> VipsPicture {
    let picture = try file.load(cvips_gif)
    guard !picture.hasAlpha, let area = firstFrame,
      area.width < picture.size.width || area.height < picture.size.height,
      area.left + area.width <= picture.size.width, area.top + area.height <= picture.size.height
    else { return picture }
    let size = picture.size
    return try picture.applying {
      cvips_crop($0, $1, Int32(area.left), Int32(area.top), Int32(area.width), Int32(area.height))
    }
    .applying(cvips_add_opaque)
    .applying {
      cvips_embed(
        $0, $1, Int32(area.left), Int32(area.top), Int32(size.width), Int32(size.height))
    }
  }

  private var firstFrame: GIFFrameArea? {
    guard case .path(let path) = file, let media = try? OpenMedia(path),
      let head = try? media.read(upTo: GIFFrameArea.headCount)
    else { return nil }
    return GIFFrameArea(head)
  }

  private func openWebP(
    _ reduced: (PixelSize) -> PixelSize
  ) throws(RenderFailure) -> VipsPicture {
    let whole = try file.load { cvips_webp($0, $1, 1) }
    let wanted = reduced(whole.size)
    // Twice the size leaves enough for a good reduction.
    let scale = 2 * Double(wanted.width) / Double(whole.size.width)
    guard scale < 1, wanted.width > 1, wanted.height > 1 else { return whole }
    return try file.load { cvips_webp($0, $1, scale) }
  }

  private func openJP2(
    _ reduced: (PixelSize) -> PixelSize
  ) throws(RenderFailure) -> VipsPicture {
    let whole = try file.load { cvips_jp2($0, $1, 0) }
    let wanted = reduced(whole.size)
    for level in [3, 2, 1] {
      guard whole.size.width >> level >= wanted.width, whole.size.height >> level >= wanted.height
      else { continue }
      // A file need not have that many resolutions.
      do throws(RenderFailure) { return try file.load { cvips_jp2($0, $1, Int32(level)) } } catch {}
    }
    return whole
  }

  /// Refuses pictures that cost more than they are worth.
  private func check(_ size: PixelSize) throws(RenderFailure) {
    let (area, isTooLarge) = size.width.multipliedReportingOverflow(by: size.height)
    guard !isTooLarge, area <= limits.pixelCount else { throw .tooLarge(size) }
  }

  private func check(_ picture: VipsPicture) throws(RenderFailure) {
    try check(picture.size)
    // The others are decoded a few rows at a time.
    guard format != .png, format != .tiff else { return }
    guard picture.byteCount <= limits.byteCount else { throw .tooLarge(picture.size) }
  }
}
