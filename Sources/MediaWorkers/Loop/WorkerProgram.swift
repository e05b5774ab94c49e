internal import LinuxSystem
package import MediaModel

/// A worker as a program: limits, loop, exit code.
package enum WorkerProgram {
  /// Exit codes the parent understands; the others follow sysexits(3).
  enum ExitCode {
    static let usage: Int32 = 64
    static let badRequest: Int32 = 65
    static let inputOutput: Int32 = 74
    static let outOfMemory: Int32 = 112
  }

  /// Runs a worker to its end.
  ///
  /// - Parameters:
  ///   - readerVersion: See ``WorkerLoop/init(readerVersion:read:)``.
  ///   - read: Gives one file's outcome.
  package static func run(
    readerVersion: UInt32, read: @escaping (FilePath) -> MetadataOutcome
  ) -> Never {
    guard let arguments = WorkerArguments(words: CommandLine.arguments.dropFirst()) else {
      OwnProcess.complain(
        "mediacat-worker: opens media files for mediacat, which starts it; see mediacat --help")
      OwnProcess.exit(code: ExitCode.usage)
    }
    do {
      // Nobody is left to answer when the parent is gone already.
      guard try OwnProcess.dieWithParent(arguments.parent) else { OwnProcess.exit(code: 0) }
      let memory = Descriptor(owning: 3)
      let progress = try SharedWord(mapping: memory)
      try restrict(arguments)
      let loop = WorkerLoop(readerVersion: readerVersion, read: read)
      try loop.run(
        input: Descriptor(owning: 0), output: Descriptor(owning: 1), progress: progress)
      OwnProcess.exit(code: 0)
    } catch is FieldError {
      OwnProcess.exit(code: ExitCode.badRequest)
    } catch {
      OwnProcess.exit(code: ExitCode.inputOutput)
    }
  }

  private static func restrict(_ arguments: WorkerArguments) throws(LinuxError) {
    try ResourceLimits(
      addressSpace: arguments.memoryLimit == 0 ? nil : arguments.memoryLimit, fileSize: 0,
      descriptorCount: 256, coreSize: 0
    ).apply()
    try OwnProcess.exitWhenOutOfMemory(code: ExitCode.outOfMemory)
  }
}
