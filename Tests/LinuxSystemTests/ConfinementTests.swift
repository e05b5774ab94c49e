import Glibc
import LinuxSystem
import MediaModel
import Testing

/// Each row is tried twice by a process of its own: free, where it works or fails for a reason that
/// has nothing to do with rights, and confined.
@Suite("Confinement") struct ConfinementTests {
  /// Lines that the probe prints; see `Probe` in the fixture.
  private func probe(_ steps: String, _ attempts: [String]) throws -> [String] {
    let folder = TemporaryFolder()
    folder.makeFile("old", count: 10)
    let fixture = try OwnProcess.executable().parent.appending("worker-fixture")
    // Under another name, so that tests which count workers do not count this.
    let program = folder.path.appending("probe")
    symlink(fixture.displayText, program.displayText)
    let child = try ChildProcess(
      path: program, arguments: ["probe", folder.path.displayText, steps] + attempts,
      passing: SharedWord.makeMemory())
    var text: [UInt8] = []
    while Readiness.wait(for: child.outputNumber, .reading, orFor: -1, milliseconds: 20_000)
      == .ready
    {
      var block = [UInt8](repeating: 0, count: 4_096)
      let count = try block.withUnsafeMutableBytes { try child.read(into: $0) } ?? 0
      if count == 0 { break }
      text += block[..<count]
    }
    #expect(child.wait(milliseconds: 5_000) == .exited(code: 0))
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static let harmless = [
    "read", "list", "thread", "signal-self", "isatty", "map-code", "write-memory-file",
  ]

  @Test(arguments: ["", "privileges,writing", "privileges,calls", "privileges,calls,writing"])
  func `leaves reading, threads and own memory alone`(steps: String) throws {
    #expect(try probe(steps, Self.harmless) == Self.harmless.map { _ in "ok" })
  }

  @Test(arguments: [
    ("create", "ok"), ("create-unnamed", "ok"), ("write", "ok"), ("truncate", "ok"),
    ("truncate-open", "ok"), ("mkdir", "ok"), ("mkfifo", "ok"), ("symlink", "ok"), ("link", "ok"),
    ("rename", "ok"), ("unlink", "ok"),
  ])
  func `of writing refuses changes of files, with and without the filter of calls`(
    attempt: String, free: String
  ) throws {
    #expect(try probe("", [attempt]) == [free])
    #expect(try probe("privileges,calls", [attempt]) == ["EPERM"])
    guard try probe("privileges,writing", []) == [] else {
      print("skipped: this kernel has no Landlock")
      return
    }
    #expect(try ["EACCES", "EXDEV"].contains(probe("privileges,writing", [attempt])[0]))
  }

  @Test func `of writing refuses to run programs`() throws {
    #expect(try probe("", ["execute"]) == [])
    guard try probe("privileges,writing", []) == [] else { return }
    #expect(try probe("privileges,writing", ["execute"]) == ["EACCES"])
  }

  @Test(arguments: [
    ("socket", ["ok"]), ("local-socket", ["ok"]), ("fork", ["ok"]), ("execute", []),
    ("signal-parent", ["ok"]), ("trace", ["ok"]), ("read-parent", ["ok"]),
    ("limit-parent", ["ok"]), ("outlive-parent", ["ok"]), ("unshare", ["ok", "EPERM"]),
    ("chroot", ["ok", "EPERM"]), ("mount", ["ENOENT", "EFAULT", "EPERM"]),
    ("io_uring", ["EFAULT", "ENOSYS"]),
    ("chmod", ["ok"]), ("touch", ["ok"]), ("setxattr", ["ok", "EOPNOTSUPP"]), ("chown", ["ok"]),
    ("flags", ["ok", "ENOTTY", "EOPNOTSUPP"]),
  ])
  func `of calls refuses what readers have no use for`(attempt: String, free: [String]) throws {
    let before = try probe("", [attempt])
    #expect(before.isEmpty ? free.isEmpty : free.contains(before[0]), "\(before)")
    #expect(try probe("privileges,calls", [attempt]) == ["EPERM"])
  }

  @Test func `of calls answers those that have an older form as an old kernel would`() throws {
    #expect(try probe("", ["clone3"]) == ["EINVAL"])
    #expect(try probe("privileges,calls", ["clone3"]) == ["ENOSYS"])
  }

  #if arch(x86_64)
    @Test func `of calls has no way around it through other numbers of the same calls`() throws {
      // getpid as x32 knows it.
      #expect(try probe("privileges,calls", ["x32"]) == ["EPERM"])
    }
  #endif

  @Test func `forbids new privileges and inspection`() throws {
    #expect(try probe("", ["no-new-privileges", "dumpable"]) == ["0", "1"])
    #expect(
      try probe("privileges,inspection", ["no-new-privileges", "dumpable"]) == ["1", "0"])
  }

  @Test func `says what the kernel refuses, and goes on`() throws {
    // The filter lets nobody change what it has been told to keep.
    let lines = try probe("privileges,calls,inspection", ["read", "dumpable"])
    #expect(lines.count == 3 && lines[0].hasPrefix("inspection: Operation not permitted (prctl)"))
    #expect(lines.suffix(2) == ["ok", "1"])
  }
}
