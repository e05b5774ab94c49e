internal import ContentDigest
internal import Glibc
internal import MediaCatalog
internal import MediaModel

/// One capture on its way into the collection.
struct CaptureMove: Hashable, Sendable {
  var uid: String
  /// The staged file.
  var staged: FilePath
  /// Where it goes; its folder is there.
  var target: FilePath
  /// What the bytes must be.
  var digest: String
  var byteCount: Int64
}

/// A file that is in its place.
struct PlacedCapture: Hashable, Sendable {
  var target: FilePath
  fileprivate var device: UInt64
  fileprivate var inode: UInt64
}

extension CaptureFolder {
  /// Puts a capture's file into its place, by a second name of it or a copy.
  ///
  /// Doing it again is no error: a file that is there and is this one counts as placed. The staged
  /// file stays until the catalog knows.
  ///
  /// - Throws: ``CatalogError`` `exists` when something else has the name; `missing`, `changed`,
  ///   `unwritable`, `noSpace`, `tooLarge`, `notPermitted`.
  func place(_ move: CaptureMove) async throws -> PlacedCapture {
    let (folder, name) = (move.target.parent, move.target.lastComponent)
    let descriptor = folder.withCString {
      open($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }
    guard descriptor >= 0 else { throw FileAccess.failure(folder, "cannot be opened as a folder") }
    defer { close(descriptor) }
    if let placed = try await standing(move, descriptor) { return placed }
    guard Self.status(move.staged) != nil else {
      throw CatalogError(code: .missing, path: move.staged, reason: "is gone from the inbox")
    }
    let isLinked = move.staged.withCString { old in
      name.withCString { linkat(AT_FDCWD, old, descriptor, $0, 0) == 0 }
    }
    if !isLinked {
      if errno == EEXIST { throw FileAccess.taken(move.target) }
      // Another file system, or one with a single name a file.
      guard [EXDEV, EPERM, EMLINK, EOPNOTSUPP, ENOSYS].contains(errno) else {
        throw FileAccess.failure(move.target)
      }
      try await copy(move, into: descriptor)
    }
    try Self.flush(descriptor, folder)
    guard let status = Self.status(name, in: descriptor) else {
      throw CatalogError(code: .changed, path: move.target, reason: "went as soon as it came")
    }
    return PlacedCapture(target: move.target, status)
  }

  /// The file that is in a capture's place already, when it is the capture's.
  private func standing(
    _ move: CaptureMove, _ folder: Int32
  ) async throws -> PlacedCapture? {
    guard let status = Self.status(move.target.lastComponent, in: folder) else { return nil }
    let staged = Self.status(move.staged)
    if let staged, staged.st_ino == status.st_ino, staged.st_dev == status.st_dev {
      return PlacedCapture(target: move.target, status)
    }
    guard status.st_mode & S_IFMT == S_IFREG, Int64(status.st_size) == move.byteCount,
      try await Self.digest(of: move.target) == move.digest
    else { return nil }
    return PlacedCapture(target: move.target, status)
  }

  /// Copies the staged file: whole or not at all, and never in place of another.
  private func copy(_ move: CaptureMove, into folder: Int32) async throws {
    let name = move.target.lastComponent
    do {
      let file = try TemporaryFile(for: name, in: folder, mode: 0o644)
      defer { file.discard() }
      var digest = ContentDigest.Stream()
      for try await bytes in try DeliveryStream(whole: move.staged) {
        digest.update(bytes)
        try file.write(bytes)
      }
      guard digest.digest().hex == move.digest else {
        throw CatalogError(
          code: .changed, path: move.staged, reason: "is not what came; its disk may be damaged")
      }
      if let modified = Self.status(move.staged).map({ FileStamp($0).modificationTime }) {
        FileAccess.setModificationTime(of: file.descriptor, modified)
      }
      guard fsync(file.descriptor) == 0 else { throw FileAccess.failure(move.target) }
      try file.keep(asNew: name)
    } catch let error as CatalogError where error.path?.isAbsolute == false {
      // Relative to the open folder; a person knows the whole path.
      throw CatalogError(code: error.code, path: move.target, reason: error.reason)
    }
  }

  /// Takes back what was placed, as long as it is the same file.
  func takeBack(_ placed: [PlacedCapture]) {
    for file in placed {
      guard let status = Self.status(file.target),
        PlacedCapture(target: file.target, status) == file
      else { continue }
      FileAccess.remove(file.target)
    }
  }

  /// Removes what a killed copy left beside a target.
  func removeLeftovers(of target: FilePath) {
    let (folder, name) = (target.parent, target.lastComponent.bytes)
    for found in FileAccess.names(in: folder) {
      // A name of 255 bytes is cut to make room for the ending.
      let ending = found.bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        .suffix(2)
      guard ending.count == 2, StagedName.isTemporaryEnding(Array(ending)) else { continue }
      let stem = found.bytes.dropLast(ending.reduce(0) { $0 + $1.count + 1 })
      guard !stem.isEmpty, stem.count == name.count || found.bytes.count == 255,
        name.starts(with: stem)
      else { continue }
      TemporaryFile.removeIfOrphan(folder.appending(found))
    }
  }

  private static func digest(of path: FilePath) async throws -> String? {
    do {
      var digest = ContentDigest.Stream()
      for try await bytes in try DeliveryStream(whole: path) { digest.update(bytes) }
      return digest.digest().hex
    } catch is CatalogError {
      // What cannot be read is not known to be ours.
      return nil
    }
  }

  private static func status(_ path: FilePath, in folder: Int32 = AT_FDCWD) -> stat? {
    var status = stat()
    return path.withCString { fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) == 0 }
      ? status : nil
  }
}

extension PlacedCapture {
  fileprivate init(target: FilePath, _ status: stat) {
    self.init(
      target: target, device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }
}
