internal import Glibc
internal import MediaCatalog
internal import MediaModel

/// Where the catalog is: `--catalog`, `MEDIACAT_CATALOG`, or the user's data folder.
struct CatalogPath {
  let path: FilePath

  init(_ arguments: GlobalArguments, _ environment: Environment) throws {
    if let bytes = arguments.catalog {
      path = FilePath(bytes: bytes)
    } else if let named = environment.path("MEDIACAT_CATALOG") {
      path = named
    } else if let folder = environment.dataFolder {
      path = folder.appending("mediacat/catalog.sqlite")
    } else {
      throw OpeningError(
        cause: CatalogError(
          code: .cannotOpen, path: nil,
          reason: "there is no home folder for the catalog; name one with --catalog FILE"))
    }
  }

  /// Makes the folder of the catalog and those above it, for its owner only.
  func makeFolder() throws {
    var missing: [FilePath] = []
    var folder = path.parent
    while !folder.bytes.isEmpty, folder != "/", !exists(folder) {
      missing.append(folder)
      folder = folder.parent
    }
    for folder in missing.reversed() {
      let failed = (folder.bytes + [0]).withUnsafeBytes {
        mkdir($0.assumingMemoryBound(to: CChar.self).baseAddress!, 0o700) != 0 && errno != EEXIST
      }
      if failed {
        throw OpeningError(
          cause: CatalogError(
            code: .cannotOpen, path: folder,
            reason: "the catalog's folder cannot be made: \(String(cString: strerror(errno)))"))
      }
    }
  }

  private func exists(_ path: FilePath) -> Bool {
    (path.bytes + [0]).withUnsafeBytes {
      access($0.assumingMemoryBound(to: CChar.self).baseAddress!, F_OK) == 0
    }
  }
}
