internal import CLinux
internal import Glibc

/// Limits that the kernel holds a process to; `nil` leaves one as it is.
package struct ResourceLimits: Hashable, Sendable {
  /// Bytes of address space, what is mapped but never touched included.
  package var addressSpace: UInt64?
  /// Seconds of processor time, then SIGXCPU.
  package var processorSeconds: UInt64?
  /// Bytes of the largest file that may be written; pipes do not count.
  package var fileSize: UInt64?
  /// Highest descriptor number plus one.
  package var descriptorCount: UInt64?
  /// Bytes of a core file; 0 writes none.
  package var coreSize: UInt64?

  /// Makes limits.
  package init(
    addressSpace: UInt64? = nil, processorSeconds: UInt64? = nil, fileSize: UInt64? = nil,
    descriptorCount: UInt64? = nil, coreSize: UInt64? = nil
  ) {
    self.addressSpace = addressSpace
    self.processorSeconds = processorSeconds
    self.fileSize = fileSize
    self.descriptorCount = descriptorCount
    self.coreSize = coreSize
  }

  /// Puts this process under the limits.
  ///
  /// - Parameter softly: True leaves the hard limits, up to which they can be moved again; false
  ///   moves those too, which is for good.
  /// - Throws: ``LinuxError`` of `setrlimit`; the limits before it hold.
  package func apply(softly: Bool = false) throws(LinuxError) {
    let limits = [
      (clinux_limit_address_space, addressSpace),
      (clinux_limit_processor_time, processorSeconds), (clinux_limit_file_size, fileSize),
      (clinux_limit_descriptors, descriptorCount), (clinux_limit_core, coreSize),
    ]
    for case (let resource, let value?) in limits {
      let failure = clinux_set_limit(resource, value, softly)
      guard failure == 0 else { throw LinuxError(number: failure, call: "setrlimit") }
    }
  }
}
