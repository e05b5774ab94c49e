internal import MediaModel

/// The files of the thumbnail cache; see ``CacheFiles``.
struct ThumbnailFiles: Sendable {
  private let cache: CacheFiles

  init(folder: FilePath) { cache = CacheFiles(folder: folder) }

  /// The path of a cached thumbnail, `nil` when there is none or it is damaged.
  func path(of key: ThumbnailKey) -> FilePath? {
    let path = cache.path(key.relativePath)
    guard let ends = EncodedEnds(of: path) else { return nil }
    guard ends.areWhole(key.specification.format) else {
      FileAccess.remove(path)
      return nil
    }
    cache.noteUse(of: path)
    return path
  }

  /// The largest cached thumbnail of the same item that differs only in its size: something to show
  /// until the wanted one is there.
  func standIn(for key: ThumbnailKey) -> FilePath? {
    let wanted = key.specification.bound
    let shard = cache.path(FilePath(key.folder))
    let sizes = FileAccess.names(in: shard).compactMap { $0.string }
      .compactMap { key.bound(ofFileNamed: $0) }
      .filter { bound in
        // One that fills its bound is cut, so that only another of the same shape is like it.
        bound != wanted
          && (key.specification.fit == .inside
            || bound.width * wanted.height == bound.height * wanted.width)
      }
      .sorted { $0.width * $0.height > $1.width * $1.height }
    for bound in sizes {
      var other = key
      other.specification.bound = bound
      if let path = path(of: other) { return path }
    }
    return nil
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
}
