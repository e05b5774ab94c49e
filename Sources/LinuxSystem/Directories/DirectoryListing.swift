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
/// two allocations and about 80 MB. One value can be filled again and again.
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

extension DirectoryListing {
  /// Where an entry goes: the eight bytes after what all names share, then its place in the list.
  private struct SortKey {
    var head: UInt64
    var index: UInt32
  }

  /// Orders entries by the bytes of their names.
  ///
  /// Names of one directory begin alike (`IMG_2023…`), so keys are taken after the common prefix:
  /// then most comparisons are of two integers, and entries of 56 bytes move once.
  mutating func sortByName() {
    guard entries.count > 1 else { return }
    names.withUnsafeBytes { bytes in
      let base = bytes.baseAddress!
      let shared = sharedPrefix(base)
      var keys = entries.indices.map { index in
        SortKey(head: head(of: entries[index], after: shared, base), index: UInt32(index))
      }
      keys.sort { left, right in
        if left.head != right.head { return left.head < right.head }
        let (one, two) = (entries[Int(left.index)], entries[Int(right.index)])
        // The closing NUL is compared too: it makes a prefix the smaller one.
        return memcmp(
          base + Int(one.nameOffset), base + Int(two.nameOffset),
          Int(min(one.nameCount, two.nameCount)) + 1) < 0
      }
      entries = keys.map { entries[Int($0.index)] }
    }
  }

  private func sharedPrefix(_ base: UnsafeRawPointer) -> Int {
    let first = base + Int(entries[0].nameOffset)
    var shared = Int(entries[0].nameCount)
    for entry in entries {
      let name = base + Int(entry.nameOffset)
      shared = min(shared, Int(entry.nameCount))
      if memcmp(first, name, shared) == 0 { continue }
      var same = 0
      while first.load(fromByteOffset: same, as: UInt8.self)
        == name.load(fromByteOffset: same, as: UInt8.self)
      { same += 1 }
      shared = same
      if shared == 0 { break }
    }
    return shared
  }

  /// Eight bytes of a name as a big-endian number, filled up with zeros.
  private func head(
    of entry: DirectoryEntry, after shared: Int, _ base: UnsafeRawPointer
  ) -> UInt64 {
    let count = min(8, Int(entry.nameCount) - shared)
    var value: UInt64 = 0
    withUnsafeMutableBytes(of: &value) { target in
      target.copyMemory(
        from: UnsafeRawBufferPointer(
          start: base + Int(entry.nameOffset) + shared, count: count))
    }
    return UInt64(bigEndian: value)
  }
}
