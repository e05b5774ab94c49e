internal import MediaCatalog
internal import MediaModel

/// The folder that captures are promoted to.
struct PromotionTarget: Sendable {
  /// Absolute, without links.
  let folder: FilePath

  /// Finds the folder, and makes it when it is missing below a root.
  ///
  /// - Parameters:
  ///   - path: As a person names it.
  ///   - roots: The roots of the catalog.
  ///   - own: The picker's own folder, which holds nothing of the collection.
  /// - Throws: ``CatalogError`` `notPermitted` outside of all roots; `offline`, `unwritable`,
  ///   `noSpace`.
  init(_ path: FilePath, roots: [Root], own: FilePath) throws(CatalogError) {
    let folder = RealPath.of(path)
    guard !folder.isInside(own) else {
      throw CatalogError(
        code: .notPermitted, path: folder, reason: "is the inbox itself; name a folder of a root")
    }
    let isPlain = !folder.bytes.split(separator: UInt8(ascii: "/")).contains {
      $0.elementsEqual("..".utf8)
    }
    let root = roots.first { folder.isInside($0.path) || folder.isInside(RealPath.of($0.path)) }
    guard isPlain, let root else {
      throw CatalogError(
        code: .notPermitted, path: folder,
        reason: "lies in no folder that the catalog indexes; add one first: mediacat roots add"
          + " FOLDER")
    }
    // An absent root is never made: its disk may be away.
    guard root.state == .online, FileKind.isFolder(root.path) else {
      throw CatalogError(
        code: .offline, path: folder,
        reason: "is on the root \(root.path), which is offline; see mediacat roots list")
    }
    try FileAccess.makeFolders(folder, mode: 0o777)
    self.folder = folder
  }
}

/// Names in a folder for captures, none of which anything has yet.
struct PromotionNames {
  private let folder: FilePath
  private var numbering = ExportNumbering()

  init(in folder: FilePath) { self.folder = folder }

  /// The next free path for a capture: its own name with the ending of its format, or ` (2)`, ` (3)`.
  mutating func next(for capture: Capture) -> FilePath {
    let format = capture.path.fileExtension.flatMap(MediaFormat.promised(byExtension:))
    let ending = ExportEnding(format?.facts.extensions ?? [])
    while true {
      let path = folder.appending(
        numbering.assign(ExportName.value(capture.name.bytes), ending))
      if !FileAccess.isTaken(path) { return path }
    }
  }
}
