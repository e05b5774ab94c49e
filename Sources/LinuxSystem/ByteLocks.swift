internal import CLinux
internal import Glibc
package import MediaModel

/// Locks on single bytes of a file that many processes have open.
///
/// The kernel lets go what this value holds when it goes, and when its process ends, however that
/// ends. Two values exclude each other also within one process.
///
/// - Note: Source: open file description locks, fcntl(2), Linux 3.15.
package struct ByteLocks: ~Copyable, Sendable {
  private let descriptor: Descriptor

  /// Opens the file, which is made if need be; its folder must be there.
  package init(at path: FilePath) throws(LinuxError) {
    let number = path.withCString { name in
      retryingInterrupts { open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
    }
    guard number >= 0 else { throw LinuxError("open", path: path) }
    descriptor = Descriptor(owning: number)
  }

  /// Holds a byte together with others, once nobody has it alone; blocks until then.
  ///
  /// - Throws: `ENOLCK` and the like where the file system has no locks.
  package borrowing func share(_ place: Int64) throws(LinuxError) {
    try lock(place, clinux_lock_shared, waits: true)
  }

  /// Takes a byte alone, unless anybody holds it.
  ///
  /// - Returns: Whether it is taken; false also where the file system has no locks.
  package borrowing func take(_ place: Int64) -> Bool {
    do {
      try lock(place, clinux_lock_alone, waits: false)
      return true
    } catch {
      return false
    }
  }

  /// Lets a byte go.
  package borrowing func release(_ place: Int64) {
    // What is not held is let go as well: there is nothing that could fail.
    do { try lock(place, clinux_lock_none, waits: false) } catch {}
  }

  private borrowing func lock(
    _ place: Int64, _ kind: clinux_lock, waits: Bool
  ) throws(LinuxError) {
    let number = clinux_lock_byte(descriptor.number, place, kind, waits)
    if number != 0 { throw LinuxError(number: number, call: "fcntl") }
  }
}
