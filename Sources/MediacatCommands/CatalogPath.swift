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
    do {
      try FileAccess.makeFolders(path.parent)
    } catch {
      throw OpeningError(
        cause: CatalogError(
          code: .cannotOpen, path: error.path,
          reason: "the catalog's folder \(error.reason)"))
    }
  }
}
