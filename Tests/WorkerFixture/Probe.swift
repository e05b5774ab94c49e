internal import Glibc
internal import LinuxSystem

/// Puts this process under protections and tries what they forbid; for tests.
enum Probe {
  /// `worker-fixture probe FOLDER STEP,… ATTEMPT…`, where FOLDER holds a file `old`.
  ///
  /// Prints one line an attempt: `ok` or the error's name.
  static func run() {
    let words = Array(CommandLine.arguments.dropFirst(2))
    for step in words[1].split(separator: ",") {
      do throws(LinuxError) {
        switch step {
        case "privileges": try Confinement.forbidNewPrivileges()
        case "inspection": try Confinement.forbidInspection()
        case "writing": try Confinement.forbidWriting()
        case "calls": try Confinement.filterSystemCalls()
        default: break
        }
      } catch {
        print("\(step): \(error)")
      }
    }
    for word in words.dropFirst(2) { print(attempt(word, words[0])) }
  }

  /// Tries one thing; files are in `folder`.
  static func attempt(_ word: String, _ folder: String) -> String {
    let (old, new) = ("\(folder)/old", "\(folder)/new")
    errno = 0
    switch word {
    case "no-new-privileges": return "\(call("prctl", 39))"  // PR_GET_NO_NEW_PRIVS
    case "dumpable": return "\(call("prctl", 3))"  // PR_GET_DUMPABLE
    case "read": return result(open(old, O_RDONLY))
    case "list": return result(opendir(folder) == nil ? -1 : 0)
    case "thread": return thread()
    case "signal-self": return result(kill(getpid(), 0))
    case "write-memory-file":
      let file = "probe".withCString { call("memfd_create", Int(bitPattern: $0), 0) }
      return result(Int32(write(Int32(file), "x", 1)))
    case "isatty": return result(isatty(0) == 1 || errno == ENOTTY ? 0 : -1)
    case "map-code":
      return result(
        mmap(nil, 4_096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
          == MAP_FAILED ? -1 : 0)
    default: break
    }
    if let outcome = file(word, old, new) ?? process(word) { return outcome }
    return "unknown attempt"
  }

  /// Makes a file in `TMPDIR`, as libraries do with what is too large for memory.
  static func makeTemporaryFile() {
    guard let folder = getenv("TMPDIR") else { return }
    var name = Array("\(String(cString: folder))/probe-XXXXXX".utf8CString)
    close(mkstemp(&name))
  }

  private static func file(_ word: String, _ old: String, _ new: String) -> String? {
    switch word {
    case "create": result(open(new, O_WRONLY | O_CREAT, 0o600))
    case "create-unnamed": result(open("/tmp", O_RDWR | 0o20_200_000, 0o600))  // O_TMPFILE
    case "write": result(open(old, O_WRONLY))
    case "truncate": result(truncate(old, 0))
    case "truncate-open": result(open(old, O_RDONLY | O_TRUNC))
    case "chmod": result(chmod(old, 0o640))
    case "touch": result(utimensat(AT_FDCWD, old, nil, 0))
    case "setxattr": extendedAttribute(old)
    case "chown": result(chown(old, getuid(), getgid()))
    case "mkdir": result(mkdir(new, 0o700))
    case "mkfifo": result(mkfifo(new, 0o600))
    case "symlink": result(symlink(old, new))
    case "link": result(link(old, new))
    case "rename": result(rename(old, new))
    case "unlink": result(unlink(old))
    case "flags": flags(old)
    default: nil
    }
  }

  private static func process(_ word: String) -> String? {
    let parent = Int(getppid())
    return switch word {
    case "socket": result(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    case "local-socket": result(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
    case "fork": fork()
    case "execute": result(execve("/bin/true", [strdup("true"), nil], environ))
    case "signal-parent": result(kill(getppid(), 0))
    case "trace": result(Int32(call("ptrace", 0)))  // PTRACE_TRACEME
    case "read-parent": result(Int32(call("process_vm_readv", parent, 0, 0, 0, 0)))
    case "limit-parent": result(Int32(call("prlimit", parent, 7, 0, 0)))
    case "outlive-parent": result(Int32(call("prctl", 1, 0)))  // PR_SET_PDEATHSIG
    case "unshare": result(Int32(call("unshare", 0x200)))  // CLONE_FS
    case "chroot": result(chroot("/"))
    // With arguments that a kernel without a filter calls wrong, not forbidden.
    case "mount": result(mount(nil, "/nonexistent", nil, 0, nil))
    case "clone3": result(Int32(call("syscall", 435, 0, 0)))
    case "io_uring": result(Int32(call("syscall", 425, 1, 0)))
    case "x32": result(Int32(call("syscall", 0x4000_0027)))
    default: nil
    }
  }

  private static func result(_ value: Int32) -> String {
    if value >= 0 { return "ok" }
    let names = [
      EPERM: "EPERM", EACCES: "EACCES", ENOSYS: "ENOSYS", EINVAL: "EINVAL", EFAULT: "EFAULT",
      ENOENT: "ENOENT", ENOTTY: "ENOTTY", EOPNOTSUPP: "EOPNOTSUPP", EFBIG: "EFBIG",
    ]
    return names[errno] ?? "error \(errno)"
  }

  /// A C function that Swift does not import, because it is variadic or unsafe after threads.
  private static func call(_ name: String, _ arguments: Int...) -> Int {
    typealias Function =
      @convention(c) (Int, Int, Int, Int, Int, Int) -> Int
    guard let address = dlsym(nil, name) else { return -1 }
    let padded = arguments + Array(repeating: 0, count: 6 - arguments.count)
    let function = unsafeBitCast(address, to: Function.self)
    let value = function(padded[0], padded[1], padded[2], padded[3], padded[4], padded[5])
    // Functions that give an `int` leave the upper half undefined.
    return Int(Int32(truncatingIfNeeded: value))
  }

  private static func fork() -> String {
    let number = call("fork")
    if number == 0 { _exit(0) }
    if number > 0 { waitpid(pid_t(number), nil, 0) }
    return result(Int32(number))
  }

  private static func flags(_ path: String) -> String {
    let file = open(path, O_RDONLY)
    defer { close(file) }
    var flags = 0
    return withUnsafeMutablePointer(to: &flags) { pointer in
      result(Int32(call("ioctl", Int(file), 0x8008_6601, Int(bitPattern: pointer))))
    }
  }

  private static func extendedAttribute(_ path: String) -> String {
    path.withCString { path in
      "user.x".withCString { name in
        result(Int32(call("setxattr", Int(bitPattern: path), Int(bitPattern: name), 0, 0, 0)))
      }
    }
  }

  private static func thread() -> String {
    var thread = pthread_t()
    let failure = pthread_create(&thread, nil, { _ in nil }, nil)
    if failure == 0 { pthread_join(thread, nil) }
    errno = failure
    return result(failure == 0 ? 0 : -1)
  }
}
