import Glibc
import LinuxSystem
import MediaModel
import Synchronization
import TestSupport
import Testing

@testable import MediaWorkers

extension WorkerTests {
  @Suite("Renditions in processes of their own") struct RenditionWorkersTests {
    private let folder = TemporaryDirectory()

    private func workers(
      stall: Duration = .seconds(20), outputByteCount: UInt64 = 64 << 20,
      _ change: (inout RenditionWorkers.Configuration) -> Void = { _ in }
    ) -> RenditionWorkers {
      var configuration = RenditionWorkers.Configuration(
        concurrency: 2, executable: PoolFixture.executable)
      configuration.stall = stall
      configuration.outputByteCount = outputByteCount
      if PoolFixture.isSanitized { configuration.limits.memory = 0 }
      change(&configuration)
      return RenditionWorkers(configuration)
    }

    /// Asks the fixture for a "rendition" and gives what it wrote, too.
    private func make(
      _ name: String, _ workers: RenditionWorkers,
      progress: @escaping @Sendable (RenditionProgress) -> Void = { _ in }
    ) async throws -> (outcome: RenditionOutcome, bytes: [UInt8]) {
      let path = "\(folder.path)/out-\(UInt32.random(in: 0 ... .max))"
      let output = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      defer {
        close(output)
        unlink(path)
      }
      let outcome = try await workers.makeRendition(
        of: FilePath("/\(name)"), RenditionSpecification(maximumSide: 640), into: output,
        progress: progress)
      return (outcome, try Descriptor(path: FilePath(path)).readToEnd())
    }

    private func failure(_ name: String, _ workers: RenditionWorkers) async -> RenderFailure? {
      await #expect(throws: RenderFailure.self) { try await make(name, workers) }
    }

    @Test func `write to the descriptor they inherit, though they can open none for writing`()
      async throws
    {
      let (outcome, bytes) = try await make("plain", workers())
      #expect(bytes == Array("plain".utf8))
      guard case .made(let made) = outcome else { return #expect(Bool(false)) }
      #expect(made.byteCount == 5 && made.size.width == 640 && made.method == .copied)
      #expect(try await make("same", workers()).outcome == .originalWillDo)
      for attempt in ["create", "write", "socket", "fork", "execute"] {
        let reason = await failure("attempt-\(attempt)", workers())?.reason
        if reason == "ok" {
          print("skipped: this kernel confines no process")
          return
        }
        #expect(["EPERM", "EACCES"].contains(reason ?? ""), "\(attempt): \(reason ?? "")")
      }
    }

    @Test func `may write no more than their limit`() async throws {
      let limited = workers(outputByteCount: 3 << 20)
      #expect(await failure("write-4", limited)?.code == .tooLarge)
      #expect(try await make("write-2", limited).bytes.count == 2 << 20)
    }

    @Test(arguments: [
      ("crash", RenderFailure.Code.crashed), ("abort", .crashed), ("exit", .crashed),
      ("garbage", .crashed), ("nothing", .unsupported),
    ])
    func `fail with a reason, and alone`(name: String, code: RenderFailure.Code) async throws {
      #expect(await failure(name, workers())?.code == code)
      #expect(try await make("plain", workers()).bytes.count == 5)
    }

    @Test(.enabled(if: !PoolFixture.isSanitized)) func `may not fill the memory`() async {
      let small = workers { $0.limits.memory = 512 << 20 }
      #expect(await failure("bomb", small)?.code == .tooLarge)
    }

    @Test func `are given up when they make no progress, but not while they do`() async throws {
      let impatient = workers(stall: .milliseconds(800))
      #expect(await failure("hang", impatient)?.code == .timedOut)
      let seen = Mutex<[Double]>([])
      _ = try await make("tick-15", impatient) { progress in
        seen.withLock { $0.append(progress.part) }
      }
      let parts = seen.withLock { $0 }
      #expect(parts.count >= 10 && parts == parts.sorted())
    }

    @Test func `have a deadline by the length of the media`() {
      var configuration = RenditionWorkers.Configuration()
      configuration.limits.deadline = .seconds(10)
      configuration.timePerSecond = .seconds(2)
      configuration.stall = .seconds(30)
      configuration.longest = .seconds(100)
      var patience = RenditionPatience(configuration, now: 1_000)
      #expect(patience.left(at: 1_000) == 10_000)
      patience.note(RenditionProgress(part: 0, seconds: 20), at: 2_000)
      #expect(patience.left(at: 2_000) == 30_000, "without progress")
      patience.note(RenditionProgress(part: 0.5, seconds: 20), at: 40_000)
      #expect(patience.left(at: 40_000) == 11_000, "by length: 10 + 20 × 2")
      patience.note(RenditionProgress(part: 0.5, seconds: 1e9), at: 40_000)
      #expect(patience.left(at: 95_000) == -25_000)
      #expect(patience.left(at: 60_000) == 10_000)
      patience.wasLate(by: 5_000)
      #expect(patience.left(at: 60_000) == 15_000)
    }

    @Test func `end at once when they are cancelled, and leave nothing`() async throws {
      let descriptors = PoolFixture.descriptorCount()
      let workers = workers()
      for round in 0..<20 {
        let task = Task { try await make(round % 2 == 0 ? "hang" : "tick-100", workers) }
        try await Task.sleep(for: .milliseconds(round * 7))
        let start = MonotonicClock.milliseconds()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(MonotonicClock.milliseconds() - start < 2_000)
      }
      #expect(PoolFixture.children().isEmpty)
      // Other tests open files meanwhile; each round that leaked one would show all the same.
      for _ in 0..<100 where PoolFixture.descriptorCount() >= descriptors + 10 {
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(PoolFixture.descriptorCount() < descriptors + 10)
    }

    @Test func `say what to install when there is no program, or another one`() async {
      for program in ["/nonexistent", "/bin/cat"] {
        let lost = workers { $0.executable = FilePath(program) }
        let error = await #expect(throws: WorkerError.self) { try await make("plain", lost) }
        #expect(error?.code == .toolMissing)
      }
    }

    @Test func `are asked and answered in frames that survive`() throws {
      let reports: [RenditionReport] = [
        .progress(RenditionProgress(part: 0.25, seconds: 12.5)), .finished(.complete),
        .finished(.originalWillDo), .failed(RenderFailure(code: .noSpace, reason: "full")),
      ]
      for report in reports {
        var writer = FieldCodec()
        writer.write(report)
        let bytes = writer.output
        let read = try bytes.withUnsafeBytes {
          var reader = FieldCodec(reading: $0)
          return try reader.read(RenditionReport.self)
        }
        #expect(read == report)
        for count in 0..<bytes.count {
          #expect(throws: FieldError.self) {
            try bytes[..<count].withUnsafeBytes {
              var reader = FieldCodec(reading: $0)
              return try reader.read(RenditionReport.self)
            }
          }
        }
      }
      let arguments = RenditionArguments(
        parent: 7, limits: WorkerArguments.Limits(.renditions), outputByteCount: 1 << 40)
      #expect(RenditionArguments(words: arguments.words) == arguments)
      #expect(WorkerArguments(words: arguments.words) == nil)
      #expect(RenditionArguments(words: Array(arguments.words.dropLast())) == nil)
    }
  }
}
