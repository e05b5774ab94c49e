internal import MediaModel

/// The mounts this process sees, from `/proc/self/mountinfo`.
struct MountTable {
  /// One line of the table.
  struct Mount: Hashable, Sendable {
    /// The kernel's number for the mount.
    var number: UInt64
    /// `major:minor` of the file system.
    var device: [UInt8]
    /// Where it is mounted.
    var point: FilePath
    /// Name of the file system's type, such as `ext4` or `fuse.sshfs`.
    var type: String
    /// What is mounted: a device, `server:/path`, or a word.
    var source: FilePath
  }

  /// The mounts, in the kernel's order.
  var mounts: [Mount]

  /// Reads the table of this process.
  static func current() throws(LinuxError) -> MountTable {
    MountTable(parsing: try Descriptor(path: "/proc/self/mountinfo").readToEnd())
  }

  /// Parses the text; lines that make no sense are left out.
  ///
  /// - Note: Source: proc(5), `/proc/pid/mountinfo`. Optional fields end with a lone hyphen.
  init(parsing text: [UInt8]) {
    mounts = text.split(separator: UInt8(ascii: "\n")).compactMap(Self.mount)
  }

  private static func mount(_ line: ArraySlice<UInt8>) -> Mount? {
    let fields = line.split(separator: UInt8(ascii: " "))
    guard fields.count >= 9, let number = UInt64(String(decoding: fields[0], as: UTF8.self)),
      let hyphen = fields[6...].firstIndex(where: { $0.elementsEqual("-".utf8) }),
      fields.count > hyphen + 2
    else { return nil }
    return Mount(
      number: number, device: Array(fields[2]), point: FilePath(bytes: unescaped(fields[4])),
      type: String(decoding: fields[hyphen + 1], as: UTF8.self),
      source: FilePath(bytes: unescaped(fields[hyphen + 2])))
  }

  /// Undoes `\040` and its like: blanks, newlines and backslashes are written as three octal digits.
  static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(field.count)
    var rest = field
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      if byte == UInt8(ascii: "\\"), digits.count == 3,
        digits.allSatisfy({ (0x30...0x37).contains($0) })
      {
        bytes.append(digits.reduce(0) { $0 &* 8 &+ ($1 & 7) })
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}
