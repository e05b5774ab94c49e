import Glibc
import Synchronization
import Testing

@testable import SQLiteDatabase

@Suite("Brief reads") struct BriefReadTests {
  let directory = TemporaryDirectory()
  let database: Database

  init() throws { database = try Database.open(path: directory.file("a.sqlite")) }

  private static func count(to limit: Int) -> SQL {
    """
    WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < \(limit))
    SELECT count(*) FROM c
    """
  }

  @Test func `they stay on the thread of their caller`() async throws {
    // The first opens the connection, on the connection's own thread.
    _ = try await database.readBriefly { try $0.first("SELECT 1") }
    let caller = UInt(pthread_self())
    let reader = try await database.readBriefly { _ in UInt(pthread_self()) }
    #expect(reader == caller)
  }

  @Test func `what takes long is stopped there, and run again elsewhere`() async throws {
    _ = try await database.readBriefly { try $0.first("SELECT 1") }
    let threads = Mutex<[UInt]>([])
    let caller = UInt(pthread_self())
    let count = try await database.readBriefly { connection in
      threads.withLock { $0.append(UInt(pthread_self())) }
      return try connection.first(Self.count(to: 3_000_000))?[0].int
    }
    #expect(count == 3_000_000)
    let ran = threads.withLock { $0 }
    #expect(ran.count == 2 && ran.first == caller)
  }

  @Test func `a cancelled task stops them`() async throws {
    let database = database
    let runs = Atomic<Int>(0)
    let task = Task {
      try await database.readBriefly { connection in
        runs.add(1, ordering: .relaxed)
        withUnsafeCurrentTask { $0?.cancel() }
        return try connection.first(Self.count(to: 10_000_000_000))?[0].int
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(runs.load(ordering: .relaxed) == 1)
  }

  @Test func `a failed one leaves nothing to the next`() async throws {
    await #expect(throws: DatabaseError.self) {
      try await database.readBriefly { connection in
        try connection.execute("CREATE TABLE t(a)")
      }
    }
    #expect(try await database.readBriefly { try $0.first("SELECT 2")?[0].int } == 2)
  }
}
