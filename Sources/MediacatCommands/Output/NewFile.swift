internal import Glibc
internal import MediaCatalog
internal import MediaModel

/// A file that a person named as a target: never one that is there already, and whole or absent.
struct NewFile {
  private let file: TemporaryFile
  private let path: FilePath

  init(_ path: FilePath) throws(CatalogError) {
    // Told before the work, and once more when it is done.
    if FileAccess.isTaken(path) { throw FileAccess.taken(path) }
    self.path = path
    file = try TemporaryFile(for: path, mode: 0o644)
  }

  /// Where to write.
  var descriptor: Int32 { file.descriptor }

  /// Gives the finished file its name.
  func keep() throws(CatalogError) { try file.keep(asNew: path) }

  /// Removes the file again.
  func discard() { file.discard() }
}

/// Where `thumb -o` puts its files.
struct ThumbnailTargets {
  private let path: FilePath
  private let isFolder: Bool

  /// Takes the person's path: one file, or a folder that is there or must be made.
  init(_ path: FilePath, count: Int) throws(CatalogError) {
    self.path = path
    var status = stat()
    let isThere = path.withCString { stat($0, &status) == 0 }
    let isDirectory = isThere && status.st_mode & S_IFMT == S_IFDIR
    isFolder = isDirectory || count != 1
    guard isFolder, !isDirectory else { return }
    guard path.withCString({ mkdir($0, 0o755) }) == 0 else {
      throw CatalogError(
        code: .unwritable, path: path,
        reason: "is no folder for several thumbnails: \(String(cString: strerror(errno)))")
    }
  }

  /// Copies a cached thumbnail to its place; a thumbnail made before is replaced.
  func write(
    _ cached: FilePath, item: Int64, _ format: ThumbnailSpecification.Format
  ) throws {
    let target = isFolder ? path.appending(FilePath("\(item).\(format.fileExtension)")) : path
    try Catalog.copyThumbnail(cached, to: target)
  }
}
