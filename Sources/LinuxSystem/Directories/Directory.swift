internal import CLinux
internal import Glibc
package import MediaModel

/// An open directory.
///
/// Children are opened relative to it, so no path is too long, and nobody can swap a directory for
/// a link between listing and entering.
package struct Directory: ~Copyable, Sendable {
  /// Its descriptor.
  package let descriptor: Descriptor

  private init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

  /// Opens a directory by its path; a link is followed.
  ///
  /// Longer paths than the kernel takes at once (`PATH_MAX`, 4,096 bytes) are opened in steps.
  package init(path: FilePath) throws(LinuxError) {
    self = try Self.open(path.bytes[...], path: path)
  }

  private static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
  private static let longestStep = 4_095

  private static func open(
    _ bytes: ArraySlice<UInt8>, path: FilePath
  ) throws(LinuxError) -> Directory {
    guard !bytes.contains(0) else { throw LinuxError(number: EINVAL, call: "openat", path: path) }
    let slash = UInt8(ascii: "/")
    var rest = bytes
    var current: Descriptor?
    repeat {
      var step = rest
      if rest.count > longestStep {
        guard let cut = rest.prefix(longestStep).lastIndex(of: slash), cut > rest.startIndex else {
          throw LinuxError(number: ENAMETOOLONG, call: "openat", path: path)
        }
        step = rest[..<cut]
        // A rest that began with a slash would be taken as absolute.
        rest = rest[cut...].drop { $0 == slash }
      } else {
        rest = []
      }
      let parent = current?.number ?? AT_FDCWD
      let number = FilePath(bytes: Array(step)).withCString { name in
        retryingInterrupts { clinux_openat(parent, name, flags) }
      }
      guard number >= 0 else { throw LinuxError("openat", path: path) }
      current = Descriptor(owning: number)
    } while !rest.isEmpty
    guard let opened = current.take() else {
      throw LinuxError(number: ENOENT, call: "openat", path: path)
    }
    return Directory(opened)
  }

  /// Opens the child that is `entry` of `listing`, which must be a listing of this directory.
  ///
  /// - Throws: `ELOOP` or `ENOTDIR` when it has become a link or a file since.
  package borrowing func open(
    _ entry: DirectoryEntry, of listing: DirectoryListing
  ) throws(LinuxError) -> Directory {
    let parent = descriptor.number
    let number = listing.withCName(of: entry) { name in
      retryingInterrupts { clinux_openat(parent, name, Self.flags | O_NOFOLLOW) }
    }
    guard number >= 0 else { throw LinuxError("openat", path: listing.name(of: entry)) }
    return Directory(Descriptor(owning: number))
  }

  /// Asks about the directory itself; tells which directory was really opened.
  package borrowing func status() throws(LinuxError) -> FileStatus {
    var status = clinux_status()
    let failure = clinux_open_status(descriptor.number, &status)
    guard failure == 0 else { throw LinuxError(number: failure, call: "statx") }
    return FileStatus(status)
  }
}
