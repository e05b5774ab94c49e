internal import Glibc
package import MediaCatalog
package import MediaModel

/// Paths as a person names them, made absolute and free of links.
package enum RootPath {
  /// The canonical path of a root.
  ///
  /// - Returns: The path, without a closing slash.
  /// - Throws: ``CatalogError`` when something else than a folder is there. An absent path is none:
  ///   it may be a known root whose disk is away.
  package static func canonical(_ path: FilePath) throws(CatalogError) -> FilePath {
    let resolved = resolved(path)
    guard PathStatus(at: resolved)?.isFolder ?? true else {
      throw CatalogError(
        code: .invalid, path: resolved, reason: "is no folder; index the folder that holds it")
    }
    return resolved
  }

  /// The absolute path without links, realpath(3), as far as it exists; the rest by its words.
  static func resolved(_ path: FilePath) -> FilePath {
    if let real = real(path) { return real }
    var bytes = path.bytes[...]
    while bytes.last == slash, bytes.count > 1 { bytes.removeLast() }
    let trimmed = FilePath(bytes: Array(bytes))
    let name = trimmed.lastComponent
    // Neither a root nor the current folder can be taken apart further.
    guard !name.bytes.isEmpty, name != trimmed || real(".") != nil else { return trimmed }
    let parent = resolved(name == trimmed ? "." : trimmed.parent)
    switch name {
    case ".": return parent
    case "..": return parent == "/" ? parent : parent.parent
    default: return parent.appending(name)
    }
  }

  private static let slash = UInt8(ascii: "/")

  private static func real(_ path: FilePath) -> FilePath? {
    path.withCString { name in
      guard let text = realpath(name, nil) else { return nil }
      defer { free(text) }
      return FilePath(bytes: Array(UnsafeRawBufferPointer(start: text, count: strlen(text))))
    }
  }
}

extension FilePath {
  /// The path as a word of a shell's command line.
  var shellWord: String {
    "'"
      + displayText.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}
