internal import Glibc
internal import MediaCatalog
internal import MediaModel

/// A file that a person named as a target: never one that is there already, and whole or absent.
struct NewFile {
  let descriptor: Int32
  private let path: FilePath

  init(_ path: FilePath) throws(CatalogError) {
    self.path = path
    descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644) }
    guard descriptor >= 0 else {
      let reason =
        errno == EEXIST
        ? "is there already; nothing was overwritten"
        : "cannot be written: \(String(cString: strerror(errno)))"
      throw CatalogError(code: .unwritable, path: path, reason: reason)
    }
  }

  /// Closes the finished file.
  func keep() throws(CatalogError) {
    if close(descriptor) != 0 {
      throw CatalogError(
        code: .unwritable, path: path,
        reason: "cannot be written: \(String(cString: strerror(errno)))")
    }
  }

  /// Removes the file again.
  func discard() {
    close(descriptor)
    _ = path.withCString { unlink($0) }
  }
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
