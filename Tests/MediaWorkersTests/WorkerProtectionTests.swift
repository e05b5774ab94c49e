import LinuxSystem
import MediaModel
import Testing

@testable import MediaWorkers

extension WorkerTests {
  @Suite("Protections of workers") struct WorkerProtectionTests {
    private let specification = ThumbnailSpecification(side: 100)

    @Test func `are told to the parent, or why they are missing`() async throws {
      let pool = PoolFixture.pool(deadline: .seconds(20))
      let protections = try await pool.protections()
      await pool.close()
      let all = protections.holding + protections.lacking.map(\.kind)
      #expect(Set(all) == Set(WorkerProtections.Kind.allCases) && all.count == 4)
      #expect(
        protections.holding.contains(.privileges) && protections.holding.contains(.inspection))
      for lack in protections.lacking { print("skipped: \(lack.kind.rawValue): \(lack.reason)") }
    }

    @Test(arguments: ["socket", "fork", "execute", "create", "signal-parent", "outlive-parent"])
    func `hold while a file is decoded`(attempt: String) async throws {
      let pool = PoolFixture.pool(deadline: .seconds(20))
      guard try await pool.protections().holding.contains(.systemCalls) else {
        print("skipped: this kernel has no filter of system calls")
        return await pool.close()
      }
      let failure = await #expect(throws: RenderFailure.self) {
        try await pool.thumbnail(of: FilePath("/attempt-\(attempt)"), specification)
      }
      #expect(failure?.reason == "EPERM")
      await pool.close()
    }

    @Test(arguments: [
      ("thread", "ok"), ("map-code", "ok"), ("signal-self", "ok"), ("isatty", "ok"),
      ("write-memory-file", "EFBIG"), ("no-new-privileges", "1"), ("dumpable", "0"),
    ])
    func `leave decoders what they need`(attempt: String, result: String) async throws {
      let pool = PoolFixture.pool(deadline: .seconds(20))
      let failure = await #expect(throws: RenderFailure.self) {
        try await pool.thumbnail(of: FilePath("/attempt-\(attempt)"), specification)
      }
      #expect(failure?.reason == result)
      #expect(try await pool.read(["/ok"]).map(\.summary) == ["ok"])
      await pool.close()
    }

    @Test func `that a kernel lacks cost only themselves`() {
      let steps: [WorkerProtections.Step] = [
        (.privileges, {}),
        (.writing, { () throws(LinuxError) in throw LinuxError(number: 95, call: "landlock") }),
        (.systemCalls, {}),
      ]
      let protections = WorkerProtections(applying: steps)
      #expect(protections.holding == [.privileges, .systemCalls])
      #expect(
        protections.lacking == [.init(kind: .writing, reason: "Operation not supported (landlock)")]
      )
    }

    @Test func `come with limits that survive the command line`() {
      let limits = WorkerArguments.Limits(.thumbnails)
      let arguments = WorkerArguments(
        parent: 12, metadata: WorkerArguments.Limits(memory: 0, processorSeconds: 1),
        thumbnails: limits)
      #expect(WorkerArguments(words: arguments.words) == arguments)
      for words in [[], ["serve"], arguments.words.map { $0 == "12" ? "x" : $0 }] {
        #expect(WorkerArguments(words: words) == nil)
      }
    }
  }
}
