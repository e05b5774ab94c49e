import Glibc
import MediaModel
import Testing

@testable import LinuxSystem

@Suite("File systems") struct FileSystemTests {
  @Test func `are told apart by type and mount`() throws {
    let processes = try FileSystemIdentity(of: "/proc/self")
    #expect(processes.type == "proc" && processes.mountPoint == "/proc" && processes.uuid == nil)
    let devices = try FileSystemIdentity(of: "/dev")
    #expect(devices.device != processes.device)
  }

  @Test func `say the same of every path inside`() throws {
    let folder = TemporaryFolder()
    folder.makeFile("a")
    let one = try FileSystemIdentity(of: folder.path)
    #expect(try FileSystemIdentity(of: folder.path.appending("a")) == one)
    var expected = stat()
    stat(folder.inside(""), &expected)
    #expect(one.device == UInt64(expected.st_dev))
    #expect(one.uuid != nil || one.fsid != nil || one.type == "tmpfs")
  }

  @Test func `throw for a path that is not there`() {
    #expect(throws: LinuxError.self) { try FileSystemIdentity(of: "/nonexistent") }
  }

  /// Lines from proc(5), from sshfs, and from a mount point with a blank and a backslash.
  @Test func `are read from lines of mountinfo`() {
    let table = MountTable(
      parsing: Array(
        #"""
        36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue
        41 35 0:45 / /home/a\040b\134c rw shared:1 master:2 - fuse.sshfs me@host:/x\012y rw
        nonsense
        42 35 0:46 / /x rw
        """#.utf8))
    #expect(table.mounts.map(\.number) == [36, 41])
    #expect(table.mounts[0].type == "ext3" && table.mounts[0].point == "/mnt2")
    #expect(table.mounts[0].source == "/dev/root")
    #expect(table.mounts[1].type == "fuse.sshfs" && table.mounts[1].point == #"/home/a b\c"#)
    #expect(table.mounts[1].source == "me@host:/x\ny")
  }

  @Test func `have UUIDs of several lengths`() {
    func bytes(_ text: String) -> [UInt8] { FileSystemIdentity.bytes(ofUUID: Array(text.utf8)) }
    #expect(bytes("1A2B-3C4D") == [0x1A, 0x2B, 0x3C, 0x4D])
    #expect(
      bytes("00112233-4455-6677-8899-aabbccddeeff") == [
        0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF,
      ])
    #expect(bytes("2023-LABEL") == Array("2023-LABEL".utf8))
  }
}
