internal import LinuxSystem

/// What makes two names one file, or two paths one folder.
struct FileIdentity: Hashable {
  var device: UInt64
  var inode: UInt64

  init(_ status: FileStatus) { (device, inode) = (status.device, status.inode) }
  init(_ entry: DirectoryEntry) { (device, inode) = (entry.device, entry.inode) }
}
