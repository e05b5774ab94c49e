internal import LinuxSystem
internal import MediaModel

/// One process that makes one rendition, as its parent sees it.
///
/// Not shared: all its calls block on the lane that made it.
final class RenditionProcess {
  private let child: ChildProcess
  private let wakeup: Wakeup
  private var buffer = FrameBuffer()

  /// A start takes 60 ms; on a cold disk with all libraries to read, seconds.
  private static let startMilliseconds: Int64 = 20_000

  /// Why there is no outcome.
  enum Interruption: Error {
    /// The caller's task was cancelled.
    case cancelled
    /// The file was the end of the process.
    case ended(FileEnd)
    /// The process ended, or said nothing that makes sense, before it had got the file.
    case notStarted(String)
  }

  /// Starts the program with `output` as its descriptor 3.
  init(
    path: FilePath, arguments: RenditionArguments, output: borrowing Descriptor, wakeup: Wakeup,
    showsMessages: Bool
  ) throws(LinuxError) {
    self.wakeup = wakeup
    child = try ChildProcess(
      path: path, arguments: arguments.words, passing: output,
      standardError: showsMessages ? .inherited : .discarded)
  }

  /// Waits until it says who it is.
  func greet() throws(Interruption) -> Hello {
    let start = MonotonicClock.milliseconds()
    do {
      while true {
        let hello = try buffer.next { bytes throws(FieldError) in
          var decoder = FieldCodec(reading: bytes)
          return try decoder.read(Hello.self)
        }
        if let hello { return hello }
        let left = start + Self.startMilliseconds - MonotonicClock.milliseconds()
        guard left > 0 else { throw Interruption.notStarted("it does not begin") }
        if try receive(milliseconds: left) == false {
          throw Interruption.notStarted("it ended by \(ending()) before it said who it is")
        }
      }
    } catch let error as Interruption {
      throw error
    } catch {
      throw .notStarted(WorkerError.otherProgram)
    }
  }

  /// Asks for the rendition and waits for its end.
  ///
  /// - Throws: ``Interruption``; the process has ended then and writes nothing any more.
  func make(
    _ request: RenditionRequest, _ settings: RenditionWorkers.Configuration,
    _ progress: (RenditionProgress) -> Void
  ) throws(Interruption) -> Result<RenditionOutcome, RenderFailure> {
    do {
      // Much smaller than the pipe, which is empty.
      let frame = request.frame()
      let count = try frame.withUnsafeBytes { try child.write($0) }
      guard count == frame.count else { throw Interruption.notStarted("it takes no request") }
      var patience = RenditionPatience(settings, now: MonotonicClock.milliseconds())
      while true {
        let report = try buffer.next { bytes throws(FieldError) in
          var decoder = FieldCodec(reading: bytes)
          return try decoder.read(RenditionReport.self)
        }
        let now = MonotonicClock.milliseconds()
        switch report {
        case .progress(let value)?:
          patience.note(value, at: now)
          progress(value)
        case .finished(let outcome)?: return .success(outcome)
        case .failed(let failure)?: return .failure(failure)
        case nil:
          let left = patience.left(at: now)
          guard left > 0 else { throw Interruption.ended(.tooSlow(patience.limit)) }
          switch try receive(milliseconds: left) {
          case false?:
            throw Interruption.ended(FileEnd(ending(), settings.limits))
          case nil: patience.wasLate(by: MonotonicClock.milliseconds() - now - left)
          case true?: break
          }
        }
      }
    } catch let error as Interruption {
      child.end()
      throw error
    } catch let error as FieldError {
      child.end()
      throw .ended(.nonsense(error))
    } catch {
      throw .ended(.crash(child.end()))
    }
  }

  /// Waits for the process, which has said all it had to say.
  func finish() { if child.wait(milliseconds: 1_000) == nil { child.end() } }

  /// Waits for bytes; false at the end of them, `nil` when the time is over.
  private func receive(milliseconds: Int64) throws -> Bool? {
    switch Readiness.wait(
      for: child.outputNumber, .reading, orFor: wakeup.number,
      milliseconds: Int32(clamping: milliseconds))
    {
    case .woken: throw Interruption.cancelled
    case .timedOut: return nil
    case .ready:
      let count = try buffer.fill { space throws(LinuxError) in try child.read(into: space) }
      return count != 0
    }
  }

  /// How it ended; its output is closed, so it is ending, and a moment is granted for that.
  private func ending() -> ChildExit { child.wait(milliseconds: 1_000) ?? child.end() }
}
