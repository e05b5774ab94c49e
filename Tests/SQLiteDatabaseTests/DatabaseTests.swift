import Glibc
import Synchronization
import Testing

@testable import SQLiteDatabase

/// Counts for some minutes unless stopped.
private let endless: SQL = """
  WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 10000000000)
  SELECT count(*) FROM c
  """

/// Goes up once; seen by other threads.
private final class Flag: Sendable {
  private let value = Atomic<Bool>(false)

  var isUp: Bool { value.load(ordering: .acquiring) }

  func raise() { value.store(true, ordering: .releasing) }
}

/// Numbers in the order they came.
private final class Order: Sendable {
  private let value = Mutex<[Int]>([])

  var numbers: [Int] { value.withLock { $0 } }

  func append(_ number: Int) { value.withLock { $0.append(number) } }
}

/// Lets other tasks run until `condition` holds.
private func until(_ condition: () async -> Bool) async {
  while await !condition() { await Task.yield() }
}

@Suite("One writer, several readers") struct DatabaseTests {
  let directory = TemporaryDirectory()
  let database: Database

  init() throws {
    var configuration = Configuration()
    configuration.readerLimit = 2
    database = try Database.open(path: directory.file("a.sqlite"), configuration: configuration)
  }

  private func makeTable() async throws {
    try await database.write { connection in
      try connection.execute("CREATE TABLE t(a)")
      try connection.execute("INSERT INTO t VALUES (1)")
    }
  }

  private func count(_ connection: Connection) throws -> Int? {
    try connection.first("SELECT count(*) FROM t")?[0].int
  }

  @Test func `all queries of one read see one state`() async throws {
    try await makeTable()
    let database = database
    let hasRead = Flag(), hasWritten = Flag()
    try await withThrowingTaskGroup { group in
      group.addTask {
        try await database.read { connection in
          let before = try count(connection)
          hasRead.raise()
          while !hasWritten.isUp { sched_yield() }
          #expect(try before == 1 && count(connection) == 1)
        }
      }
      await until { hasRead.isUp }
      try await database.write { try $0.execute("INSERT INTO t VALUES (2)") }
      hasWritten.raise()
      try await group.waitForAll()
    }
    #expect(try await database.read { try count($0) } == 2)
  }

  @Test(.timeLimit(.minutes(20)))
  func `cancelling interrupts a running body, and the next one works`() async throws {
    try await makeTable()
    let database = database
    let hasBegun = Flag()
    let task = Task {
      try await database.write { connection in
        try connection.transaction {
          try connection.execute("INSERT INTO t VALUES (2)")
          hasBegun.raise()
          _ = try connection.first(endless)
        }
      }
    }
    await until { hasBegun.isUp }
    let start = ContinuousClock.now
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(ContinuousClock.now - start < .seconds(300))
    try await database.write { try $0.execute("INSERT INTO t VALUES (3)") }
    #expect(try await database.read { try count($0) } == 2)
  }

  @Test func `cancelling between two statements is not forgotten`() async throws {
    let database = database
    let task = Task {
      try await database.read { connection in
        // `sqlite3_interrupt` alone would be lost here, and the statement would run for minutes.
        withUnsafeCurrentTask { $0?.cancel() }
        return try connection.first(endless)
      }
    }
    await #expect(throws: CancellationError.self) { _ = try await task.value }
  }

  @Test func `cancelling ends the wait for another program's lock`() async throws {
    try await makeTable()
    let other = try Connection(path: directory.file("a.sqlite"))
    try other.execute("BEGIN IMMEDIATE")
    let database = database
    let hasBegun = Flag()
    let task = Task {
      try await database.write { connection in
        hasBegun.raise()
        try connection.transaction {}
      }
    }
    await until { hasBegun.isUp }
    let start = ContinuousClock.now
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(ContinuousClock.now - start < .seconds(300))
  }

  @Test func `cancelling one body leaves the others alone`() async throws {
    try await makeTable()
    let database = database
    let doomed = Task { try await database.read { _ = try $0.first(endless) } }
    async let others = withThrowingTaskGroup { group in
      for _ in 0..<50 { group.addTask { try await database.read { try count($0) } } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(try await others == [Int?](repeating: 1, count: 50))
    doomed.cancel()
    await #expect(throws: CancellationError.self) { try await doomed.value }
  }

  @Test func `who waits is served in order of arrival`() async throws {
    // One host, so that the order of the bodies is the order of the hand-overs.
    let pool = ConnectionPool(limit: 1, path: nil) { _ in
      ConnectionHost(label: "test") { try Connection.inMemory() }
    }
    let order = Order()
    let isOpen = Flag()
    try await withThrowingTaskGroup { group in
      group.addTask {
        try await pool.withHost { try await $0.run { _ in while !isOpen.isUp { sched_yield() } } }
      }
      await until { pool.hostCount == 1 }
      for number in 0..<200 {
        group.addTask { try await pool.withHost { _ in order.append(number) } }
        await until { pool.waitingCount == number + 1 }
      }
      isOpen.raise()
      try await group.waitForAll()
    }
    #expect(order.numbers == Array(0..<200))
  }

  @Test func `waiting readers leave when they are cancelled`() async throws {
    let pool = try #require(database.readers)
    let database = database
    let isOpen = Flag()
    let holders = (0..<2).map { _ in
      Task { try await database.read { _ in while !isOpen.isUp { sched_yield() } } }
    }
    await until { pool.hostCount == 2 }
    let waiting = (0..<100).map { _ in Task { try await database.read { _ in } } }
    await until { pool.waitingCount == 100 }
    for task in waiting.prefix(99) { task.cancel() }
    for task in waiting.prefix(99) {
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(pool.waitingCount == 1)
    isOpen.raise()
    try await waiting[99].value
    for holder in holders { try await holder.value }
  }

  @Test(.timeLimit(.minutes(20)))
  func `long bodies leave Swift's own threads alone`() async throws {
    // More bodies that never yield than a small machine has threads in Swift's pool.
    let databases = try (0..<8).map { _ in try Database.inMemory() }
    let isOpen = Flag()
    let count = Order()
    try await withThrowingTaskGroup { group in
      for (number, database) in databases.enumerated() {
        group.addTask {
          try await database.write { _ in
            count.append(number)
            while !isOpen.isUp { sched_yield() }
          }
        }
      }
      await until { count.numbers.count == databases.count }
      isOpen.raise()
      try await group.waitForAll()
    }
  }

  @Test func `a transaction left open is rolled back and told`() async throws {
    try await makeTable()
    await #expect(throws: DatabaseError.self) {
      try await database.write { connection in
        try connection.execute("BEGIN")
        try connection.execute("INSERT INTO t VALUES (2)")
      }
    }
    #expect(try await database.write { $0.isInTransaction } == false)
    #expect(try await database.read { try count($0) } == 1)
  }

  @Test func `a read cannot write`() async throws {
    try await makeTable()
    await #expect(throws: DatabaseError.self) {
      try await database.read { try $0.execute("INSERT INTO t VALUES (2)") }
    }
  }

  @Test func `closing lets bodies end, turns others away, and leaves one file`() async throws {
    try await makeTable()
    let database = database
    let hasBegun = Flag()
    let running = Task {
      try await database.read { connection in
        hasBegun.raise()
        return try count(connection)
      }
    }
    await until { hasBegun.isUp }
    await database.close()
    #expect(try await running.value == 1)
    await #expect(throws: DatabaseError.self) { try await database.read { _ in } }
    await #expect(throws: DatabaseError.self) { try await database.write { _ in } }
    #expect(directory.names == ["a.sqlite"])
  }

  @Test(.timeLimit(.minutes(20)))
  func `dropping it leaves one file too`() async throws {
    let directory = TemporaryDirectory()
    do {
      let database = try Database.open(path: directory.file("a.sqlite"))
      try await database.write { try $0.execute("CREATE TABLE t(a)") }
      #expect(try await database.read { try count($0) } == 0)
    }
    // Its threads may hold the last references for a moment.
    await until { directory.names == ["a.sqlite"] }
  }

  @Test func `in memory, reads go to the writer and still cannot write`() async throws {
    let database = try Database.inMemory()
    try await database.write { try $0.execute("CREATE TABLE t(a)") }
    #expect(try await database.read { try count($0) } == 0)
    await #expect(throws: DatabaseError.self) {
      try await database.read { try $0.execute("INSERT INTO t VALUES (1)") }
    }
    try await database.write { try $0.execute("INSERT INTO t VALUES (1)") }
    #expect(try await database.read { try count($0) } == 1)
  }
}
