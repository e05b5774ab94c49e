/// What one file may cost in a worker, and how many files a worker may see.
public struct OperationLimits: Hashable, Sendable {
  /// How long it may take.
  public var deadline: Duration
  /// Processor time it may take, over all threads; the kernel counts whole seconds.
  public var processorTime: Duration
  /// Bytes of address space the worker may map, code included; 0 sets no limit.
  public var memory: Int
  /// Files after which the worker is replaced: what libraries leak goes with it.
  public var filesPerWorker: Int

  /// Limits for reading metadata.
  public static let metadata = OperationLimits(
    deadline: .seconds(10), processorTime: .seconds(20), memory: 1 << 30, filesPerWorker: 50_000)
  /// Limits for decoding, which takes threads, and memory by the pixel.
  public static let thumbnails = OperationLimits(
    deadline: .seconds(20), processorTime: .seconds(60), memory: 2 << 30, filesPerWorker: 2_000)

  /// Makes limits.
  public init(deadline: Duration, processorTime: Duration, memory: Int, filesPerWorker: Int) {
    self.deadline = deadline
    self.processorTime = processorTime
    self.memory = memory
    self.filesPerWorker = filesPerWorker
  }
}
