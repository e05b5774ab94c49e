internal import MediaModel

/// What one cached thumbnail is of: an item, the state of its bytes, and a specification.
///
/// No digest of the file is needed: the catalog's revision grows with each change of the bytes.
struct ThumbnailKey: Hashable, Sendable {
  /// The item's 128-bit identifier.
  var uid: [UInt8]
  /// The revision of its content.
  var revision: Int64
  /// What it shall be.
  var specification: ThumbnailSpecification

  /// The file's place below the cache: two folders of 256, then a name that says all.
  ///
  /// The random end of the identifier spreads files evenly; its start is time.
  var relativePath: FilePath {
    let hex = uid.map(\.hexDigits).joined()
    return FilePath("\(hex.suffix(2))/\(hex)-\(revision)-\(parameters)")
  }

  private var parameters: String {
    let time = specification.posterTime.map {
      "-t\($0.components.seconds).\($0.components.attoseconds / 1_000_000_000_000_000)"
    }
    return
      "\(specification.bound.width)x\(specification.bound.height)-\(specification.fit.rawValue)"
      + "-q\(specification.quality)\(time ?? "").\(specification.format.fileExtension)"
  }
}
