internal import MediaModel

/// The files of the thumbnail cache; see ``CacheFiles``.
struct ThumbnailFiles: Sendable {
  private let cache: CacheFiles

  init(folder: FilePath) { cache = CacheFiles(folder: folder) }

  /// The path of a cached thumbnail, `nil` when there is none or it is damaged.
  func path(of key: ThumbnailKey) -> FilePath? {
    let path = cache.path(key.relativePath)
    guard let bytes = FileAccess.read(path) else { return nil }
    guard Self.isWhole(bytes, key.specification.format) else {
      FileAccess.remove(path)
      return nil
    }
    cache.noteUse(of: path)
    return path
  }

  /// The bytes of a cached thumbnail, `nil` when there is none or it is damaged.
  func bytes(of key: ThumbnailKey) -> [UInt8]? {
    let path = cache.path(key.relativePath)
    guard let bytes = FileAccess.read(path), Self.isWhole(bytes, key.specification.format) else {
      return nil
    }
    cache.noteUse(of: path)
    return bytes
  }

  /// Stores a thumbnail under its name, whole or not at all.
  ///
  /// - Returns: Its path.
  /// - Throws: ``CatalogError`` when the cache cannot be written.
  func store(_ bytes: [UInt8], for key: ThumbnailKey) throws(CatalogError) -> FilePath {
    let path = cache.path(key.relativePath)
    try FileAccess.makeFolders(path.parent)
    try FileAccess.write(bytes, to: path)
    return path
  }

  /// Deletes the least used files until the rest fits; gives the bytes that are left.
  func trim(to budget: Int64) -> Int64 { cache.trim(to: budget) }

  /// True when an encoded picture has its beginning and its end.
  static func isWhole(_ bytes: [UInt8], _ format: ThumbnailSpecification.Format) -> Bool {
    switch format {
    case .jpeg:
      return bytes.count > 4 && bytes.starts(with: [0xFF, 0xD8]) && bytes.suffix(2) == [0xFF, 0xD9]
    case .webp:
      guard bytes.count > 12, bytes.starts(with: Array("RIFF".utf8)) else { return false }
      let size = (4..<8).reversed().reduce(0) { $0 << 8 | Int(bytes[$1]) }
      return size + 8 == bytes.count
    }
  }
}
