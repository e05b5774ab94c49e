internal import ContentDigest
internal import Glibc
internal import LinuxSystem
internal import MediaCatalog
internal import MediaModel

/// The files of an inbox, on a thread of their own because writing blocks.
///
/// A file appears by rename only, so no half file ever has a capture's name. Whatever has no row in
/// the catalog yet is locked by its maker; a sweep leaves it alone.
actor CaptureFolder {
  /// Where the files are; absolute.
  nonisolated let path: FilePath
  private let lane: Lane
  nonisolated var unownedExecutor: UnownedSerialExecutor { lane.asUnownedSerialExecutor() }

  private var intakes: [Int: Intake] = [:]
  private var held: [Int: HeldLock] = [:]
  private var lastToken = 0

  /// Bytes that came so far.
  private final class Intake {
    let file: TemporaryFile
    var digest = ContentDigest.Stream()
    var byteCount: Int64 = 0

    init(_ file: TemporaryFile) { self.file = file }
  }

  /// A lock of the kernel on an open file, which ends with its descriptor.
  private final class HeldLock {
    private let descriptor: Int32
    init(_ descriptor: Int32) { self.descriptor = descriptor }
    deinit { close(descriptor) }
  }

  /// What came, all of it on the disk.
  struct Receipt: Sendable {
    var digest: ContentDigest
    var byteCount: Int64
  }

  init(_ path: FilePath) throws {
    self.path = path
    lane = try Lane(name: "mediacat-inbox")
  }

  private func token() -> Int {
    lastToken += 1
    return lastToken
  }

  // MARK: Taking bytes

  /// Starts a file, in the folder, which is made if need be.
  ///
  /// - Parameter name: The name that it will get.
  /// - Returns: What stands for it until it is placed or dropped.
  /// - Throws: ``CatalogError`` `unwritable` or `noSpace`.
  func begin(_ name: FilePath) throws(CatalogError) -> Int {
    try FileAccess.makeFolders(path)
    // The folder is private; the files are as readable as those of any camera's import.
    let file = try TemporaryFile(for: path.appending(name), mode: 0o644)
    let token = token()
    intakes[token] = Intake(file)
    return token
  }

  /// Appends bytes.
  ///
  /// - Throws: ``CatalogError`` `tooLarge`, `unwritable` or `noSpace`.
  func append(_ bytes: [UInt8], to token: Int, limit: Int64) throws(CatalogError) {
    guard let intake = intakes[token] else { return }
    intake.byteCount += Int64(bytes.count)
    guard intake.byteCount <= limit else { throw .tooManyBytes(limit) }
    intake.digest.update(bytes)
    do {
      try intake.file.write(bytes)
    } catch {
      // The temporary name would tell a person nothing.
      throw CatalogError(code: error.code, path: path, reason: error.reason)
    }
  }

  /// Gives a file its name once all of it is on the disk; it stays locked until it is let go.
  ///
  /// - Parameters:
  ///   - token: The file.
  ///   - name: Its name, which nothing has.
  ///   - modified: Its modification time, nanoseconds since 1970-01-01 UTC.
  /// - Returns: What came.
  /// - Throws: ``CatalogError`` `empty`, `unwritable` or `noSpace`.
  func place(_ token: Int, as name: FilePath, modified: Int64?) throws(CatalogError) -> Receipt {
    guard let intake = intakes[token] else { throw .empty }
    guard intake.byteCount > 0 else { throw .empty }
    let target = path.appending(name)
    let descriptor = intake.file.descriptor
    if let modified { FileAccess.setModificationTime(of: descriptor, modified) }
    guard fsync(descriptor) == 0 else { throw FileAccess.failure(target) }
    // The lock belongs to the open file, so a second descriptor keeps it; no child shall.
    let lock = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    if lock >= 0 { held[token] = HeldLock(lock) }
    try intake.file.keep(asNew: target)
    intakes[token] = nil
    try Self.flush(path)
    return Receipt(digest: intake.digest.digest(), byteCount: intake.byteCount)
  }

  /// Drops a file that was not placed, and the lock of one that was.
  func letGo(_ token: Int) {
    intakes[token] = nil
    held[token] = nil
  }

  // MARK: Looking

  /// True when a staged file ends before its structure does.
  ///
  /// - Throws: ``CatalogError`` `missing` or `unreadable`.
  func isCutOff(_ name: FilePath, format: MediaFormat) throws(CatalogError) -> Bool {
    let file = path.appending(name)
    let descriptor = file.withCString {
      open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    }
    guard descriptor >= 0 else { throw FileAccess.failure(file, "cannot be read") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw FileAccess.failure(file, "cannot be read")
    }
    return RecordingEnd.isCutOff(format, byteCount: Int64(status.st_size)) { count, offset in
      [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        initialized = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
      }
    }
  }

  /// Locks a staged file, so that nobody else looks at it at the same time.
  ///
  /// - Returns: What stands for the lock until it is let go; `nil` when someone has it, or the file
  ///   cannot be opened.
  func hold(_ name: FilePath) -> Int? {
    let descriptor = path.appending(name).withCString {
      open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    }
    guard descriptor >= 0 else { return nil }
    // A file system without locks loses only the protection from other processes.
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      close(descriptor)
      return nil
    }
    let token = token()
    held[token] = HeldLock(descriptor)
    return token
  }

  // MARK: Renaming

  /// Gives a staged file, which its caller holds, a second name; the lock is one for both.
  ///
  /// - Returns: False when this file system has one name a file.
  func alias(_ old: FilePath, as new: FilePath) -> Bool {
    path.appending(old).withCString { old in
      path.appending(new).withCString { link(old, $0) == 0 }
    }
  }

  /// Removes files; those that are gone are no error.
  func remove(_ names: [FilePath]) {
    for name in names { FileAccess.remove(path.appending(name)) }
  }

  /// Makes the names of a folder as lasting as its files.
  static func flush(_ folder: FilePath) throws(CatalogError) {
    let descriptor = folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileAccess.failure(folder) }
    defer { close(descriptor) }
    try flush(descriptor, folder)
  }

  /// The same about an open folder; network file systems that cannot do it do it by themselves.
  static func flush(_ descriptor: Int32, _ folder: FilePath) throws(CatalogError) {
    guard fsync(descriptor) != 0, errno != EINVAL, errno != EROFS else { return }
    throw FileAccess.failure(folder)
  }
}

extension CatalogError {
  /// The error of a capture without bytes.
  static var empty: CatalogError { CatalogError(code: .empty, reason: "has no bytes") }

  /// The error of too many bytes.
  static func tooManyBytes(_ limit: Int64) -> CatalogError {
    CatalogError(code: .tooLarge, reason: "has more than the \(limit) bytes that are taken")
  }
}
