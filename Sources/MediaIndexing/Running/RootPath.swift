internal import Glibc
package import MediaCatalog
package import MediaModel

/// Paths of roots as a person names them.
package enum RootPath {
  /// The absolute path without links, realpath(3).
  ///
  /// An absent path stays as it is, made absolute: it may be a known root whose disk is away.
  ///
  /// - Returns: The path, without a closing slash.
  /// - Throws: ``CatalogError`` for a path that is no folder.
  package static func canonical(_ path: FilePath) throws(CatalogError) -> FilePath {
    let resolved: FilePath? = (path.bytes + [0]).withUnsafeBytes { bytes in
      guard
        let text = realpath(bytes.assumingMemoryBound(to: CChar.self).baseAddress!, nil)
      else { return nil }
      defer { free(text) }
      return FilePath(bytes: Array(UnsafeRawBufferPointer(start: text, count: strlen(text))))
    }
    guard let resolved else { return try absolute(path) }
    guard PathStatus(at: resolved)?.isFolder == true else {
      throw CatalogError(
        code: .invalid, path: resolved, reason: "is no folder; index the folder that holds it")
    }
    return resolved
  }

  private static func absolute(_ path: FilePath) throws(CatalogError) -> FilePath {
    if path.isAbsolute { return path }
    guard let text = getcwd(nil, 0) else {
      throw CatalogError(code: .invalid, path: path, reason: String(cString: strerror(errno)))
    }
    defer { free(text) }
    return FilePath(bytes: Array(UnsafeRawBufferPointer(start: text, count: strlen(text))))
      .appending(path)
  }
}
