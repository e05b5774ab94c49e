internal import MediaModel

/// Whole components anywhere in a path below the root, or an absolute path.
struct FolderPattern {
  /// The components between slashes on both sides.
  let needle: [UInt8]
  let isAbsolute: Bool

  init(_ path: FilePath) {
    let slash = UInt8(ascii: "/")
    var bytes = path.bytes[...]
    while bytes.last == slash { bytes = bytes.dropLast() }
    isAbsolute = path.isAbsolute
    needle = (bytes.first == slash ? [] : [slash]) + bytes + [slash]
  }

  func matches(root: FilePath, folder: FilePath) -> Bool {
    let slash = UInt8(ascii: "/")
    if isAbsolute {
      let whole = root.bytes + (folder.bytes.isEmpty ? [] : [slash] + folder.bytes) + [slash]
      return whole.starts(with: needle)
    }
    let whole = [slash] + folder.bytes + [slash]
    guard needle.count <= whole.count else { return false }
    return (0...(whole.count - needle.count)).contains {
      whole[$0..<($0 + needle.count)].elementsEqual(needle)
    }
  }
}
