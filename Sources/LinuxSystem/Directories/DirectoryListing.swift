internal import CLinux
internal import Glibc
package import MediaModel

/// One entry of a ``DirectoryListing``; a fixed 56 bytes, the name is in the listing's arena.
package struct DirectoryEntry: Sendable {
  /// Bytes.
  package internal(set) var size: Int64 = 0
  /// Nanoseconds since 1970-01-01 UTC.
  package internal(set) var modificationTime: Int64 = 0
  /// Nanoseconds since 1970-01-01 UTC.
  package internal(set) var changeTime: Int64 = 0
  /// Inode number.
  package internal(set) var inode: UInt64
  /// Device of the file system.
  package internal(set) var device: UInt64 = 0
  /// Hard links.
  package internal(set) var linkCount: UInt32 = 0
  var nameOffset: UInt32
  var nameCount: UInt16
  /// Error number of `statx`, 0 when it answered; then the figures above are real.
  package internal(set) var failure: UInt16 = 0
  /// What it is; `unknown` only when both `getdents` and `statx` would not say.
  package internal(set) var kind: FileKind
  /// True when `statx` was asked and answered.
  package internal(set) var isStatted = false
}

/// The entries of one directory, in the order of their names' bytes.
///
/// Names lie in one buffer and entries are fixed structs, so a directory of a million files costs
/// two allocations and 100 MB while it is sorted. One value can be filled again and again.
package struct DirectoryListing: Sendable {
  /// The entries, ordered as `memcmp` orders their names.
  package internal(set) var entries: [DirectoryEntry] = []
  /// Names, each closed by a NUL so that system calls take them where they are.
  var names: [UInt8] = []

  /// Makes an empty listing.
  package init() {}

  /// The name of one entry.
  package func name(of entry: DirectoryEntry) -> FilePath {
    let start = Int(entry.nameOffset)
    return FilePath(bytes: Array(names[start..<start + Int(entry.nameCount)]))
  }

  /// Runs `body` on the bytes of a name, without a copy.
  @inline(__always)
  package func withName<R>(
    of entry: DirectoryEntry, _ body: (UnsafeBufferPointer<UInt8>) throws -> R
  ) rethrows -> R {
    let start = Int(entry.nameOffset)
    return try names.withUnsafeBufferPointer {
      try body(UnsafeBufferPointer(rebasing: $0[start..<start + Int(entry.nameCount)]))
    }
  }

  @inline(__always)
  func withCName<R>(of entry: DirectoryEntry, _ body: (UnsafePointer<CChar>) -> R) -> R {
    names.withUnsafeBytes {
      body(
        $0.baseAddress!.advanced(by: Int(entry.nameOffset)).assumingMemoryBound(to: CChar.self))
    }
  }
}
