import Glibc
import LinuxSystem
import MediaModel
import MediaWorkers
import TestSupport
import Testing

extension WorkerTests {
  @Suite("Thumbnails from workers", .timeLimit(.minutes(20))) struct ThumbnailPoolTests {
    private let specification = ThumbnailSpecification(
      bound: PixelSize(width: 320, height: 240), fit: .cover, format: .webp, quality: 71)

    private func failure(_ pool: WorkerPool, _ path: FilePath) async -> RenderFailure? {
      await #expect(throws: RenderFailure.self) {
        try await pool.thumbnail(of: path, specification)
      }
    }

    @Test func `come with all that was learned while they were made`() async throws {
      let pool = PoolFixture.pool(deadline: .seconds(20))
      let thumbnail = try await pool.thumbnail(of: "/x/ok-1", specification)
      #expect(
        thumbnail
          == RenderedThumbnail(
            bytes: Array("ok-1".utf8), size: PixelSize(width: 320, height: 240),
            isFromEmbeddedPreview: true, differenceHash: .max, meanColor: 71,
            look: PictureLook(
              hash: PerceptualHash(bits: 1, detail: 64), dominantColor: 2,
              placeholder: Array("webp".utf8))))
      #expect(await failure(pool, "/nothing")?.code == .unsupported)
      #expect(try await pool.thumbnail(of: "/large-4", specification).bytes.count == 4 << 20)
      #expect(await failure(pool, "/large-50")?.code == .tooLarge)
      await pool.close()
    }

    @Test(arguments: [
      ("crash", RenderFailure.Code.crashed, "SIGSEGV"), ("abort", .crashed, "SIGABRT"),
      ("exit", .crashed, "exit code 3"), ("hang", .timedOut, "longer than 0.3 s"),
      ("bomb", .tooLarge, "memory"), ("garbage", .crashed, "64 MiB"),
      ("short", .crashed, "damaged"),
    ])
    func `lose only the request whose file is the end of a worker`(
      word: String, code: RenderFailure.Code, reason: String
    ) async throws {
      if PoolFixture.isSanitized, code == .tooLarge || reason.hasPrefix("SIG") { return }
      // Short only where it matters: a busy machine must not make a slow file of a good one.
      let pool = PoolFixture.pool(deadline: code == .timedOut ? .milliseconds(300) : .seconds(20))
      for name in ["ok-1", word, word, "ok-2", word] {
        if name != word {
          let thumbnail = try await pool.thumbnail(of: FilePath("/x/\(name)"), specification)
          #expect(thumbnail.bytes == Array(name.utf8))
        } else {
          let failure = await failure(pool, FilePath("/x/\(name)"))
          #expect(failure?.code == code)
          #expect(failure?.reason.contains(reason) == true, "\(failure?.reason ?? "")")
        }
      }
      #expect(try await pool.read(["/ok"]).map(\.summary) == ["ok"])
      await pool.close()
    }

    @Test func `acquit a file that fails only in a worker another file has damaged`() async throws {
      let pool = PoolFixture.pool(deadline: .seconds(20))
      _ = try await pool.thumbnail(of: "/poison", specification)
      #expect(try await pool.thumbnail(of: "/frail", specification).bytes == Array("frail".utf8))
      await pool.close()
    }

    @Test func `end when they take too much of the processor, long before their deadline`()
      async throws
    {
      let pool = PoolFixture.pool(deadline: .seconds(100)) {
        $0.thumbnails.processorTime = .seconds(1)
      }
      let failure = await failure(pool, "/burn")
      #expect(failure?.code == .timedOut)
      #expect(failure?.reason == "decoding took more than 1 s of processor time")
      await pool.close()
    }

    @Test(.enabled(if: !PoolFixture.isSanitized, "skipped: a sanitizer has no memory limit"))
    func `may take more memory than reading may`() async throws {
      let pool = PoolFixture.pool(deadline: .seconds(20)) {
        ($0.metadata.memory, $0.thumbnails.memory) = (256 << 20, 512 << 20)
      }
      #expect(try await pool.read(["/hold-300"]).map(\.summary) == ["out-of-memory"])
      #expect(try await pool.thumbnail(of: "/hold-300", specification).bytes.count == 8)
      #expect(await failure(pool, "/hold-600")?.code == .tooLarge)
      await pool.close()
    }

    @Test func `replace a worker after their own share of files`() async throws {
      let pool = PoolFixture.pool(deadline: .seconds(20)) { $0.thumbnails.filesPerWorker = 2 }
      let before = PoolFixture.children()
      var seen: Set<Int> = []
      for _ in 0..<4 {
        _ = try await pool.read(["/ok"])
        _ = try await pool.thumbnail(of: "/ok", specification)
        seen.formUnion(PoolFixture.children().subtracting(before))
      }
      #expect(seen.count == 2)
      await pool.close()
    }

    @Test func `come from no more processes than allowed, however many ask`() async throws {
      let pool = PoolFixture.pool(workers: 2, deadline: .seconds(60))
      let before = PoolFixture.children()
      let left = Guarded(1_000)
      let tasks = (0..<1_000).map { number in
        Task {
          defer { left.withLock { $0 -= 1 } }
          let thumbnail = try await pool.thumbnail(of: FilePath("/ok-\(number)"), specification)
          #expect(thumbnail.bytes == Array("ok-\(number)".utf8))
        }
      }
      var (most, looks) = (0, 0)
      while left.withLock({ $0 }) > 0 {
        most = max(most, PoolFixture.children().subtracting(before).count)
        looks += 1
        await Task.yield()
      }
      for task in tasks { try await task.value }
      #expect(most >= 1 && most <= 2 && looks > 1)
      await pool.close()
      #expect(PoolFixture.eventually { PoolFixture.children().isSubset(of: before) })
    }

    @Test func `let a batch of metadata through between them`() async throws {
      let pool = PoolFixture.pool(workers: 1, deadline: .seconds(10))
      _ = try await pool.read(["/ok"])
      let done = Guarded(0)
      let thumbnails = (0..<50).map { number in
        Task {
          _ = try await pool.thumbnail(of: FilePath("/slow-\(number)"), specification)
          done.withLock { $0 += 1 }
        }
      }
      while done.withLock({ $0 }) == 0 { await Task.yield() }
      #expect(try await pool.read(["/ok"]).map(\.summary) == ["ok"])
      // One is at work when the batch comes, and some may end before this thread looks.
      #expect(done.withLock { $0 } < 25)
      for task in thumbnails { try await task.value }
      await pool.close()
    }

    @Test func `blame the worker when none was ever made, though metadata is read`() async throws {
      let pool = PoolFixture.pool(workers: 2, deadline: .seconds(20))
      var last: WorkerError?
      for _ in 0..<60 {
        _ = try await pool.read(["/ok"])
        do {
          _ = try await pool.thumbnail(of: "/crash", specification)
        } catch let error as WorkerError {
          last = error
          break
        } catch {}
      }
      #expect(last?.code == .broken)
      await pool.close()
    }

    @Test func `end at once when nobody waits for them any more`() async throws {
      let pool = PoolFixture.pool(deadline: .seconds(60))
      _ = try await pool.read(["/ok"])
      let before = PoolFixture.children()
      let clock = ContinuousClock()
      for word in ["hang", "burn"] {
        let task = Task { try await pool.thumbnail(of: FilePath("/\(word)"), specification) }
        try await Task.sleep(for: .milliseconds(50))
        let start = clock.now
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.now - start < .seconds(2))
      }
      #expect(PoolFixture.children().isDisjoint(with: before))
      #expect(try await pool.read(["/ok"]).map(\.summary) == ["ok"])
      await pool.close()
    }

    @Test func `leave nothing behind when a thousand are cancelled at random`() async throws {
      let folder = TemporaryDirectory()
      setenv("TMPDIR", folder.path, 1)
      defer { unsetenv("TMPDIR") }
      // The first sleep of a process opens the clock's descriptors for good.
      try await Task.sleep(for: .milliseconds(2))
      let before = PoolFixture.children()
      let descriptors = PoolFixture.descriptorCount()
      var random = SeededGenerator(seed: 5)
      var (made, cancelled) = (0, 0)
      do {
        let pool = PoolFixture.pool(workers: 2, deadline: .seconds(60))
        for _ in 0..<50 {
          let tasks = (0..<20).map { _ in
            let sleep = Int.random(in: 0..<20_000, using: &random)
            return Task { try await pool.thumbnail(of: FilePath("/sleep-\(sleep)"), specification) }
          }
          for task in tasks.shuffled(using: &random) {
            let wait = Int.random(in: -3_000..<6_000, using: &random)
            if wait > 0 { try await Task.sleep(for: .microseconds(wait)) }
            task.cancel()
          }
          for task in tasks {
            switch await task.result {
            case .success: made += 1
            case .failure(let error):
              #expect(error is CancellationError)
              cancelled += 1
            }
          }
        }
        #expect(made + cancelled == 1_000 && cancelled > 500, "\(made) were made")
        #expect(PoolFixture.children().subtracting(before).count <= 2)
        #expect(try await pool.thumbnail(of: "/ok", specification).bytes == Array("ok".utf8))
        await pool.close()
      }
      #expect(PoolFixture.eventually { PoolFixture.children().isSubset(of: before) })
      #expect(PoolFixture.eventually { PoolFixture.descriptorCount() <= descriptors })
      #expect(rmdir(folder.path) == 0, "a temporary file is left")
    }
  }
}
