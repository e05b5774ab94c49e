internal import CLinux
internal import Glibc

/// What a directory entry is.
package enum FileKind: UInt8, Hashable, Sendable {
  case unknown = 0
  case fifo = 1
  case characterDevice = 2
  case directory = 4
  case blockDevice = 6
  case regular = 8
  case symbolicLink = 10
  case socket = 12

  /// Takes the `d_type` of a directory entry, which is the mode's file type shifted by 12.
  init(directoryType: UInt8) { self = FileKind(rawValue: directoryType) ?? .unknown }

  /// Takes the `S_IFMT` bits of a mode.
  init(mode: UInt32) {
    self = FileKind(rawValue: UInt8(truncatingIfNeeded: mode >> 12)) ?? .unknown
  }
}

/// What `statx` says of a file.
package struct FileStatus: Hashable, Sendable {
  /// What it is.
  package var kind: FileKind
  /// Bytes.
  package var size: Int64
  /// Nanoseconds since 1970-01-01 UTC.
  package var modificationTime: Int64
  /// Nanoseconds since 1970-01-01 UTC.
  package var changeTime: Int64
  /// Inode number.
  package var inode: UInt64
  /// Device of the file system; changes from one boot to the next.
  package var device: UInt64
  /// Hard links.
  package var linkCount: UInt32

  init(_ status: clinux_status) {
    self.kind = FileKind(mode: status.kind)
    self.size = status.size
    self.modificationTime = status.modified
    self.changeTime = status.changed
    self.inode = status.inode
    self.device = status.device
    self.linkCount = status.links
  }
}
