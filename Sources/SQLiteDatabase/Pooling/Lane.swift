internal import Dispatch

/// A serial executor on a thread of its own, for C calls that block.
///
/// `DispatchSerialQueue` is missing on Linux; this is the whole of it.
final class Lane: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
