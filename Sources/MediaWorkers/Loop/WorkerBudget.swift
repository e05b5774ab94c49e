internal import LinuxSystem

/// Moves the kernel's limits along with the files a worker is at.
struct WorkerBudget {
  private let arguments: WorkerArguments
  private var kind: Operation.Kind?
  private var renewed: Int64 = 0
  private var hasRendered = false

  /// The processor time is renewed no more often than this, in milliseconds: it costs two system
  /// calls, a third of what reading a small photo costs.
  private static let interval: Int64 = 500

  init(_ arguments: WorkerArguments) { self.arguments = arguments }

  /// Sets the limits that stay for the life of the process.
  func begin() throws(LinuxError) {
    // Standard error may be a file, and a message of a library must not be the end of a file's turn.
    Signals.ignoreFileSizeLimit()
    let both = [arguments.metadata.memory, arguments.thumbnails.memory]
    // Memory can be raised up to here later, for thumbnails.
    let most = both.contains(0) ? nil : both.max()
    try ResourceLimits(addressSpace: most, fileSize: 0, descriptorCount: 256, coreSize: 0).apply()
    let first = arguments.metadata.memory
    try ResourceLimits(addressSpace: first == 0 ? nil : first).apply(softly: true)
  }

  /// Grants one file of a kind its share, at a moment of the monotonic clock.
  mutating func grant(_ kind: Operation.Kind, at now: Int64) throws(LinuxError) {
    guard kind != self.kind || now - renewed >= Self.interval else { return }
    (self.kind, renewed) = (kind, now)
    let limits = kind == .thumbnails ? arguments.thumbnails : arguments.metadata
    let used = UInt64(OwnProcess.processorSeconds()) + 1
    try ResourceLimits(processorSeconds: used &+ limits.processorSeconds).apply(softly: true)
    if kind == .thumbnails, !hasRendered { try raiseMemory() }
  }

  /// Never lowered again: a process that has decoded may hold more than a reader may have.
  private mutating func raiseMemory() throws(LinuxError) {
    hasRendered = true
    let memory = max(arguments.metadata.memory, arguments.thumbnails.memory)
    let isUnlimited = arguments.thumbnails.memory == 0 || arguments.metadata.memory == 0
    try ResourceLimits(addressSpace: isUnlimited ? .max : memory).apply(softly: true)
  }
}
