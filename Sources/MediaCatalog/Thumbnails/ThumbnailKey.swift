package import MediaModel

/// What one cached thumbnail is of: an item, the state of its bytes, and a specification.
///
/// No digest of the file is needed: the catalog's revision grows with each change of the bytes.
package struct ThumbnailKey: Hashable, Sendable {
  /// The item's 128-bit identifier.
  let uid: UniqueIdentifier
  /// The revision of its content.
  let revision: Int64
  /// What it shall be.
  var specification: ThumbnailSpecification

  /// Makes a key.
  package init(uid: UniqueIdentifier, revision: Int64, _ specification: ThumbnailSpecification) {
    self.uid = uid
    self.revision = revision
    self.specification = specification
  }

  /// Whether the thumbnail tells what the item looks like: posters at other times than the usual one
  /// look otherwise.
  var isTelling: Bool { specification.posterTime == nil }

  /// The file's place below the cache: one of 256 folders, then a name that says all.
  ///
  /// The random end of the identifier spreads files evenly; its start is time.
  var relativePath: FilePath {
    FilePath("\(folder)/\(itemPrefix)\(boundText)\(suffix)")
  }

  /// The folder of all thumbnails of the item.
  var folder: String { String(uid.hexDigits.suffix(2)) }

  /// The size that a file's name tells, when the file is this thumbnail but for its bound.
  func bound(ofFileNamed name: String) -> PixelSize? {
    guard name.hasPrefix(itemPrefix), name.hasSuffix(suffix) else { return nil }
    let sides = name.dropFirst(itemPrefix.utf8.count).dropLast(suffix.utf8.count)
      .split(separator: "x", omittingEmptySubsequences: false)
    let range = 1...ThumbnailSpecification.maximumSide
    guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]),
      range.contains(width), range.contains(height)
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// Renderers of another version made other pictures.
  private var itemPrefix: String {
    "\(uid.hexDigits)-\(revision)-v\(RenderedThumbnail.version)-"
  }

  private var boundText: String { "\(specification.bound.width)x\(specification.bound.height)" }

  private var suffix: String {
    let time = specification.posterTime.map {
      "-t\($0.components.seconds).\($0.components.attoseconds / 1_000_000_000_000_000)"
    }
    return "-\(specification.fit.rawValue)-q\(specification.quality)\(time ?? "")"
      + ".\(specification.format.fileExtension)"
  }
}
