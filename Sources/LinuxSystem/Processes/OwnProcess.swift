internal import CLinux
internal import Glibc
package import MediaModel

/// What a process can know of itself.
package enum OwnProcess {
  /// Path of the running program, links resolved.
  ///
  /// After an upgrade has replaced the file, the kernel adds ` (deleted)`; that is cut, because the
  /// new file is the one to look beside.
  package static func executable() throws(LinuxError) -> FilePath {
    var text = [CChar](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/exe", &text, text.count)
    guard count > 0 else { throw LinuxError("readlink", path: "/proc/self/exe") }
    let path = text[..<count].map { UInt8(bitPattern: $0) }
    let suffix = Array(" (deleted)".utf8)
    return FilePath(
      bytes: path.suffix(suffix.count).elementsEqual(suffix) ? path.dropLast(suffix.count) : path)
  }

  /// Goes on as another program with the same arguments and descriptors, execv(3).
  ///
  /// Returns only when that is not possible.
  package static func become(_ program: FilePath) {
    _ = program.withCString { execv($0, CommandLine.unsafeArgv) }
  }

  /// A variable of the environment as bytes; an empty one counts as absent.
  package static func environment(_ name: String) -> FilePath? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return FilePath(bytes: Array(UnsafeRawBufferPointer(start: value, count: strlen(value))))
  }

  /// True when this process may run the file at `path`.
  package static func canExecute(_ path: FilePath) -> Bool {
    path.withCString { name in
      var status = clinux_status()
      return clinux_path_status(name, &status) == 0 && FileKind(mode: status.kind) == .regular
        && access(name, X_OK) == 0
    }
  }

  /// Bytes of memory that are in use now, 0 when /proc is not mounted.
  package static func residentByteCount() -> Int {
    guard let text = try? Descriptor(path: "/proc/self/statm").readToEnd() else { return 0 }
    let fields = text.split(separator: UInt8(ascii: " "))
    guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) else {
      return 0
    }
    return pages * Int(getpagesize())
  }

  /// Processors this process may run on, 1 or more.
  package static let processorCount = max(1, Int(clinux_processor_count()))

  /// Seconds of processor time that this process has used, in all its threads.
  package static func processorSeconds() -> Int {
    var (own, children): (Int64, Int64) = (0, 0)
    clinux_processor_time(&own, &children)
    return Int(own / 1_000_000)
  }

  /// Number of this process.
  package static var number: Int32 { getpid() }

  /// Makes this process die by SIGKILL when the thread that started it ends.
  ///
  /// - Parameter parent: The process that must be the parent; had it ended before the call, the
  ///   kernel would never tell.
  /// - Throws: ``LinuxError`` when the kernel does not know the request.
  /// - Returns: False when the parent is already another, so there is nobody left to work for.
  package static func dieWithParent(_ parent: Int32) throws(LinuxError) -> Bool {
    let failure = clinux_die_with_parent(SIGKILL)
    guard failure == 0 else { throw LinuxError(number: failure, call: "prctl") }
    return getppid() == parent
  }

  /// Makes a death for want of memory an exit with `code`; call it once, from the main thread.
  package static func exitWhenOutOfMemory(code: Int32) throws(LinuxError) {
    let failure = clinux_exit_when_out_of_memory(code)
    guard failure == 0 else { throw LinuxError(number: failure, call: "sigaction") }
  }

  /// Forgets the last error number, which ``exitWhenOutOfMemory(code:)`` looks at.
  @inline(__always)
  package static func forgetLastError() { errno = 0 }

  /// Writes a line to standard error, unbuffered; a failure has nowhere to go.
  package static func complain(_ line: String) {
    var text = line + "\n"
    text.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
  }

  /// Ends at once, without running anything that waits to be run at exit.
  package static func exit(code: Int32) -> Never { _exit(code) }
}
