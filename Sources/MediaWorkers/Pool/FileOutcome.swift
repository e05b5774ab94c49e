internal import Glibc
internal import LinuxSystem
internal import MediaModel

/// What an operation gives for one file.
protocol FileOutcome: FieldCoded, Sendable {
  /// The operation.
  static var kind: Operation.Kind { get }
  /// Bytes of the largest that makes sense.
  static var maximumByteCount: Int { get }
  /// The outcome of a file that was the end of its worker.
  init(_ end: FileEnd)
}

/// How a file was the end of a worker, or would have been.
enum FileEnd: Hashable {
  /// It took longer than this.
  case tooSlow(Duration)
  /// It took more processor time than this.
  case tooLaborious(Duration)
  /// It took more memory than a worker may use.
  case outOfMemory
  /// It gave an outcome of so many bytes.
  case tooLarge(Int)
  /// The worker ended like this.
  case crash(ChildExit)
  /// The worker answered what makes no sense.
  case nonsense(FieldError)

  /// What a worker's end means for the file it was at.
  init(_ exit: ChildExit, _ limits: OperationLimits) {
    switch exit {
    case .exited(code: WorkerProgram.ExitCode.outOfMemory): self = .outOfMemory
    case .signalled(SIGXCPU): self = .tooLaborious(limits.processorTime)
    default: self = .crash(exit)
    }
  }

  /// One sentence for people; `work` is such as `reading`.
  func reason(_ work: String) -> String {
    switch self {
    case .tooSlow(let time): "\(work) took longer than \(time.formattedSeconds)"
    case .tooLaborious(let time):
      "\(work) took more than \(time.formattedSeconds) of processor time"
    case .outOfMemory: "\(work) it takes more memory than a worker may use"
    case .tooLarge(let count): "\(work) it gave \(count) bytes, which cannot be right"
    case .crash(let exit): "the worker ended by \(exit) while \(work) it"
    case .nonsense(let error): "the worker's answer about it is damaged: \(error.reason)"
    }
  }
}

extension MetadataOutcome: FileOutcome {
  static var kind: Operation.Kind { .metadata }
  static var maximumByteCount: Int { 16 << 20 }

  init(_ end: FileEnd) {
    let code: ReadFailure.Code =
      switch end {
      case .tooSlow, .tooLaborious: .timedOut
      case .outOfMemory: .outOfMemory
      case .tooLarge: .malformed
      case .crash, .nonsense: .crashed
      }
    self = .failed(ReadFailure(code: code, reason: end.reason("reading")))
  }
}

extension RenderOutcome: FileOutcome {
  static var kind: Operation.Kind { .thumbnails }
  static var maximumByteCount: Int { 48 << 20 }

  init(_ end: FileEnd) { self = .failure(RenderFailure(end, "decoding")) }
}

extension RenderFailure {
  /// What a worker's end says of the file; `work` is such as `decoding`.
  init(_ end: FileEnd, _ work: String) {
    let code: Code =
      switch end {
      case .tooSlow, .tooLaborious: .timedOut
      case .outOfMemory, .tooLarge: .tooLarge
      case .crash, .nonsense: .crashed
      }
    self.init(code: code, reason: end.reason(work))
  }
}

extension DeliveryOutcome: FileOutcome {
  static var kind: Operation.Kind { .deliveries }
  static var maximumByteCount: Int { 48 << 20 }

  init(_ end: FileEnd) {
    let code: DeliveryFailure.Code =
      switch end {
      case .tooSlow, .tooLaborious: .timedOut
      case .outOfMemory, .tooLarge: .tooLarge
      case .crash, .nonsense: .crashed
      }
    self = .failed(DeliveryFailure(code: code, reason: end.reason("planning a copy of")))
  }
}
