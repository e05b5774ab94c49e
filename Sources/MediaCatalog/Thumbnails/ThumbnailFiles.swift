internal import Glibc
internal import MediaModel

/// The files of the thumbnail cache: whole or absent, the least used go first.
///
/// A file appears by rename only, so a crash leaves no half thumbnail. Use is remembered in the
/// file's modification time. Everything here can be deleted at any time.
struct ThumbnailFiles: Sendable {
  let folder: FilePath

  /// A use is noted at most once a minute, so that browsing does not write.
  private static let useInterval = 60

  /// The path of a cached thumbnail, `nil` when there is none or it is damaged.
  func path(of key: ThumbnailKey) -> FilePath? {
    let path = folder.appending(key.relativePath)
    guard let bytes = FileAccess.read(path) else { return nil }
    guard Self.isWhole(bytes, key.specification.format) else {
      FileAccess.remove(path)
      return nil
    }
    noteUse(of: path)
    return path
  }

  /// The bytes of a cached thumbnail, `nil` when there is none or it is damaged.
  func bytes(of key: ThumbnailKey) -> [UInt8]? {
    let path = folder.appending(key.relativePath)
    guard let bytes = FileAccess.read(path), Self.isWhole(bytes, key.specification.format) else {
      return nil
    }
    noteUse(of: path)
    return bytes
  }

  /// Stores a thumbnail under its name, whole or not at all.
  ///
  /// - Returns: Its path.
  /// - Throws: ``CatalogError`` when the cache cannot be written.
  func store(_ bytes: [UInt8], for key: ThumbnailKey) throws(CatalogError) -> FilePath {
    let path = folder.appending(key.relativePath)
    try FileAccess.makeFolders(path.parent)
    try FileAccess.write(bytes, to: path)
    return path
  }

  /// Deletes the least used files until the rest fits.
  ///
  /// - Returns: Bytes that are left.
  func trim(to budget: Int64) -> Int64 {
    var files = FileAccess.files(below: folder)
    var total = files.reduce(0) { $0 + $1.size }
    guard total > budget else { return total }
    files.sort { $0.modified < $1.modified }
    // A little below, so that the next thumbnail does not scan again.
    let target = budget - budget / 10
    for file in files where total > target {
      FileAccess.remove(file.path)
      total -= file.size
    }
    return total
  }

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

  private func noteUse(of path: FilePath) {
    guard let age = FileAccess.age(of: path), age > Self.useInterval else { return }
    FileAccess.touch(path)
  }
}
