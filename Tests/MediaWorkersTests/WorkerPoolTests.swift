import Glibc
import LinuxSystem
import MediaModel
import MediaWorkers
import Testing

extension WorkerTests {
  @Suite("Worker pool", .timeLimit(.minutes(20))) struct WorkerPoolTests {
    @Test func `answers a batch in the order of its paths`() async throws {
      let pool = PoolFixture.pool()
      let names = (0..<1_000).map { "ok-\($0)" }
      let outcomes = try await pool.read(names.map { FilePath("/x/\($0)") })
      #expect(outcomes.map(\.caption) == names)
      #expect(try await pool.readerVersion() == 7)
      await pool.close()
    }

    /// Niceness as getpriority(2) tells it, of the fixtures that are children of this process.
    @Test func `lets its workers yield to others when it shall`() async throws {
      let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
      func niceness() -> Set<Int32> {
        Set(
          PoolFixture.children().map {
            getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t($0))
          })
      }
      let usual = PoolFixture.pool()
      _ = try await usual.read(["/x/ok-1"])
      #expect(niceness().contains(own))
      await usual.close()
      let yielding = PoolFixture.pool { $0.yields = true }
      _ = try await yielding.read(["/x/ok-1"])
      #expect(niceness().contains(min(own + 5, 19)))
      await yielding.close()
    }

    @Test func `takes paths that are no text, empty batches and more than a thousand files`()
      async throws
    {
      let pool = PoolFixture.pool()
      #expect(try await pool.read([]).isEmpty)
      let odd = FilePath(bytes: [0x2F, 0x4E, 0x6F, 0xEB, 0x6C, 0x0A])
      let outcomes = try await pool.read([odd] + Array(repeating: "/nothing", count: 3_000))
      #expect(outcomes.count == 3_001 && outcomes[0].caption == odd.lastComponent.displayText)
      await pool.close()
    }

    @Test(arguments: [
      ("crash", "crashed", "SIGSEGV"), ("null", "crashed", "SIGSEGV"),
      ("abort", "crashed", "SIGABRT"),
      ("exit", "crashed", "exit code 3"), ("hang", "timed-out", "0.3 s"),
      ("bomb", "out-of-memory", "memory"), ("huge", "out-of-memory", "memory"),
      ("garbage", "crashed", "64 MiB"), ("short", "crashed", "damaged"),
    ])
    func `loses only the file that is the end of a worker`(
      word: String, code: String, reason: String
    ) async throws {
      if PoolFixture.isSanitized, code == "out-of-memory" || reason.hasPrefix("SIG") { return }
      let pool = PoolFixture.pool()
      var paths = (0..<100).map { FilePath("/x/ok-\($0)") }
      for place in [0, 41, 42, 99] { paths[place] = FilePath("/x/\(word)-\(place)") }
      let outcomes = try await pool.read(paths)
      var expected = Array(repeating: "ok", count: 100)
      for place in [0, 41, 42, 99] { expected[place] = code }
      #expect(outcomes.map(\.summary) == expected)
      #expect(outcomes[41].reason.contains(reason), "\(outcomes[41].reason)")
      for place in 1..<41 { #expect(outcomes[place].caption == "ok-\(place)") }
      #expect(try await pool.read(["/ok"]).map(\.summary) == ["ok"])
      await pool.close()
    }

    @Test(.enabled(if: !PoolFixture.isSanitized, "skipped: a sanitizer has no memory limit"))
    func `tells kinds of ends apart in one batch`() async throws {
      let pool = PoolFixture.pool()
      let words = ["ok", "crash", "hang", "slow", "exit", "nothing", "garbage", "bomb", "ok"]
      let outcomes = try await pool.read(words.map { FilePath("/\($0)") })
      #expect(
        outcomes.map(\.summary) == [
          "ok", "crashed", "timed-out", "ok", "crashed", "no", "crashed", "out-of-memory", "ok",
        ])
      await pool.close()
    }

    @Test func `acquits a file that fails only in a worker another file has damaged`() async throws
    {
      let pool = PoolFixture.pool()
      let outcomes = try await pool.read(["/ok", "/poison", "/frail", "/ok", "/frail"])
      #expect(outcomes.map(\.summary) == ["ok", "ok", "ok", "ok", "ok"])
      await pool.close()
    }

    @Test func `gives each file the whole deadline, not the batch`() async throws {
      let pool = PoolFixture.pool()
      let outcomes = try await pool.read((0..<30).map { FilePath("/slow-\($0)") })
      #expect(outcomes.allSatisfy { $0.summary == "ok" })  // 30 × 20 ms
      await pool.close()
    }

    @Test func `works on as many batches at a time as it has workers`() async throws {
      let pool = PoolFixture.pool(workers: 3)
      #expect(pool.concurrency == 3)
      let before = PoolFixture.children()
      let most = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<9 {
          group.addTask {
            _ = try await pool.read((0..<5).map { FilePath("/slow-\($0)") })
            return PoolFixture.children().subtracting(before).count
          }
        }
        return try await group.reduce(0, max)
      }
      #expect(most == 3)
      await pool.close()
      #expect(PoolFixture.eventually { PoolFixture.children().isSubset(of: before) })
    }

    @Test func `replaces a worker that died while it had nothing to do`() async throws {
      let pool = PoolFixture.pool()
      let before = PoolFixture.children()
      for _ in 0..<3 {
        #expect(try await pool.read(["/ok"]).map(\.summary) == ["ok"])
        for child in PoolFixture.children().subtracting(before) {
          Signals.send(9, to: Int32(child))
        }
      }
      await pool.close()
    }

    @Test func `replaces a worker after its share of files`() async throws {
      let pool = PoolFixture.pool { $0.metadata.filesPerWorker = 10 }
      let before = PoolFixture.children()
      var seen: Set<Int> = []
      for _ in 0..<4 {
        _ = try await pool.read((0..<5).map { FilePath("/ok-\($0)") })
        seen.formUnion(PoolFixture.children().subtracting(before))
      }
      #expect(seen.count == 2)
      await pool.close()
    }

    @Test func `ends a cancelled batch at once and leaves no process behind`() async throws {
      let before = PoolFixture.children()
      let descriptors = PoolFixture.descriptorCount()
      do {
        let pool = PoolFixture.pool(workers: 2, deadline: .seconds(60))
        let clock = ContinuousClock()
        let start = clock.now
        // One is at work, one waits for its turn.
        let tasks = (0..<3).map { _ in Task { try await pool.read(["/ok", "/hang"]) } }
        while PoolFixture.children().subtracting(before).count < 2 { await Task.yield() }
        for task in tasks { task.cancel() }
        for task in tasks {
          await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(clock.now - start < .seconds(300))
        #expect(PoolFixture.eventually { PoolFixture.children().isSubset(of: before) })
        #expect(try await pool.read(["/ok"]).map(\.summary) == ["ok"])
        await pool.close()
        await #expect(throws: WorkerError.self) { try await pool.read(["/ok"]) }
      }
      #expect(PoolFixture.eventually { PoolFixture.children().isSubset(of: before) })
      #expect(PoolFixture.eventually { PoolFixture.descriptorCount() <= descriptors })
    }

    @Test func `leaves nothing behind when it is dropped without being closed`() async throws {
      let before = PoolFixture.children()
      let descriptors = PoolFixture.descriptorCount()
      for _ in 0..<3 { _ = try await PoolFixture.pool().read(["/ok"]) }
      #expect(PoolFixture.eventually { PoolFixture.children().isSubset(of: before) })
      #expect(PoolFixture.eventually { PoolFixture.descriptorCount() <= descriptors })
    }

    @Test func `answers a thousand batches without growing`() async throws {
      let pool = PoolFixture.pool(workers: 2)
      _ = try await pool.read(["/ok"])
      let descriptors = PoolFixture.descriptorCount()
      let count = try await withThrowingTaskGroup(of: Int.self) { group in
        for lane in 0..<2 {
          group.addTask {
            var count = 0
            for batch in 0..<500 {
              let names = (0..<8).map { "ok-\(lane)-\(batch)-\($0)" }
              let outcomes = try await pool.read(names.map { FilePath("/\($0)") })
              if outcomes.map(\.caption) == names { count += 1 }
            }
            return count
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(count == 1_000)
      // The second worker came later than the count was taken: its pipes, handle and wake-up.
      #expect(PoolFixture.eventually { PoolFixture.descriptorCount() <= descriptors + 4 })
      await pool.close()
    }

    @Test(arguments: [
      ("/nonexistent/mediacat-worker", "no program"), ("/bin/true", "before it said who it is"),
      ("/bin/echo", "does not answer as mediacat-worker"), ("/etc/passwd", "no program"),
    ])
    func `says how to get the worker when there is none`(path: FilePath, reason: String)
      async throws
    {
      let pool = PoolFixture.pool { $0.executable = path }
      let error = await #expect(throws: WorkerError.self) { try await pool.read(["/ok"]) }
      #expect(error?.code == .toolMissing && error?.path == path)
      #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
      await pool.close()
    }

    @Test func `blames the worker when it has never read a file and all of them end it`()
      async throws
    {
      let pool = PoolFixture.pool()
      let error = await #expect(throws: WorkerError.self) {
        try await pool.read(Array(repeating: "/crash", count: 60))
      }
      #expect(error?.code == .broken)
      await pool.close()
    }

    @Test func `ends with the process that started it`() async throws {
      // The fixture is started as the pool starts it, but with a parent that is not ours.
      let memory = try SharedWord.makeMemory()
      let child = try ChildProcess(
        path: PoolFixture.executable,
        arguments: ["serve", "--parent", "1", "--metadata", "0,10", "--thumbnails", "0,10"],
        passing: memory)
      #expect(child.wait(milliseconds: 5_000) == .exited(code: 0))
    }

    @Test func `says who starts it when it is started by hand`() throws {
      let memory = try SharedWord.makeMemory()
      let child = try ChildProcess(
        path: "/bin/sh", arguments: ["-c", "\(PoolFixture.executable) 2>&1"], passing: memory)
      #expect(child.wait(milliseconds: 5_000) == .exited(code: 64))
      var text = [UInt8](repeating: 0, count: 500)
      let count = try text.withUnsafeMutableBytes { try child.read(into: $0) } ?? 0
      #expect(String(decoding: text[..<count], as: UTF8.self).contains("mediacat, which starts it"))
    }
  }
}
