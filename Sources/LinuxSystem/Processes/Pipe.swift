internal import CLinux
internal import Glibc

/// The two ends of a pipe, close-on-exec.
///
/// Numbers are above those that a child gets as its own (0, 1, 2, 3): putting a descriptor in its
/// place must not overwrite another that still waits for its turn.
package struct Pipe: ~Copyable {
  /// The end to read from.
  package var reading: Descriptor
  /// The end to write to.
  package var writing: Descriptor

  /// Makes a pipe.
  package init() throws(LinuxError) {
    var ends: [Int32] = [-1, -1]
    guard clinux_pipe(&ends) == 0 else { throw LinuxError("pipe2") }
    let (low, high) = (ends[0], ends[1])
    let first = Descriptor(owning: low)
    let second = Descriptor(owning: high)
    let reading = try first.raised()
    let writing = try second.raised()
    self.reading = reading
    self.writing = writing
  }
}

extension Descriptor {
  /// The open file of a descriptor that somebody else closes, under a number of 16 or more.
  package init(duplicating number: Int32) throws(LinuxError) {
    let copy = clinux_duplicate(number, 16)
    guard copy >= 0 else { throw LinuxError("fcntl") }
    self.init(owning: copy)
  }

  /// The same open file under a number of 16 or more.
  borrowing func raised() throws(LinuxError) -> Descriptor {
    try Descriptor(duplicating: number)
  }
}
