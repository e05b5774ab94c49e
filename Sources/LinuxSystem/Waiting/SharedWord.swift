internal import CLinux
internal import Glibc

/// One 64-bit number that two processes see, in a page of shared memory.
///
/// Loads and stores are single machine instructions: telling the other process costs no system call.
package final class SharedWord: Sendable {
  // Sendable because the address never changes and every access through it is atomic.
  private nonisolated(unsafe) let page: UnsafeMutableRawPointer
  private static let byteCount = 4_096

  /// Maps the word behind a descriptor.
  package init(mapping descriptor: borrowing Descriptor) throws(LinuxError) {
    let page = mmap(
      nil, Self.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.number, 0)
    guard let page, page != MAP_FAILED else { throw LinuxError("mmap") }
    self.page = page
  }

  /// Makes the memory that ``init(mapping:)`` maps.
  package static func makeMemory() throws(LinuxError) -> Descriptor {
    let number = clinux_shared_memory("mediacat-progress", byteCount)
    guard number >= 0 else { throw LinuxError("memfd_create") }
    return Descriptor(owning: number)
  }

  deinit { munmap(page, Self.byteCount) }

  /// Writes; what was written before is seen by who reads this.
  @inline(__always)
  package func store(_ value: UInt64) { clinux_store(page, value) }

  /// Reads.
  package func load() -> UInt64 { clinux_load(page) }
}
