internal import MediaModel

/// How large a picture is at each step on its way to a thumbnail or rendition.
struct PictureGeometry {
  let bound: PixelSize
  let fit: ThumbnailSpecification.Fit
  /// True for renditions: detail counts more than time, and no small preview stands in for a picture
  /// that cannot be decoded.
  var wantsDetail = false

  /// A bound that no picture reaches.
  static let unbounded = PixelSize(width: Int(Int32.max), height: Int(Int32.max))

  /// The geometry of a rendition, `nil` for all pixels.
  init(maximumSide: Int?) {
    bound = maximumSide.map { PixelSize(width: $0, height: $0) } ?? Self.unbounded
    fit = .inside
    wantsDetail = true
  }

  /// The geometry of a thumbnail.
  init(_ specification: ThumbnailSpecification) {
    bound = specification.bound
    fit = specification.fit
  }

  /// The size an upright picture is reduced to, before anything is cut; never larger than it is.
  func reducedSize(of size: PixelSize) -> PixelSize {
    let horizontal = Double(bound.width) / Double(size.width)
    let vertical = Double(bound.height) / Double(size.height)
    let scale = min(1, fit == .inside ? min(horizontal, vertical) : max(horizontal, vertical))
    return PixelSize(
      width: max(1, Int((Double(size.width) * scale).rounded())),
      height: max(1, Int((Double(size.height) * scale).rounded())))
  }

  /// The largest part of a reduced picture that has the bound's aspect.
  func cut(of size: PixelSize) -> PixelSize {
    let width = Double(size.height) * Double(bound.width) / Double(bound.height)
    if width <= Double(size.width) {
      return PixelSize(width: max(1, Int(width.rounded())), height: size.height)
    }
    let height = Double(size.width) * Double(bound.height) / Double(bound.width)
    return PixelSize(
      width: size.width, height: min(size.height, max(1, Int(height.rounded()))))
  }

  /// True when a smaller version may stand for a picture: large enough, and of the same shape.
  ///
  /// A preview with black bars, of another shape by more than `tolerance`, is refused.
  /// `share` is the part of the wanted sides that will do.
  func accepts(
    _ preview: PixelSize, for size: PixelSize, tolerance: Double = 0.01, share: Double = 1
  ) -> Bool {
    let reduced = reducedSize(of: size)
    guard Double(preview.width) >= Double(reduced.width) * share,
      Double(preview.height) >= Double(reduced.height) * share
    else { return false }
    return Self.haveSameShape(preview, size, tolerance: tolerance)
  }

  /// True when the aspects differ by no more than `tolerance`, or by the rounding of one pixel.
  static func haveSameShape(_ one: PixelSize, _ other: PixelSize, tolerance: Double) -> Bool {
    let (small, large) = one.width < other.width ? (one, other) : (other, one)
    let aspect = Double(large.width) / Double(large.height)
    let difference = abs(Double(small.width) / Double(small.height) / aspect - 1)
    return difference <= max(tolerance, 0.5 / Double(min(small.width, small.height)))
  }
}
