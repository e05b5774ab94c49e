internal import LinuxSystem
internal import MediaModel

/// A filter that is a program: it reads items as lines of JSON and writes whether they are shown.
///
/// Each item is one line with an object whose fields are those of `mediacat list --json`: `id`,
/// `path`, `type`, `mime`, `size`, `width`, `height`, `duration` in seconds, `taken` and more. Each
/// line is answered by one line: `true`, `false`, or `{"id": 12, "show": true}`. The program must
/// flush each answer, and gets the next item after that. It runs for the whole of a filter, and ends
/// when its input does; it is killed when the filter is stopped, or when it is too slow.
public struct FilterProgram: Sendable {
  /// The program, then its arguments; a name without a slash is looked for in `PATH`.
  public var arguments: [String]
  /// The longest that it may take for an answer, whatever the options of the filter say.
  public var timeout: Duration
  /// Whether its messages go where those of this program go.
  public var showsMessages: Bool

  /// Takes a program and its arguments; no shell looks at them.
  public init(
    _ arguments: [String], timeout: Duration = .seconds(60), showsMessages: Bool = true
  ) {
    self.arguments = arguments
    self.timeout = timeout
    self.showsMessages = showsMessages
  }

  /// Takes a line for the shell, sh(1).
  public static func shell(
    _ line: String, timeout: Duration = .seconds(60), showsMessages: Bool = true
  ) -> FilterProgram {
    FilterProgram(["/bin/sh", "-c", line], timeout: timeout, showsMessages: showsMessages)
  }

  /// The program as a filter; each run starts one of its own, with the first item.
  ///
  /// - Parameter identity: Who it is, when its answers may be remembered.
  /// - Returns: A filter that takes one item at a time.
  public func filter(identity: FilterIdentity? = nil) -> ItemFilter {
    ItemFilter(identity: identity, maxConcurrency: 1) {
      let session = ProgramSession(self)
      return FilterSession(
        call: { item in try await session.shows(item) ? item : nil },
        end: { session.close() })
    }
  }

  /// Where the program is.
  ///
  /// - Throws: ``FilterError`` `cannotStart` with what to do.
  func locate() throws(FilterError) -> FilePath {
    guard let name = arguments.first, !name.isEmpty else {
      throw FilterError(code: .cannotStart, reason: "no program was named to filter by")
    }
    if name.utf8.contains(UInt8(ascii: "/")) { return FilePath(name) }
    let folders = OwnProcess.environment("PATH")?.bytes.split(separator: UInt8(ascii: ":")) ?? []
    for folder in folders {
      let path = FilePath(bytes: Array(folder)).appending(FilePath(name))
      if OwnProcess.canExecute(path) { return path }
    }
    throw FilterError(
      code: .cannotStart,
      reason: "there is no program \(name) in PATH; name it with its folder, such as ./\(name)")
  }
}
