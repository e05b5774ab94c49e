internal import CommandLineParsing
internal import CommandOutput
internal import LinuxSystem
internal import MediaCatalog
internal import MediaModel
internal import UnicodeText

/// What a command works with: the streams, the environment, the catalog.
struct Session: Sendable {
  let outputStyle: OutputStyle
  let errorStyle: OutputStyle
  let environment: Environment

  /// The streams of this process.
  static func ofProcess() -> Session {
    let environment = Environment.ofProcess
    func style(_ terminal: Terminal) -> OutputStyle {
      OutputStyle(
        isTerminal: terminal.isTerminal, width: terminal.size?.columns ?? 80,
        environment: { environment[$0] })
    }
    return Session(
      outputStyle: style(.output), errorStyle: style(.error), environment: environment)
  }

  /// Says something on standard error: `mediacat: …`.
  func say(_ text: String) {
    let line = errorStyle.isTerminal ? Self.escaped(text) : text
    complain("mediacat: \(line)\n")
  }

  /// Writes to standard error as it is; what cannot be said is not worth a failure of its own.
  func complain(_ text: String) {
    let output = ByteWriter(descriptor: 2)
    try? output.write(text)
    try? output.flush()
  }

  /// A buffered writer to standard output, to be flushed by its user.
  var output: ByteWriter { ByteWriter(descriptor: 1) }

  /// Prints lines on standard output.
  func print(_ lines: String...) throws { try print(lines: lines) }

  /// Prints lines on standard output.
  func print(lines: [String]) throws {
    let output = output
    for line in lines {
      try output.write(outputStyle.isTerminal ? Self.escaped(line) : line)
      try output.write("\n")
    }
    try output.flush()
  }

  /// Prints JSON on standard output.
  func print(_ json: JSONWriter) throws {
    let output = output
    try output.write(json.bytes)
    try output.flush()
  }

  private static func escaped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { EscapedText.forTerminal(String($0)) }.joined(separator: "\n")
  }

  /// Opens the catalog that the arguments or the environment name, and closes it after `body`.
  ///
  /// Closing moves the write-ahead log into the file, so what is left behind is one file.
  ///
  /// - Parameters:
  ///   - arguments: Where it is.
  ///   - isCreating: Whether a missing one is made, with its folder.
  ///   - body: What to do with it.
  /// - Returns: What `body` returns.
  /// - Throws: ``OpeningError``, and what `body` throws.
  func withCatalog(
    _ arguments: GlobalArguments, creating isCreating: Bool = false,
    _ body: (Catalog) async throws -> Int32
  ) async throws -> Int32 {
    let path = try CatalogPath(arguments, environment)
    if isCreating { try path.makeFolder() }
    let catalog: Catalog
    do {
      catalog = try Catalog.open(at: path.path, creating: isCreating)
    } catch let error as CatalogError {
      throw OpeningError(cause: error)
    }
    do {
      let status = try await body(catalog)
      await catalog.close()
      return status
    } catch {
      await catalog.close()
      throw error
    }
  }
}
