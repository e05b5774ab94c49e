import Glibc
import LinuxSystem
import MediaModel
import TestSupport
import Testing

/// A home of its own for the built programs, and a shell to run them in.
final class Shell: Sendable {
  let directory = TemporaryDirectory()
  private let variables: [String: String]

  /// What a command line gave.
  struct Result {
    /// The exit status; 128 and the signal's number when a signal ended the shell.
    var status: Int32
    var output: String
    var errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// Where `swift build` puts programs and the test bundle.
  static let programs = ((try? OwnProcess.executable()) ?? "").parent.displayText

  /// True when pseudo-terminals can be made here.
  static let hasTerminals: Bool = {
    let works = Shell().run("script -qec true /dev/null").status == 0
    if !works { print("skipped: no pseudo-terminal can be made here, so none was written to") }
    return works
  }()

  init(_ variables: [String: String] = [:]) {
    chmod(directory.path, 0o755)
    let home = directory.path
    var all = [
      "HOME": home, "MEDIACAT_CATALOG": "\(home)/c.sqlite", "XDG_CACHE_HOME": "\(home)/cache",
      "XDG_DATA_HOME": "\(home)/data", "LC_ALL": "C.UTF-8", "TMPDIR": home,
      "PATH": "\(Self.programs):/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
      // Threads of the sanitizers and their leaks are no concern of these tests.
      "ASAN_OPTIONS": "detect_leaks=0",
    ]
    all.merge(variables) { $1 }
    self.variables = all
  }

  /// The folder that holds everything.
  var path: String { directory.path }

  /// Runs a script of bash and waits for it.
  @discardableResult
  func run(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) -> Result {
    let job = start(script)
    return job.wait()
  }

  /// Runs a script that must end with a status, and gives what it printed.
  @discardableResult
  func run(
    _ script: String, expecting status: Int32, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Result {
    let result = run(script)
    #expect(
      result.status == status, "\(script)\n\(result.output)\(result.errors)",
      sourceLocation: sourceLocation)
    return result
  }

  /// Starts a script of bash, in the home folder.
  func start(_ script: String) -> Job {
    let number = UInt64.random(in: 0 ... .max)
    let output = "\(path)/.out-\(number)"
    let errors = "\(path)/.err-\(number)"
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for (descriptor, file) in [(1, output), (2, errors)] as [(Int32, String)] {
      posix_spawn_file_actions_addopen(&actions, descriptor, file, O_WRONLY | O_CREAT, 0o644)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var process: pid_t = 0
    let line = "cd \"$HOME\"\n" + script
    let words = Self.pointers(["/bin/bash", "-c", line])
    let environment = Self.pointers(variables.map { "\($0)=\($1)" })
    let failure = posix_spawn(&process, "/bin/bash", &actions, &attributes, words, environment)
    for text in words + environment { free(text) }
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
    #expect(failure == 0)
    return Job(process: process, output: output, errors: errors)
  }

  /// Copies of texts, as C wants lists of them.
  private static func pointers(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { (text: String) in strdup(text) } + [nil]
  }

  /// A script under way.
  struct Job {
    let process: pid_t
    let output: String
    let errors: String

    /// Waits for its end.
    func wait() -> Result {
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      let code = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
      let isSignal = status & 0x7F != 0
      defer {
        unlink(output)
        unlink(errors)
      }
      return Result(
        status: isSignal ? 128 + (status & 0x7F) : code, output: text(output),
        errors: text(errors))
    }

    private func text(_ file: String) -> String {
      guard let bytes = try? Descriptor(path: FilePath(file)).readToEnd() else { return "" }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  // MARK: Files

  /// Writes small photos, each with another camera and time, into `photos`.
  func makePhotos(_ count: Int, perFolder: Int = 100) {
    mkdir("\(path)/photos", 0o755)
    for number in 0..<count {
      let folder = "photos/\(number / perFolder)"
      if number % perFolder == 0 { mkdir("\(path)/\(folder)", 0o755) }
      directory.write("\(folder)/IMG_\(number).jpg", Self.photo(number))
    }
  }

  /// A JPEG that says something of itself.
  static func photo(_ number: Int) -> [UInt8] {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    var block = TIFFBuilder()
    block.text(0x010F, "Make \(number % 7)", to: .ifd0)
    block.text(0x0110, "Model \(number % 13)", to: .ifd0)
    block.text(
      0x9003,
      "20\(two(10 + number % 10)):\(two(1 + number % 12)):\(two(1 + number % 28)) 10:20:\(two(number % 60))",
      to: .exif)
    var picture = JPEGBuilder()
    picture.exif(block.build())
    picture.frame(width: 16 + number, height: 9)
    return picture.build()
  }

  /// What the public view says of all items, apart from what each catalog numbers by itself.
  func items(_ catalog: String = "c.sqlite") -> String {
    run(
      """
      columns=$(sqlite3 \(catalog) "SELECT group_concat(name, ', ') FROM pragma_table_info('v_media')
        WHERE name NOT IN ('id', 'added', 'albums', 'stack')")
      sqlite3 \(catalog) "SELECT $columns FROM v_media ORDER BY path_bytes"
      """, expecting: 0
    ).output
  }
}
