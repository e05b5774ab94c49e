internal import MediaModel

/// A picture on its way to a thumbnail: at least as large as it will be, maybe not yet decoded.
struct DecodedPicture {
  var picture: VipsPicture
  /// How the stored pixels are turned for display.
  var orientation: Orientation
  /// The picture's own size as shown, when what is here is only a smaller version of it.
  var fullSize: PixelSize?
  /// True when an embedded preview was good enough.
  var isFromEmbeddedPreview = false
}

extension DecodedPicture {
  /// The same, reduced and decoded, so that nothing can fail any more.
  func inMemory(_ specification: ThumbnailSpecification) throws(RenderFailure) -> DecodedPicture {
    var decoded = self
    decoded.picture = try VipsPicture.make(try reduced(specification).bitmap())
    decoded.fullSize = shownSize
    return decoded
  }

  private var shownSize: PixelSize { fullSize ?? orientation.displaySize(of: picture.size) }

  private func reduced(_ specification: ThumbnailSpecification) throws(RenderFailure)
    -> VipsPicture
  {
    let reduced = ThumbnailGeometry(specification).reducedSize(of: shownSize)
    return try picture.reduced(to: orientation.displaySize(of: reduced)).inSRGB()
  }

  /// Reduces, turns, cuts and encodes.
  func thumbnail(
    _ specification: ThumbnailSpecification
  ) throws(RenderFailure) -> RenderedThumbnail {
    let whole = try reduced(specification).bitmap().upright(orientation)
    let summary = PictureSummary(try whole.flattened())
    let cut = try whole.cut(by: ThumbnailGeometry(specification))
    return RenderedThumbnail(
      bytes: try cut.encoded(specification), size: cut.size,
      isFromEmbeddedPreview: isFromEmbeddedPreview, differenceHash: summary.differenceHash,
      meanColor: summary.meanColor, placeholder: summary.placeholder)
  }
}

extension Bitmap {
  /// Cuts what sticks out of the bound, and enlarges to it what is too small.
  fileprivate func cut(by geometry: ThumbnailGeometry) throws(RenderFailure) -> Bitmap {
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
