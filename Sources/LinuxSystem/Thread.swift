internal import CLinux
internal import Glibc

/// A thread of the system.
enum Thread {
  private final class Body {
    let name: String
    let run: @Sendable () -> Void
    init(name: String, run: @escaping @Sendable () -> Void) {
      self.name = name
      self.run = run
    }
  }

  /// Starts a thread that runs `body` and ends; nobody waits for it.
  ///
  /// Signals sent to the process are blocked on it, so that they interrupt the main thread, whose
  /// calls expect it.
  static func start(name: String, _ body: @escaping @Sendable () -> Void) throws(LinuxError) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let box = Unmanaged.passRetained(Body(name: name, run: body))
    var thread = pthread_t()
    var all = sigset_t()
    var previous = sigset_t()
    sigfillset(&all)
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT] { sigdelset(&all, fault) }
    pthread_sigmask(SIG_SETMASK, &all, &previous)
    let failure = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
        clinux_name_thread(body.name)
        body.run()
        return nil
      }, box.toOpaque())
    pthread_sigmask(SIG_SETMASK, &previous, nil)
    guard failure == 0 else {
      box.release()
      throw LinuxError(number: failure, call: "pthread_create")
    }
  }
}
