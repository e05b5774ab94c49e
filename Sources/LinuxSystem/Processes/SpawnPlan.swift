internal import CLinux
internal import Glibc
internal import MediaModel

/// What a child gets from its parent, ready for `posix_spawn`.
struct SpawnPlan {
  /// Becomes standard input.
  var input: Int32
  /// Becomes standard output.
  var output: Int32
  /// Becomes descriptor 3.
  var extra: Int32
  /// What becomes of standard error.
  var standardError: ChildProcess.StandardError

  /// Starts the program and gives its process number.
  func spawn(_ path: FilePath, _ arguments: [String]) throws(LinuxError) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    var failure = posix_spawn_file_actions_init(&actions)
    guard failure == 0 else { throw LinuxError(number: failure, call: "posix_spawn") }
    defer { posix_spawn_file_actions_destroy(&actions) }
    failure = posix_spawnattr_init(&attributes)
    guard failure == 0 else { throw LinuxError(number: failure, call: "posix_spawn") }
    defer { posix_spawnattr_destroy(&attributes) }

    failure = fill(&actions)
    if failure == 0 { failure = Self.fill(&attributes) }
    var number: pid_t = 0
    if failure == 0 {
      failure = Self.withArguments(path, arguments) { name, list in
        posix_spawn(&number, name, &actions, &attributes, list, environ)
      }
    }
    guard failure == 0 else { throw LinuxError(number: failure, call: "posix_spawn", path: path) }
    return number
  }

  private func fill(_ actions: inout posix_spawn_file_actions_t) -> Int32 {
    for (source, target) in [(input, 0), (output, 1), (extra, 3)] as [(Int32, Int32)] {
      let failure = posix_spawn_file_actions_adddup2(&actions, source, target)
      if failure != 0 { return failure }
    }
    if standardError == .discarded {
      let failure = posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
      if failure != 0 { return failure }
    }
    return clinux_close_from(&actions, 4)
  }

  /// Default signal actions, and the keyboard's interrupts blocked.
  ///
  /// Ctrl-C goes to the whole foreground group; what it means is for the parent to say, which may
  /// still want the answers of the batch. Ctrl-Z stops both, as a person expects.
  private static func fill(_ attributes: inout posix_spawnattr_t) -> Int32 {
    var signals = sigset_t()
    sigfillset(&signals)
    var failure = posix_spawnattr_setsigdefault(&attributes, &signals)
    if failure != 0 { return failure }
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGQUIT)
    failure = posix_spawnattr_setsigmask(&attributes, &signals)
    if failure != 0 { return failure }
    return posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
  }

  private static func withArguments(
    _ path: FilePath, _ arguments: [String],
    _ body: (UnsafePointer<CChar>, UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
  ) -> Int32 {
    path.withCString { name in
      var list: [UnsafeMutablePointer<CChar>?] = [strdup(name)]
      list += arguments.map { strdup($0) }
      defer { for text in list { free(text) } }
      guard !list.contains(nil) else { return ENOMEM }
      list.append(nil)
      return body(name, list)
    }
  }
}
