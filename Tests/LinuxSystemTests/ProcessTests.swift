import Glibc
import LinuxSystem
import MediaModel
import Testing

@Suite("Processes") struct ProcessTests {
  private func child(_ path: FilePath, _ arguments: [String]) throws -> ChildProcess {
    Signals.ignoreBrokenPipe()
    return try ChildProcess(path: path, arguments: arguments, passing: SharedWord.makeMemory())
  }

  private func output(of child: ChildProcess) throws -> String {
    var text: [UInt8] = []
    while true {
      let wait = Readiness.wait(
        for: child.outputNumber, .reading, orFor: -1, milliseconds: 5_000)
      try #require(wait == .ready)
      var block = [UInt8](repeating: 0, count: 4_096)
      let count = try block.withUnsafeMutableBytes { try child.read(into: $0) } ?? 0
      if count == 0 { return String(decoding: text, as: UTF8.self) }
      text += block[..<count]
    }
  }

  @Test func `talk through pipes and see four descriptors only`() throws {
    let leak = open("/dev/null", O_RDONLY)  // inheritable, as a host program might leave it
    defer { close(leak) }
    // The fourth to be listed is the directory that `ls` reads.
    let child = try child("/bin/sh", ["-c", "read line; echo \"got $line\"; ls /proc/$$/fd"])
    let line = Array("hello\n".utf8)
    #expect(try line.withUnsafeBytes { try child.write($0) } == 6)
    #expect(try output(of: child) == "got hello\n0\n1\n2\n3\n")
    #expect(child.wait(milliseconds: 5_000) == .exited(code: 0))
  }

  @Test(arguments: [
    ("exit 3", ChildExit.exited(code: 3), "exit code 3"),
    ("kill -SEGV $$", .signalled(SIGSEGV), "signal SIGSEGV"),
    ("kill -KILL $$", .signalled(SIGKILL), "signal SIGKILL"),
  ])
  func `tell how they ended`(script: String, exit: ChildExit, text: String) throws {
    let child = try child("/bin/sh", ["-c", script])
    #expect(child.wait(milliseconds: 5_000) == exit)
    #expect(exit.description == text)
  }

  @Test func `are killed and waited for when nobody needs them`() throws {
    var number: Int32 = 0
    do { number = try child("/bin/sleep", ["100"]).number }
    #expect(kill(number, 0) == -1)
  }

  @Test func `ignore Ctrl-C, which is for their parent`() throws {
    let child = try child("/bin/sh", ["-c", "kill -INT $$; echo alive"])
    #expect(try output(of: child) == "alive\n")
  }

  @Test func `refuse writes after their end instead of ending the program`() throws {
    let child = try child("/bin/true", [])
    _ = child.wait(milliseconds: 5_000)
    #expect(throws: LinuxError(number: EPIPE, call: "write")) {
      _ = try [UInt8(1)].withUnsafeBytes { try child.write($0) }
    }
  }

  @Test(arguments: [("/nonexistent", ENOENT), ("/etc/passwd", EACCES)] as [(FilePath, Int32)])
  func `that cannot start are an error`(path: FilePath, number: Int32) {
    #expect(throws: LinuxError(number: number, call: "posix_spawn", path: path)) {
      try child(path, [])
    }
  }

  @Test func `know themselves`() throws {
    #expect(try OwnProcess.executable().displayText.hasSuffix(".xctest"))
    #expect(OwnProcess.residentByteCount() > 1 << 20)
    #expect(OwnProcess.environment("MEDIACAT_NO_SUCH_VARIABLE") == nil)
    setenv("MEDIACAT_TEST_VARIABLE", "a b", 1)
    #expect(OwnProcess.environment("MEDIACAT_TEST_VARIABLE") == "a b")
  }

  @Test func `put themselves under limits that stay`() throws {
    try ResourceLimits(coreSize: 0).apply()
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(4), &limit)  // RLIMIT_CORE
    #expect(limit.rlim_cur == 0 && limit.rlim_max == 0)
    // What no process may have is cut to what this one may have.
    try ResourceLimits(coreSize: .max - 1).apply()
  }

  @Test func `hear of the first signal to end, and die of the second`() async throws {
    signal(SIGHUP, SIG_DFL)
    let heard = try await withCheckedThrowingContinuation { continuation in
      do {
        try Signals.onTermination { continuation.resume(returning: $0) }
        Signals.send(SIGHUP, to: OwnProcess.number)
      } catch {
        continuation.resume(throwing: error)
      }
    }
    #expect(heard == SIGHUP)
    var action = sigaction()
    sigaction(SIGHUP, nil, &action)
    #expect(unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 0)
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
  }

  /// nproc(1) of coreutils counts the same set.
  @Test func `count the processors they may use, not those of the machine`() throws {
    let child = try child("/usr/bin/nproc", [])
    #expect(try output(of: child) == "\(OwnProcess.processorCount)\n")
  }
}

@Suite("Waiting") struct WaitingTests {
  @Test func `ends by the time, by data and by another thread`() throws {
    let wakeup = try Wakeup()
    let pipe = try Pipe()
    func wait() -> Readiness {
      Readiness.wait(for: pipe.reading.number, .reading, orFor: wakeup.number, milliseconds: 20)
    }
    #expect(wait() == .timedOut)
    wakeup.raise()
    wakeup.raise()
    #expect(wait() == .woken)
    wakeup.lower()
    #expect(wait() == .timedOut)
    _ = try [UInt8(1)].withUnsafeBytes { try pipe.writing.write($0) }
    #expect(wait() == .ready)
  }

  @Test func `keeps jobs of a lane in order and on one thread that is not the pool's`() async throws
  {
    actor Counter {
      private let lane: Lane
      private var threads: Set<pid_t> = []
      private var count = 0
      nonisolated var unownedExecutor: UnownedSerialExecutor { lane.asUnownedSerialExecutor() }
      init() throws { lane = try Lane(name: "test.lane") }
      func add() -> Int {
        threads.insert(pid_t(truncatingIfNeeded: pthread_self()))
        count += 1
        return count
      }
      func threadCount() -> Int { threads.count }
    }
    let counter = try Counter()
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<1_000 { group.addTask { await counter.add() } }
    }
    #expect(await counter.add() == 1_001)
    #expect(await counter.threadCount() == 1)
  }

  @Test func `of another process sees a shared word change`() throws {
    let memory = try SharedWord.makeMemory()
    let (one, two) = (try SharedWord(mapping: memory), try SharedWord(mapping: memory))
    one.store(0xDEAD_BEEF_0000_0001)
    #expect(two.load() == 0xDEAD_BEEF_0000_0001)
    // Who could shrink the memory could kill the other process.
    #expect(ftruncate(memory.number, 0) == -1)
  }
}

@Suite("Errors of the system") struct LinuxErrorTests {
  @Test func `are sentences`() {
    let error = LinuxError(number: ENOENT, call: "openat", path: "/x")
    #expect(error.description == "/x: No such file or directory (openat)")
    #expect(LinuxError(number: 9_999, call: "read").description.contains("9999"))
  }
}
