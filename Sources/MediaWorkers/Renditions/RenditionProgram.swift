internal import LinuxSystem
package import MediaModel

/// The process that makes one rendition and ends.
///
/// It is under the same protections as a worker. The output is descriptor 3, which its parent has
/// opened: nothing else can be written, and that only up to its limit.
package enum RenditionProgram {
  /// Writes a rendition of a file to a descriptor; tells its progress, and thereby that it lives.
  package typealias Maker = (
    FilePath, RenditionSpecification, Int32, @escaping (RenditionProgress) -> Void
  ) -> Result<RenditionOutcome, RenderFailure>

  /// Milliseconds between two reports.
  private static let interval: Int64 = 100

  /// Runs to the end of the process.
  static func run(_ arguments: RenditionArguments, _ make: Maker) -> Never {
    do {
      guard try OwnProcess.dieWithParent(arguments.parent) else { OwnProcess.exit(code: 0) }
      try limit(arguments)
      try OwnProcess.exitWhenOutOfMemory(code: WorkerProgram.ExitCode.outOfMemory)
      let protections = WorkerProtections(applying: WorkerProtections.steps)
      let talk = Talk()
      try talk.send(Hello(protections: protections))
      let request = try request()
      OwnProcess.forgetLastError()
      var last: Int64 = 0
      let result = make(request.path, request.specification, 3) { progress in
        let now = MonotonicClock.milliseconds()
        guard now - last >= interval else { return }
        last = now
        // Nobody is left to work for.
        do { try talk.send(RenditionReport.progress(progress)) } catch {
          OwnProcess.exit(code: WorkerProgram.ExitCode.inputOutput)
        }
      }
      switch result {
      case .success(let outcome): try talk.send(RenditionReport.finished(outcome))
      case .failure(let failure): try talk.send(RenditionReport.failed(failure))
      }
      OwnProcess.exit(code: 0)
    } catch is FieldError {
      OwnProcess.exit(code: WorkerProgram.ExitCode.badRequest)
    } catch {
      OwnProcess.exit(code: WorkerProgram.ExitCode.inputOutput)
    }
  }

  private static func limit(_ arguments: RenditionArguments) throws(LinuxError) {
    // Writing too much is an error that can be told, not a death.
    Signals.ignoreFileSizeLimit()
    let limits = arguments.limits
    try ResourceLimits(
      addressSpace: limits.memory == 0 ? nil : limits.memory,
      processorSeconds: limits.processorSeconds, fileSize: arguments.outputByteCount,
      descriptorCount: 64, coreSize: 0
    ).apply()
  }

  private static func request() throws -> RenditionRequest {
    let input = Descriptor(owning: 0)
    var buffer = FrameBuffer()
    while true {
      let request = try buffer.next { bytes throws(FieldError) in
        var decoder = FieldCodec(reading: bytes)
        return try decoder.read(RenditionRequest.self)
      }
      if let request { return request }
      let count = try buffer.fill { space throws(LinuxError) in try input.read(into: space) }
      guard count != 0 else { throw FieldError.truncated }
    }
  }

  /// Standard output.
  private final class Talk {
    private let output = Descriptor(owning: 1)

    func send(_ value: some FieldCoded) throws(LinuxError) {
      let frame = value.frame()
      let result = frame.withUnsafeBytes { bytes in
        Result { () throws(LinuxError) in try output.writeAll(bytes) }
      }
      try result.get()
    }
  }
}
