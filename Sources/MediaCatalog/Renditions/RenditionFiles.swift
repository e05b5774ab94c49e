internal import MediaModel

/// The files of the rendition cache: each beside the record of how it was made; see ``CacheFiles``.
///
/// A file counts as whole when it has as many bytes as its record says: it got its name only after
/// all of them were written, and to read gigabytes again for a digest would cost what the cache saves.
struct RenditionFiles: Sendable {
  private let cache: CacheFiles

  init(folder: FilePath) { cache = CacheFiles(folder: folder) }

  /// Where a rendition stands once it is made.
  func path(of key: RenditionKey) -> FilePath { cache.path(key.relativePath) }

  /// What was made before; `nil` when there is nothing, or it is damaged.
  func outcome(of key: RenditionKey) -> RenditionOutcome? {
    let recordPath = cache.path(key.recordPath)
    guard let bytes = FileAccess.read(recordPath) else { return nil }
    let path = path(of: key)
    let outcome = RenditionRecord(bytes)?.outcome
    if case .made(let made)? = outcome, FileAccess.size(of: path) != made.byteCount {
      remove(key)
      return nil
    }
    guard let outcome else {
      remove(key)
      return nil
    }
    cache.noteUse(of: recordPath)
    if case .made = outcome { cache.noteUse(of: path) }
    return outcome
  }

  /// A file to write a rendition into.
  func makeTemporary(for key: RenditionKey) throws(CatalogError) -> TemporaryFile {
    let path = path(of: key)
    try FileAccess.makeFolders(path.parent)
    return try TemporaryFile(for: path)
  }

  /// Keeps what was made under its name, or that nothing had to be.
  func store(
    _ outcome: RenditionOutcome, _ file: TemporaryFile, for key: RenditionKey
  ) throws(CatalogError) {
    try FileAccess.write(RenditionRecord(outcome).bytes, to: cache.path(key.recordPath))
    switch outcome {
    case .originalWillDo: file.discard()
    case .made: try file.keep(as: path(of: key))
    }
  }

  /// Deletes the least used until the rest fits, but not `key`; gives the bytes that are left.
  func trim(to budget: Int64, keeping key: RenditionKey) -> Int64 {
    cache.trim(to: budget, keeping: path(of: key))
  }

  /// Deletes what dead processes left behind.
  func sweep() { cache.sweep() }

  private func remove(_ key: RenditionKey) {
    FileAccess.remove(cache.path(key.recordPath))
    FileAccess.remove(path(of: key))
  }
}
