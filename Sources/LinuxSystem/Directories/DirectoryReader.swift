internal import CLinux
internal import Glibc

/// Lists directories: names as bytes, with what `statx` says of the files.
///
/// Not shared between threads; keeps one buffer for all directories it reads.
package struct DirectoryReader: ~Copyable {
  private let block: UnsafeMutableRawBufferPointer

  /// Makes a reader with its 64 KiB buffer.
  package init() {
    self.block = .allocate(byteCount: 64 << 10, alignment: 16)
  }

  deinit { block.deallocate() }

  /// Lists one directory, replacing what `listing` held.
  ///
  /// Regular files and entries of unknown kind are asked about with `statx`, in the order of their
  /// inodes, which is the order on disk. Directories are not: ``Directory/status()`` answers for
  /// the one really entered. `.` and `..` are left out, and so is what vanished in between. An entry
  /// whose `statx` fails otherwise stays, with ``DirectoryEntry/failure``.
  ///
  /// - Parameters:
  ///   - directory: The directory; it may have been listed before.
  ///   - listing: Takes the entries.
  ///   - wants: Called with each name and what `getdents` says it is; a refused one costs no more.
  /// - Throws: When the directory cannot be read to its end. `listing` is then empty: half a
  ///   directory must not look like a whole one.
  package borrowing func list(
    _ directory: borrowing Directory, into listing: inout DirectoryListing,
    where wants: (UnsafeBufferPointer<UInt8>, FileKind) -> Bool = { _, _ in true }
  ) throws(LinuxError) {
    listing.entries.removeAll(keepingCapacity: true)
    listing.names.removeAll(keepingCapacity: true)
    do {
      try readNames(directory.descriptor.number, into: &listing, wants)
    } catch {
      listing.entries.removeAll()
      listing.names.removeAll()
      throw error
    }
    listing.askStatus(directory.descriptor.number)
    listing.sortByName()
  }

  private borrowing func readNames(
    _ number: Int32, into listing: inout DirectoryListing,
    _ wants: (UnsafeBufferPointer<UInt8>, FileKind) -> Bool
  ) throws(LinuxError) {
    let block = block
    // A listing may follow another of the same descriptor.
    guard lseek(number, 0, SEEK_SET) == 0 else { throw LinuxError("lseek") }
    while true {
      let count = retryingInterrupts { clinux_getdents(number, block.baseAddress, block.count) }
      if count == 0 { return }
      guard count > 0 else { throw LinuxError("getdents64") }
      try listing.take(UnsafeRawBufferPointer(rebasing: block[..<count]), wants)
    }
  }
}

extension DirectoryListing {
  /// Offsets in `struct linux_dirent64`: inode, offset, record length, type, name.
  private static let (lengthAt, kindAt, nameAt) = (16, 18, 19)

  fileprivate mutating func take(
    _ records: UnsafeRawBufferPointer,
    _ wants: (UnsafeBufferPointer<UInt8>, FileKind) -> Bool
  ) throws(LinuxError) {
    var start = 0
    while start < records.count {
      let length = Int(
        records.loadUnaligned(fromByteOffset: start + Self.lengthAt, as: UInt16.self))
      let record = UnsafeRawBufferPointer(rebasing: records[start..<start + length])
      start += length
      let name = UnsafeRawBufferPointer(rebasing: record[Self.nameAt...])
        .assumingMemoryBound(to: UInt8.self)
      let count = strlen(
        record.baseAddress!.advanced(by: Self.nameAt).assumingMemoryBound(to: CChar.self))
      if Self.isSelfOrParent(name, count) { continue }
      let kind = FileKind(directoryType: record[Self.kindAt])
      let bytes = UnsafeBufferPointer(rebasing: name[..<count])
      guard wants(bytes, kind) else { continue }
      guard names.count + count < Int(UInt32.max) else {
        throw LinuxError(number: EOVERFLOW, call: "getdents64")
      }
      entries.append(
        DirectoryEntry(
          inode: record.loadUnaligned(as: UInt64.self), nameOffset: UInt32(names.count),
          nameCount: UInt16(count), kind: kind))
      names.append(contentsOf: UnsafeBufferPointer(rebasing: name[...count]))
    }
  }

  private static func isSelfOrParent(_ name: UnsafeBufferPointer<UInt8>, _ count: Int) -> Bool {
    let dot = UInt8(ascii: ".")
    return name[0] == dot && (count == 1 || (count == 2 && name[1] == dot))
  }

  /// Directories of this size and above are asked about in inode order.
  private static let orderedCount = 512

  /// Asks `statx` about files, and drops those that vanished since they were listed.
  fileprivate mutating func askStatus(_ number: Int32) {
    if entries.count >= Self.orderedCount { sortByInode() }
    var status = clinux_status()
    var kept = 0
    for index in entries.indices {
      if entries[index].kind == .regular || entries[index].kind == .unknown {
        let failure = withCName(of: entries[index]) {
          clinux_entry_status(number, $0, &status)
        }
        if failure == ENOENT { continue }
        entries[index].take(status, failure: failure)
      }
      if kept != index { entries[kept] = entries[index] }
      kept += 1
    }
    entries.removeLast(entries.count - kept)
  }
}

extension DirectoryEntry {
  @inline(__always)
  fileprivate mutating func take(_ status: clinux_status, failure number: Int32) {
    guard number == 0 else {
      failure = UInt16(truncatingIfNeeded: number)
      return
    }
    kind = FileKind(mode: status.kind)
    size = status.size
    modificationTime = status.modified
    changeTime = status.changed
    inode = status.inode
    device = status.device
    linkCount = status.links
    isStatted = true
  }
}
