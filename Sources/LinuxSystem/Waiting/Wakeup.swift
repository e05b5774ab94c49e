internal import CLinux
internal import Glibc

/// Ends another thread's wait (`eventfd`).
package final class Wakeup: Sendable {
  private let descriptor: Descriptor

  /// Makes one that is not raised.
  package init() throws(LinuxError) {
    let number = clinux_eventfd(true)
    guard number >= 0 else { throw LinuxError("eventfd") }
    self.descriptor = Descriptor(owning: number)
  }

  /// The descriptor to wait for; readable once raised.
  package var number: Int32 { descriptor.number }

  /// Ends the wait, now or when it begins; from any thread.
  package func raise() {
    var one: UInt64 = 1
    _ = withUnsafeBytes(of: &one) { write(number, $0.baseAddress, $0.count) }
  }

  /// Makes the next wait a real one.
  package func lower() {
    var count: UInt64 = 0
    _ = withUnsafeMutableBytes(of: &count) { read(number, $0.baseAddress, $0.count) }
  }
}
