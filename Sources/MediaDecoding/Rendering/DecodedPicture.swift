internal import MediaModel

/// A picture on its way to a thumbnail: at least as large as it will be, maybe not yet decoded.
struct DecodedPicture {
  /// Pixels that stand in memory already, or that libvips decodes when they are asked for.
  enum Pixels {
    /// In sRGB, or in the space of a profile.
    case bitmap(Bitmap, profile: [UInt8]? = nil)
    case lazy(VipsPicture)
  }

  var pixels: Pixels
  /// How the stored pixels are turned for display.
  var orientation: Orientation
  /// The picture's own size as shown, when what is here is only a smaller version of it.
  var fullSize: PixelSize?
  /// True when an embedded preview was good enough.
  var isFromEmbeddedPreview = false
  /// What the numbers of the pixels mean, when the file says so and has no profile.
  var codedColor: CodedColor?
  /// The samples' exponent, when it is not a screen's.
  var gamma: PNGGamma?
}

extension DecodedPicture {
  /// The same, reduced and decoded, so that nothing can fail any more.
  func inMemory(_ geometry: PictureGeometry) throws(RenderFailure) -> DecodedPicture {
    var decoded = self
    decoded.pixels = .bitmap(try reduced(geometry))
    decoded.fullSize = shownSize
    decoded.codedColor = nil
    decoded.gamma = nil
    return decoded
  }

  private var shownSize: PixelSize { fullSize ?? orientation.displaySize(of: pixels.size) }

  private func reduced(_ geometry: PictureGeometry) throws(RenderFailure) -> Bitmap {
    let shown = geometry.reducedSize(of: shownSize)
    let stored = orientation.displaySize(of: shown)
    // Small previews and frames of video have their size already.
    if case .bitmap(let bitmap, nil) = pixels, bitmap.size == stored, bitmap.channels > 1 {
      return bitmap
    }
    let picture = try pixels.picture()
    if let codedColor, codedColor.overridesProfile || !picture.hasProfile {
      return try picture.reduced(to: stored).bitmap(from: codedColor)
    }
    let bitmap = try picture.reduced(to: stored).inSRGB().bitmap()
    gamma?.apply(to: bitmap)
    return bitmap
  }

  /// Reduces and turns.
  func upright(_ geometry: PictureGeometry) throws(RenderFailure) -> Bitmap {
    try reduced(geometry).upright(orientation)
  }

  /// Reduces, turns, cuts and encodes.
  func thumbnail(
    _ specification: ThumbnailSpecification
  ) throws(RenderFailure) -> RenderedThumbnail {
    let geometry = PictureGeometry(specification)
    let whole = try upright(geometry)
    let summary = PictureSummary(try whole.flattened())
    let cut = try whole.cut(by: geometry)
    return RenderedThumbnail(
      bytes: try cut.encoded(specification), size: cut.size,
      isFromEmbeddedPreview: isFromEmbeddedPreview, differenceHash: summary.differenceHash,
      meanColor: summary.meanColor, look: summary.look)
  }
}

extension DecodedPicture.Pixels {
  /// The stored size.
  var size: PixelSize {
    switch self {
    case .bitmap(let bitmap, _): bitmap.size
    case .lazy(let picture): picture.size
    }
  }

  fileprivate func picture() throws(RenderFailure) -> VipsPicture {
    switch self {
    case .bitmap(let bitmap, let profile):
      let picture = try VipsPicture.make(bitmap)
      if let profile { picture.setProfile(profile) }
      return picture
    case .lazy(let picture): return picture
    }
  }
}

extension Bitmap {
  /// Cuts what sticks out of the bound, and enlarges to it what is too small.
  fileprivate func cut(by geometry: PictureGeometry) throws(RenderFailure) -> Bitmap {
    if geometry.fit == .inside { return self }
    let part = geometry.cut(of: size)
    var result = self
    if part != size {
      result =
        geometry.fit == .cover
        ? try VipsPicture.make(self).cutToAttention(part).bitmap()
        : try cropped(
          left: (width - part.width) / 2, top: (height - part.height) / 2, to: part)
    }
    if result.size == geometry.bound { return result }
    return try VipsPicture.make(result).reduced(to: geometry.bound).bitmap()
  }

  fileprivate func encoded(
    _ specification: ThumbnailSpecification
  ) throws(RenderFailure) -> [UInt8] {
    switch specification.format {
    case .jpeg: try JPEGEncoder.encode(try flattened(), quality: specification.quality)
    case .webp: try VipsPicture.make(self).webp(quality: specification.quality)
    }
  }
}
