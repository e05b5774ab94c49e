internal import Glibc

extension DirectoryListing {
  /// What an entry is ordered by, and its place in the list.
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
    var keys = names.withUnsafeBytes { bytes in
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
      return keys
    }
    move(by: &keys)
  }

  /// Orders entries by their inodes, which is the order on disk.
  mutating func sortByInode() {
    var keys = entries.indices.map { index in
      SortKey(head: entries[index].inode, index: UInt32(index))
    }
    keys.sort { $0.head < $1.head }
    move(by: &keys)
  }

  /// Moves each entry to the place of its key, along cycles: a second list of a million entries
  /// would be 56 MB.
  private mutating func move(by keys: inout [SortKey]) {
    for start in keys.indices where keys[start].index != start {
      let first = entries[start]
      var place = start
      while true {
        let source = Int(keys[place].index)
        keys[place].index = UInt32(place)
        if source == start { break }
        entries[place] = entries[source]
        place = source
      }
      entries[place] = first
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
