internal import LinuxSystem
public import MediaModel

/// Finds the program `mediacat-worker`.
public struct WorkerLocator: Sendable {
  /// Name of the program.
  public static let name: FilePath = "mediacat-worker"
  /// Variable of the environment that names the program.
  public static let variable = "MEDIACAT_WORKER"

  /// Asked for by the caller; nothing else is tried then.
  public var explicit: FilePath?
  /// Value of ``variable``; nothing else is tried then either.
  public var variableValue: FilePath?
  /// Directory of the running program.
  public var ownDirectory: FilePath?
  /// Value of `PATH`.
  public var searchPath: FilePath?

  /// Makes a locator for this process.
  public init(explicit: FilePath? = nil) {
    self.explicit = explicit
    self.variableValue = OwnProcess.environment(Self.variable)
    // Without /proc there is no directory to look in, and `PATH` remains.
    self.ownDirectory = (try? OwnProcess.executable())?.parent
    self.searchPath = OwnProcess.environment("PATH")
  }

  /// Finds the program.
  ///
  /// - Throws: ``WorkerError`` with code `toolMissing`, naming what to do.
  public func locate() throws(WorkerError) -> FilePath {
    if let explicit { return try checked(explicit, "the program that was asked for") }
    if let variableValue { return try checked(variableValue, Self.variable) }
    if let found = candidates.first(where: OwnProcess.canExecute) { return found }
    throw WorkerError(
      code: .toolMissing,
      reason: """
        mediacat-worker, which opens media files, was not found beside this program, in \
        ../libexec/mediacat or in PATH. Install it with mediacat, or name it in \(Self.variable).
        """)
  }

  /// Where it may be, the likeliest first.
  private var candidates: [FilePath] {
    var places: [FilePath] = []
    if let ownDirectory {
      places = [ownDirectory, ownDirectory.appending("../libexec/mediacat")]
    }
    let search = searchPath?.bytes.split(separator: UInt8(ascii: ":")) ?? []
    // A relative part of PATH would let the current directory choose the program.
    places += search.map { FilePath(bytes: Array($0)) }.filter(\.isAbsolute)
    return places.map { $0.appending(Self.name) }
  }

  private func checked(_ path: FilePath, _ origin: String) throws(WorkerError) -> FilePath {
    guard OwnProcess.canExecute(path) else {
      throw WorkerError(
        code: .toolMissing, path: path,
        reason: "\(origin) is no program that can be run. Name the file mediacat-worker there.")
    }
    return path
  }
}
