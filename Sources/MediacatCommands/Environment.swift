internal import Glibc
internal import MediaCatalog
internal import MediaModel

/// Environment variables, as bytes, because paths are.
struct Environment: Sendable {
  private let lookUp: @Sendable (String) -> [UInt8]?

  init(_ lookUp: @escaping @Sendable (String) -> [UInt8]?) { self.lookUp = lookUp }

  /// Those of this process, getenv(3).
  static let ofProcess = Environment { name in
    getenv(name).map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
  }

  /// A variable as text.
  subscript(name: String) -> String? { lookUp(name).map { String(decoding: $0, as: UTF8.self) } }

  /// A variable as a path; an empty one counts as absent.
  func path(_ name: String) -> FilePath? {
    lookUp(name).flatMap { $0.isEmpty ? nil : FilePath(bytes: $0) }
  }

  /// The folder for a user's data of the XDG Base Directory Specification 0.8.
  var dataFolder: FilePath? { folder("XDG_DATA_HOME", below: ".local/share") }

  /// The folder for files that can be made again.
  var cacheFolder: FilePath? { folder("XDG_CACHE_HOME", below: ".cache") }

  /// One of the program's folders in ``cacheFolder``.
  func cacheFolder(named name: FilePath) throws(CatalogError) -> FilePath {
    guard let cacheFolder else {
      throw CatalogError(
        code: .unwritable, reason: "there is no home folder for the cache; set XDG_CACHE_HOME")
    }
    return cacheFolder.appending("mediacat").appending(name)
  }

  /// The specification says that a relative path is to be ignored.
  private func folder(_ name: String, below home: FilePath) -> FilePath? {
    if let path = path(name), path.isAbsolute { return path }
    return path("HOME").map { $0.appending(home) }
  }
}
