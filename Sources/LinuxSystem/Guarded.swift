internal import Glibc

/// A value that only one thread at a time can see.
///
/// Like `Mutex` of the standard library, but over `pthread_mutex_t`, which the thread sanitizer
/// knows: under `Mutex` every access looks like a race to it on Linux.
///
/// `@unchecked` because Swift cannot see that `mutex` guards every access to `value`.
package final class Guarded<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  /// Guards a value from now on.
  package init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` alone with the value; it must not lock the same value again.
  package func withLock<Result>(
    _ body: (inout sending Value) throws -> sending Result
  ) rethrows -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
