internal import Glibc
internal import LinuxSystem
internal import MediaModel

extension Hello {
  /// Why its sender cannot be worked with; `nil` when it can.
  var complaint: String? {
    let own = Hello()
    if magic != own.magic { return WorkerError.otherProgram }
    if protocolVersion == own.protocolVersion, layout == own.layout { return nil }
    return """
      it belongs to another version of mediacat; install mediacat and mediacat-worker of the same \
      version
      """
  }
}

extension WorkerError {
  /// What is said of a program that is not a worker.
  static let otherProgram = """
    it does not answer as mediacat-worker does; reinstall mediacat, or name the right program in \
    \(WorkerLocator.variable)
    """

  /// A program that could not be started.
  init(_ error: LinuxError, starting path: FilePath) {
    let isMissing = [ENOENT, EACCES, ENOEXEC, ENOTDIR].contains(error.number)
    self.init(
      code: isMissing ? .toolMissing : .cannotStart, path: path,
      reason: "cannot be started: \(error.reason)")
  }

  /// A program that started but did not say who it is.
  init(_ interruption: WorkerProcess.Interruption, greeting path: FilePath) {
    switch interruption {
    case .ended(let exit, _):
      self.init(
        code: .toolMissing, path: path,
        reason: "it ended by \(exit) before it said who it is; \(Self.repair)")
    default:
      self.init(code: .toolMissing, path: path, reason: Self.otherProgram)
    }
  }

  private static let repair = "is it mediacat-worker, with all its libraries installed?"
}
