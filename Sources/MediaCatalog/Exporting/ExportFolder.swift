internal import Glibc
package import MediaModel

/// A folder that copies go to; nothing outside it is opened or made, whatever links it holds.
///
/// Folders below it are opened one by one from the one above, and links among them refused, so no
/// other process can put a link in the way between a check and its use. Only who moves a folder out
/// while it is written to takes what is written along.
package final class ExportFolder: Sendable {
  /// Where it is, for people.
  package let path: FilePath
  private let descriptor: Int32

  private init(_ path: FilePath, owning descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Opens the folder that a person named; its own path may lead over links.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - isMaking: Whether it is made when it is missing, with those above it.
  /// - Returns: `nil` when it is missing and not made.
  /// - Throws: ``CatalogError`` `unwritable` or `noSpace`.
  package static func open(_ path: FilePath, making isMaking: Bool) throws(CatalogError)
    -> ExportFolder?
  {
    if isMaking { try FileAccess.makeFolders(path, mode: 0o777) }
    let descriptor = path.withCString { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    if descriptor >= 0 { return ExportFolder(path, owning: descriptor) }
    if errno == ENOENT, !isMaking { return nil }
    throw FileAccess.failure(path, "cannot be opened as a folder")
  }

  /// Opens a folder below.
  ///
  /// - Returns: `nil` when it is missing and not made.
  /// - Throws: ``CatalogError`` `notPermitted` when a link or a file is in the way, `unwritable`,
  ///   `noSpace`.
  func folder(_ relative: FilePath, making isMaking: Bool) throws(CatalogError) -> ExportFolder? {
    var folder = self
    for component in relative.bytes.split(separator: UInt8(ascii: "/")) {
      let name = FilePath(bytes: Array(component))
      guard let child = try folder.child(name, making: isMaking) else { return nil }
      folder = child
    }
    return folder
  }

  private func child(_ name: FilePath, making isMaking: Bool) throws(CatalogError)
    -> ExportFolder?
  {
    let whole = path.appending(name)
    if isMaking, name.withCString({ mkdirat(descriptor, $0, 0o777) }) != 0, errno != EEXIST {
      throw FileAccess.failure(whole, "cannot be made")
    }
    let child = name.withCString {
      openat(descriptor, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }
    if child >= 0 { return ExportFolder(whole, owning: child) }
    switch errno {
    case ENOENT where !isMaking: return nil
    // A link gives one or the other, by the version of Linux.
    case ELOOP, ENOTDIR:
      throw CatalogError(
        code: .notPermitted, path: whole,
        reason: "is a link or a file where a folder is needed; links in the target folder are not"
          + " followed")
    default: throw FileAccess.failure(whole, "cannot be opened")
    }
  }

  /// The file of a name, `nil` when nothing has it.
  ///
  /// - Throws: ``CatalogError`` `exists` when a link, a folder or anything else has it.
  func file(_ name: FilePath) throws(CatalogError) -> OpenFile? {
    do {
      return try OpenFile(name, in: descriptor, followsLink: false)
    } catch {
      if error.code == .missing { return nil }
      throw FileAccess.taken(path.appending(name))
    }
  }

  /// Writes a new file: whole or not at all, and never in place of another.
  ///
  /// - Parameters:
  ///   - stream: Its bytes.
  ///   - name: Its name.
  ///   - modified: Its modification time, nanoseconds since 1970-01-01 UTC.
  /// - Throws: ``CatalogError`` `exists`, `unwritable`, `noSpace`, `tooLarge` or `notPermitted`, and
  ///   what reading throws.
  func write(_ stream: DeliveryStream, as name: FilePath, modified: Int64) async throws {
    let file: TemporaryFile
    do {
      file = try TemporaryFile(for: name, in: descriptor, mode: 0o644)
    } catch {
      throw error.about(path.appending(name))
    }
    defer { file.discard() }
    for try await bytes in stream {
      do {
        try file.write(bytes)
      } catch {
        throw error.about(path.appending(name))
      }
    }
    FileAccess.setModificationTime(of: file.descriptor, modified)
    do {
      try file.keep(asNew: name)
    } catch {
      throw error.about(path.appending(name))
    }
  }

  /// Gives a file one more name.
  ///
  /// - Throws: ``CatalogError`` `exists`, `noSpace`, or `notPermitted` with what to do.
  func link(_ source: FilePath, as name: FilePath) throws(CatalogError) {
    let isLinked = source.withCString { old in
      name.withCString { linkat(AT_FDCWD, old, descriptor, $0, AT_SYMLINK_FOLLOW) == 0 }
    }
    if isLinked { return }
    let target = path.appending(name)
    switch errno {
    case EEXIST: throw FileAccess.taken(target)
    case ENOSPC, EDQUOT: throw FileAccess.failure(target)
    case EXDEV:
      throw CatalogError(
        code: .notPermitted, path: target,
        reason: "cannot be a hard link: the original is on another file system; leave out --link")
    case let number:
      throw CatalogError(
        code: .notPermitted, path: target,
        reason: "cannot be a hard link: \(String(cString: strerror(number))); leave out --link")
    }
  }
}

extension CatalogError {
  /// The same error about another path.
  fileprivate func about(_ path: FilePath) -> CatalogError {
    CatalogError(code: code, path: path, reason: reason)
  }
}
