internal import CLinux
internal import Glibc

/// A serial executor on one thread of its own, for calls that block.
///
/// It is always the same thread: a child that asks to die with its parent dies with the *thread*
/// that started it, so a pool of threads, which lets idle ones end, would kill it.
package final class Lane: SerialExecutor {
  private let queue: Queue

  /// Starts the thread; `name` shows in `top`, cut at 15 bytes.
  package init(name: String) throws(LinuxError) {
    let queue = Queue()
    self.queue = queue
    try Thread.start(name: name) {
      while let (job, executor) = queue.next() { job.runSynchronously(on: executor) }
    }
  }

  deinit { queue.close() }

  package func enqueue(_ job: consuming ExecutorJob) {
    queue.append(UnownedJob(job), asUnownedSerialExecutor())
  }

  /// Jobs in order of arrival, shared by the lane and its thread.
  ///
  /// `@unchecked` because Swift cannot see that `mutex` guards every access to the other fields.
  private final class Queue: @unchecked Sendable {
    typealias Item = (UnownedJob, UnownedSerialExecutor)
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let arrival: UnsafeMutablePointer<pthread_cond_t>
    private var items: [Item] = []
    private var head = 0
    private var isClosed = false

    init() {
      mutex = .allocate(capacity: 1)
      arrival = .allocate(capacity: 1)
      pthread_mutex_init(mutex, nil)
      pthread_cond_init(arrival, nil)
    }

    deinit {
      pthread_cond_destroy(arrival)
      pthread_mutex_destroy(mutex)
      arrival.deallocate()
      mutex.deallocate()
    }

    func append(_ job: UnownedJob, _ executor: UnownedSerialExecutor) {
      pthread_mutex_lock(mutex)
      items.append((job, executor))
      pthread_mutex_unlock(mutex)
      pthread_cond_signal(arrival)
    }

    func close() {
      pthread_mutex_lock(mutex)
      isClosed = true
      pthread_mutex_unlock(mutex)
      pthread_cond_signal(arrival)
    }

    /// The next job, waiting for it; `nil` when the lane is gone and nothing is left.
    func next() -> Item? {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      while head == items.count {
        if isClosed { return nil }
        items.removeAll(keepingCapacity: true)
        head = 0
        pthread_cond_wait(arrival, mutex)
      }
      defer { head += 1 }
      return items[head]
    }
  }
}
