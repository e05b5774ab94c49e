import CatalogTestSupport
import MediaModel
import SQLiteDatabase
import Synchronization
import TestSupport
import Testing

@testable import MediaPicker

/// A client that shows pages one after the other and applies what it is told.
private struct PageClient {
  let session: PickerSession
  private(set) var ids: [PickerItemID] = []
  private var next: PickerPlace? = .start
  private var events: AsyncStream<PickerEvent>.Iterator
  private(set) var reloads = 0

  init(_ session: PickerSession) {
    self.session = session
    events = session.events().makeAsyncIterator()
  }

  var isComplete: Bool { next == nil }

  /// Reads one page more.
  mutating func read(_ count: Int) async throws {
    guard let place = next else { return }
    let page = try await session.page(place, count: count)
    ids += page.cells.map(\.id)
    next = page.next
  }

  /// Hears all that was told so far; an action without a meaning marks the end.
  mutating func hear() async {
    await session.settle()
    session.send(.back)
    while let event = await events.next(isolation: #isolation) {
      switch event.kind {
      case .difference(let difference): ids = difference.applied(to: ids)
      case .reload:
        reloads += 1
        (ids, next) = ([], .start)
      case .effect(.rejected(.noHistory)): return
      default: break
      }
    }
  }
}

@Suite("Filtered screens while the catalog changes, behaviours K-09, G-10, F-09")
struct SessionFilterChangeTests {
  private struct Broken: Error {}

  private func fixture(_ count: Int) async throws -> (fixture: CatalogFixture, ids: [Int64]) {
    let fixture = try await CatalogFixture()
    var ids: [Int64] = []
    for number in 0..<count { ids.append(try await fixture.add("\(number).jpg", day: number)) }
    return (fixture, ids)
  }

  private func open(
    _ fixture: CatalogFixture, _ change: (inout PickerClosures) -> Void
  ) async throws -> PickerSession {
    var closures = PickerClosures()
    closures.isResumable = false
    change(&closures)
    return try await PickerSession.open(fixture.catalog, closures: closures)
  }

  @Test func `tell what came, went and changed as a difference, and nothing of what is left out`()
    async throws
  {
    let (fixture, ids) = try await fixture(8)
    let session = try await open(fixture) {
      $0.filter = ItemFilter { item in item.id.mediaID.map { $0 % 2 == 1 } == true ? item : nil }
    }
    var client = PageClient(session)
    try await client.read(50)
    let odd = ids.filter { $0 % 2 == 1 }
    let shown = odd.reversed().map { PickerItemID.media($0) }
    #expect(client.ids == shown)
    try await fixture.add("x.jpg", day: 3)
    try await fixture.add("y.jpg", day: 4)
    try await fixture.catalog.database.write { connection in
      try connection.execute("UPDATE media SET exclusion = 2 WHERE id = \(odd[1])")
      try connection.execute("UPDATE media SET taken = 0 WHERE id = \(odd[3])")
    }
    #expect(try await session.refresh())
    await client.hear()
    let expected = try await fixture.catalog.media().map(\.id).filter { $0 % 2 == 1 }
    #expect(client.ids == expected.map { PickerItemID.media($0) })
    #expect(client.reloads == 0 && session.state.content == .content(expected.count))
    #expect(try await session.page(count: 50).cells.map(\.id) == client.ids)
    // Only something that is left out changes.
    try await fixture.catalog.database.write { connection in
      try connection.execute("UPDATE media SET rating = 1 WHERE id % 2 = 0")
    }
    let before = session.core.withLock { $0.log.sequence }
    #expect(try await session.refresh())
    await session.settle()
    #expect(session.core.withLock { $0.log.sequence } == before)
  }

  @Test func `follow a filter of the whole list, which sorts and cuts`() async throws {
    let (fixture, ids) = try await fixture(6)
    let session = try await open(fixture) {
      $0.listFilter = { items in
        let sorted = items.sorted { one, other in
          (one.media?.rating ?? 0) < (other.media?.rating ?? 0)
        }
        return Array(sorted.prefix(4))
      }
    }
    var client = PageClient(session)
    try await client.read(50)
    try await fixture.catalog.database.write { connection in
      for (index, id) in ids.enumerated() {
        try connection.execute("UPDATE media SET rating = \(index - 1) WHERE id = \(id)")
      }
    }
    try await session.refresh()
    await client.hear()
    let least = ids.prefix(4).map { PickerItemID.media($0) }
    #expect(client.ids == least)
    #expect(client.reloads == 0)
  }

  @Test func `go on with the pages that were there until as much is known again`() async throws {
    let (fixture, _) = try await fixture(12)
    let gate = Gate()
    let isHeld = Mutex(false)
    let session = try await open(fixture) {
      $0.filter = ItemFilter { item in
        if isHeld.withLock({ $0 }) { await gate.pass(item.id) }
        return item
      }
    }
    var client = PageClient(session)
    try await client.read(4)
    isHeld.withLock { $0 = true }
    let new = try await fixture.add("new.jpg", day: 99)
    // Whoever looks for changes does not wait for the filter; neither does a reader.
    #expect(try await session.refresh())
    try await client.read(4)
    #expect(client.ids.count == 8 && !client.ids.contains(.media(new)))
    let newer = try await fixture.add("newer.jpg", day: 100)
    #expect(try await session.refresh())
    await gate.openAll()
    await client.hear()
    #expect(client.ids.prefix(2) == [.media(newer), .media(new)])
    #expect(client.ids.count == 8 && client.reloads == 0)
    while !client.isComplete { try await client.read(3) }
    let all = try await fixture.catalog.media().map { PickerItemID.media($0.id) }
    #expect(client.ids == all)
  }

  @Test func `are told as a reload when the filter fails on what is new`() async throws {
    let (fixture, _) = try await fixture(3)
    let isBroken = Mutex(false)
    let session = try await open(fixture) {
      $0.filterOptions.errorPolicy = .fail
      $0.filter = ItemFilter { item in
        if isBroken.withLock({ $0 }) { throw Broken() }
        return item
      }
    }
    var client = PageClient(session)
    try await client.read(10)
    isBroken.withLock { $0 = true }
    try await fixture.add("new.jpg", day: 50)
    try await session.refresh()
    await client.hear()
    #expect(client.reloads == 1)
    await #expect(throws: FilterError.self) { try await session.page() }
    isBroken.withLock { $0 = false }
    session.send(.reload)
    #expect(try await session.page().cells.count == 4)
  }

  @Test func `are dropped when another screen comes first`() async throws {
    let (fixture, ids) = try await fixture(5)
    let gate = Gate()
    let isHeld = Mutex(false)
    let session = try await open(fixture) {
      $0.filter = ItemFilter { item in
        if isHeld.withLock({ $0 }) { await gate.pass(item.id) }
        return item
      }
    }
    var client = PageClient(session)
    try await client.read(10)
    isHeld.withLock { $0 = true }
    try await fixture.add("new.jpg", day: 50)
    try await session.refresh()
    session.send(.search("name:2.jpg"))
    isHeld.withLock { $0 = false }
    await gate.openAll()
    await client.hear()
    #expect(client.ids.count == 5 && client.reloads == 0)
    #expect(try await session.page().cells.map(\.id) == [.media(ids[2])])
  }

  @Test(arguments: [UInt64(3), 20_261_201], [true, false])
  func `leave a client with what a new reader sees, whatever happens`(
    seed: UInt64, isFiltered: Bool
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let (fixture, first) = try await fixture(40)
    var ids = first
    let session = try await open(fixture) {
      guard isFiltered else { return }
      $0.filter = ItemFilter { item in item.id.mediaID.map { $0 % 3 > 0 } == true ? item : nil }
    }
    var client = PageClient(session)
    for step in 0..<150 {
      let id = ids.randomElement(using: &random)!
      let day = Int64(18_262 + Int.random(in: 0...60, using: &random)) * 86_400_000_000_000
      switch Int.random(in: 0..<6, using: &random) {
      case 0: try await client.read(Int.random(in: 1...9, using: &random))
      case 1: ids.append(try await fixture.add("n\(step).jpg", day: step % 50))
      case 2:
        try await fixture.catalog.database.write { connection in
          try connection.execute("UPDATE media SET taken = \(day) WHERE id = \(id)")
        }
      case 3:
        try await fixture.catalog.database.write { connection in
          try connection.execute("UPDATE media SET exclusion = 2 - exclusion WHERE id = \(id)")
        }
      case 4: try await session.refresh()
      default:
        try await session.refresh()
        await client.hear()
        guard !client.ids.isEmpty else { continue }
        let shown = try await fixture.catalog.media().map(\.id).filter { !isFiltered || $0 % 3 > 0 }
        let expected = shown.prefix(client.ids.count).map { PickerItemID.media($0) }
        guard client.ids == expected, !client.isComplete || shown.count == client.ids.count else {
          Issue.record("seed \(seed), step \(step): \(client.ids), not \(expected)")
          return
        }
      }
    }
    #expect(client.reloads == 0 && client.ids.count > 10)
  }
}
