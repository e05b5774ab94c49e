internal import CSQLite
internal import Glibc

/// A file that is written under another name until it is whole.
struct PartialFile {
  private let path: [UInt8]

  /// Makes an empty file; what an interrupted run left under its name is removed.
  init(path: [UInt8], mode: mode_t) throws(DatabaseError) {
    self.path = path
    _ = Self.withCPath(path) { unlink($0) }
    // Exclusively: nobody can have put a link to another file there.
    let descriptor = Self.withCPath(path) {
      open($0, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode)
    }
    guard descriptor >= 0 else { throw failure("made", errno) }
    // The mask must not give a copy other permissions than the original has.
    fchmod(descriptor, mode)
    Glibc.close(descriptor)
  }

  /// Waits until the disk has the bytes.
  func sync() throws(DatabaseError) { try Self.sync(path, error: failure) }

  /// Gives the file its name, and waits until the disk knows it.
  func rename(to name: [UInt8]) throws(DatabaseError) {
    let result = Self.withCPath(path) { old in Self.withCPath(name) { Glibc.rename(old, $0) } }
    guard result == 0 else { throw failure("renamed", errno) }
    let slash = name.lastIndex(of: UInt8(ascii: "/"))
    let directory = slash.map { $0 == 0 ? name[...0] : name[..<$0] } ?? [UInt8(ascii: ".")]
    try Self.sync(Array(directory), error: failure)
  }

  /// Removes the file, if it is there.
  func remove() { _ = Self.withCPath(path) { unlink($0) } }

  private static func sync(
    _ path: [UInt8], error: (String, Int32) -> DatabaseError
  ) throws(DatabaseError) {
    let descriptor = withCPath(path) { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw error("synced", errno) }
    defer { Glibc.close(descriptor) }
    // Some network file systems cannot sync a directory and say EINVAL.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw error("synced", errno) }
  }

  private func failure(_ verb: String, _ code: Int32) -> DatabaseError {
    DatabaseError(
      code: code == ENOSPC || code == EDQUOT ? SQLITE_FULL : SQLITE_CANTOPEN,
      message: "the copy cannot be \(verb)", path: String(decoding: path, as: UTF8.self),
      systemCode: code)
  }

  /// Lends a path to C.
  static func withCPath<R>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> R) -> R {
    (path + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { chars in
        // Never `nil`: there is at least the NUL.
        body(chars.baseAddress!)
      }
    }
  }
}
