internal import CVips
internal import MediaModel

/// The pages of a TIFF, of which some may be smaller versions of another.
struct TIFFPages {
  private let file: VipsFile
  private let stored: PixelSize?

  /// Pages that are looked at.
  private static let maximumPages = 16

  /// Looks at a file; `stored` is the size of the page that shall be shown.
  init(_ file: VipsFile, stored: PixelSize?) {
    self.file = file
    self.stored = stored
  }

  /// Opens the page, or the smallest of its smaller versions that is large enough.
  func open(_ reduced: (PixelSize) -> PixelSize) throws(RenderFailure) -> VipsPicture {
    let first = try file.load { cvips_tiff($0, $1, 0) }
    let count = min(Int(vips_image_get_n_pages(first.image)), Self.maximumPages)
    var whole = first
    if let stored, first.size != stored, count > 1 {
      for page in 1..<count {
        guard let other = open(page: page) else { break }
        if other.size == stored {
          whole = other
          break
        }
      }
    }
    let wanted = reduced(whole.size)
    guard whole.size.width >= 2 * wanted.width, whole.size.height >= 2 * wanted.height else {
      return whole
    }
    var best = whole
    for level in levels(of: first, pageCount: count)
    where level.size.width >= wanted.width && level.size.height >= wanted.height
      && level.size.width < best.size.width && isLevel(level.size, of: whole.size)
    {
      best = level
    }
    return best
  }

  private func levels(of first: VipsPicture, pageCount: Int) -> [VipsPicture] {
    var levels = pageCount > 1 ? (1..<pageCount).compactMap(open(page:)) : []
    let subfiles = min(Int(vips_image_get_n_subifds(first.image)), Self.maximumPages)
    for subfile in 0..<max(subfiles, 0) {
      if let level = try? file.load({ cvips_tiff_subifd($0, $1, Int32(subfile)) }) {
        levels.append(level)
      }
    }
    return levels
  }

  /// A page; one that cannot be read is none that is needed.
  private func open(page number: Int) -> VipsPicture? {
    try? file.load { cvips_tiff($0, $1, Int32(number)) }
  }

  /// True when a page is the whole halved once or more, as pyramids are built.
  private func isLevel(_ size: PixelSize, of whole: PixelSize) -> Bool {
    (1...16).contains { power in
      abs(size.width - whole.width >> power) <= 1 && abs(size.height - whole.height >> power) <= 1
    }
  }
}
