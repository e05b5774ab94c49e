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

  /// Becomes the program with decoders when the parent asks for them; it is beside this one.
  ///
  /// Two hundred libraries are loaded only then: they take longer than reading a thousand files.
  package static func becomeDecoderIfAsked() {
    let words = CommandLine.arguments.dropFirst()
    guard WorkerArguments(words: words)?.decodes == true || RenditionArguments(words: words) != nil,
      let own = try? OwnProcess.executable()
    else { return }
    OwnProcess.become(own.parent.appending("mediacat-decoder"))
  }

  /// Runs a worker to its end.
  ///
  /// The closures run under ``WorkerProtections``, always on the thread of the call. Libraries that
  /// start threads must be started by them, not before: a thread that exists already would stay
  /// without protection. Threads, memory that is code (for libraries that compile loops), loading of
  /// plug-ins and reading of any file work as ever. Sockets, child processes and temporary files fail
  /// with an error, so what is too large for memory cannot be decoded; under both protections
  /// libvips and FFmpeg give the same pictures as without.
  ///
  /// - Parameters:
  ///   - readerVersion: Told to the parent; raise it when the reader finds more than before.
  ///   - read: Gives one file's metadata.
  ///   - render: Gives one file's thumbnail.
  ///   - plan: Plans one file's stripped copy.
  ///   - makeRendition: Writes one file's rendition to a descriptor; see ``RenditionProgram``.
  package static func run(
    readerVersion: UInt32, read: @escaping (FilePath) -> MetadataOutcome,
    render:
      @escaping (FilePath, ThumbnailSpecification) -> Result<RenderedThumbnail, RenderFailure>,
    plan: @escaping (FilePath, MetadataStripping) -> DeliveryOutcome,
    makeRendition: RenditionProgram.Maker
  ) -> Never {
    let words = CommandLine.arguments.dropFirst()
    if let arguments = RenditionArguments(words: words) {
      RenditionProgram.run(arguments, makeRendition)
    }
    guard let arguments = WorkerArguments(words: words) else {
      OwnProcess.complain(
        "mediacat-worker: opens media files for mediacat, which starts it; see mediacat --help")
      OwnProcess.exit(code: ExitCode.usage)
    }
    do {
      // Nobody is left to answer when the parent is gone already.
      guard try OwnProcess.dieWithParent(arguments.parent) else { OwnProcess.exit(code: 0) }
      let memory = Descriptor(owning: 3)
      let progress = try SharedWord(mapping: memory)
      let budget = WorkerBudget(arguments)
      try budget.begin()
      try OwnProcess.exitWhenOutOfMemory(code: ExitCode.outOfMemory)
      let protections = WorkerProtections(applying: WorkerProtections.steps)
      let hello = Hello(readerVersion: readerVersion, protections: protections)
      var loop = WorkerLoop(hello: hello, budget: budget, read: read, render: render, plan: plan)
      try loop.run(
        input: Descriptor(owning: 0), output: Descriptor(owning: 1), progress: progress)
      OwnProcess.exit(code: 0)
    } catch is FieldError {
      OwnProcess.exit(code: ExitCode.badRequest)
    } catch {
      OwnProcess.exit(code: ExitCode.inputOutput)
    }
  }
}
