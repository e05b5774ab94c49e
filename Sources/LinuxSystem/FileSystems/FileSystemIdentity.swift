internal import CLinux
internal import Glibc
package import MediaModel

/// What tells one file system from another, today and after a reboot.
package struct FileSystemIdentity: Hashable, Sendable {
  /// The UUID's bytes: 16 as a rule, 4 for FAT, 8 for NTFS; `nil` when the file system has none.
  package var uuid: [UInt8]?
  /// The kernel's own identifier (`f_fsid`), `nil` when it is zero.
  ///
  /// ext4 and Btrfs make it from the UUID; others make it from the device number, which changes.
  package var fsid: UInt64?
  /// Name of the type, such as `ext4`, `overlay`, `nfs4`, `fuse.sshfs`; empty when unknown.
  package var type: String
  /// Where it is mounted, `nil` when the mount is out of sight.
  package var mountPoint: FilePath?
  /// What is mounted: a device, `server:/path`, or a word.
  package var source: FilePath?
  /// Device number; good for one boot only.
  package var device: UInt64

  /// Looks at the file system that holds `path`.
  package init(of path: FilePath) throws(LinuxError) {
    let file = try Descriptor(path: path)
    var status = clinux_status()
    let failure = clinux_open_status(file.number, &status)
    guard failure == 0 else { throw LinuxError(number: failure, call: "statx", path: path) }
    self.device = status.device
    let mount = try MountTable.current().mounts.last { mount in
      status.mount != 0
        ? mount.number == status.mount : mount.device.elementsEqual(Self.name(status.device).utf8)
    }
    self.type = mount?.type ?? ""
    self.mountPoint = mount?.point
    self.source = mount?.source
    self.fsid = try Self.fsid(file.number, path)
    self.uuid =
      Self.uuid(askingKernel: file.number)
      ?? Self.uuid(ofDevices: [status.device, mount.flatMap { Self.node($0.source) }])
  }

  private static func name(_ device: UInt64) -> String {
    var (major, minor): (UInt32, UInt32) = (0, 0)
    clinux_device_name(device, &major, &minor)
    return "\(major):\(minor)"
  }

  private static func fsid(_ number: Int32, _ path: FilePath) throws(LinuxError) -> UInt64? {
    var value: UInt64 = 0
    let failure = clinux_file_system_id(number, &value)
    guard failure == 0 else { throw LinuxError(number: failure, call: "fstatfs", path: path) }
    return value == 0 ? nil : value
  }

  private static func uuid(askingKernel number: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = Int(clinux_file_system_uuid(number, &bytes))
    return count == 0 ? nil : Array(bytes[..<count])
  }

  /// The device a node such as `/dev/sda1` stands for.
  private static func node(_ path: FilePath) -> UInt64? {
    guard path.isAbsolute else { return nil }
    var status = clinux_status()
    let failure = path.withCString { clinux_path_status($0, &status) }
    guard failure == 0, FileKind(mode: status.kind) == .blockDevice else { return nil }
    return status.node
  }

  /// Finds a device among udev's links; Btrfs has a device number of its own, so its source counts.
  private static func uuid(ofDevices devices: [UInt64?]) -> [UInt8]? {
    let folder = FilePath("/dev/disk/by-uuid")
    var listing = DirectoryListing()
    // Without udev, as in a container, there is no such directory and no UUID to be had.
    guard let directory = try? Directory(path: folder),
      (try? DirectoryReader().list(directory, into: &listing)) != nil
    else { return nil }
    for entry in listing.entries {
      let name = listing.name(of: entry)
      if let device = node(folder.appending(name)), devices.contains(device) {
        return bytes(ofUUID: name.bytes)
      }
    }
    return nil
  }

  /// `1A2B-3C4D` and its longer kin as bytes; a name that is not hexadecimal stays as it is.
  static func bytes(ofUUID name: [UInt8]) -> [UInt8] {
    let digits = name.filter { $0 != UInt8(ascii: "-") }
    let values = digits.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard values.count == digits.count, values.count.isMultiple(of: 2) else { return name }
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }
}
