import CatalogTestSupport
import MediaModel
import SQLiteDatabase
import Synchronization
import TestSupport
import Testing

@testable import MediaPicker

@Suite("Sessions while the catalog changes, behaviours K-09, S-15, G-10, P-05")
struct SessionChangeTests {
  private func open(
    _ count: Int
  ) async throws -> (fixture: CatalogFixture, ids: [Int64], session: PickerSession) {
    let fixture = try await CatalogFixture()
    var ids: [Int64] = []
    for number in 0..<count { ids.append(try await fixture.add("\(number).jpg", day: number)) }
    return (fixture, ids, try await PickerSession.open(fixture.catalog))
  }

  @Test func `tell what came, went and moved as a difference`() async throws {
    let (fixture, ids, session) = try await open(6)
    let shown = try await session.page().cells.map(\.id)
    let events = session.events()
    let new = try await fixture.add("new.jpg", day: 3)
    try await fixture.catalog.database.write { connection in
      try connection.execute("UPDATE media SET exclusion = 2 WHERE id = \(ids[1])")
      try connection.execute("UPDATE media SET taken = 0 WHERE id = \(ids[5])")
    }
    #expect(try await session.refresh())
    session.cancel()
    var list = shown
    for await event in events {
      if case .difference(let difference) = event.kind { list = difference.applied(to: list) }
    }
    #expect(list == [ids[4], new, ids[3], ids[2], ids[0], ids[5]].map { .media($0) })
    #expect(list == (try await fixture.catalog.media()).map { .media($0.id) })
  }

  @Test func `say nothing when nothing changed, and read no item for it`() async throws {
    let (_, _, session) = try await open(3)
    _ = try await session.page()
    #expect(try await session.refresh() == false)
  }

  @Test func `take lost items out of the selection with a reason, and no others`() async throws {
    let (fixture, ids, session) = try await open(4)
    try await session.select(ids.map { .media($0) })
    try await fixture.catalog.database.write { connection in
      try connection.execute("UPDATE media SET exclusion = 2 WHERE id = \(ids[0])")
      try connection.execute("DELETE FROM file WHERE media = \(ids[1])")
      try connection.execute("DELETE FROM media WHERE id = \(ids[1])")
    }
    let events = session.events()
    try await session.refresh()
    session.send(.dismiss)
    var removed: [Refusal] = []
    for await event in events {
      if case .effect(.removed(let refusals)) = event.kind { removed += refusals }
    }
    #expect(Set(removed.map(\.item)) == [.media(ids[0]), .media(ids[1])])
    #expect(Set(removed.map(\.reason.code)) == ["missing", "unknown"])
    #expect(session.outcome == .abandoned(last: session.state.selection.items))
    #expect(session.state.selection.itemIDs == [.media(ids[2]), .media(ids[3])])
  }

  @Test func `keep items of a disk that went away`() async throws {
    let (fixture, ids, session) = try await open(2)
    try await session.select(ids.map { .media($0) })
    try await fixture.catalog.database.write { connection in
      try connection.execute("UPDATE root SET state = 'offline'")
    }
    try await session.refresh()
    #expect(session.state.selection.items.map(\.availability) == [.offline, .offline])
    #expect(try await session.commit().isEmpty)
  }

  @Test func `expire when nobody came for longer than their lifetime`() async throws {
    let (fixture, ids, _) = try await open(1)
    let time = Mutex<Int64>(1_000_000_000)
    var configuration = PickerConfiguration()
    configuration.lifetime = 60
    let session = try await PickerSession.open(
      fixture.catalog, configuration, now: { time.withLock { $0 } })
    try await session.pick(.media(ids[0]))
    time.withLock { $0 += 59_000_000_000 }
    #expect(!session.expireIfDue())
    session.touch()
    time.withLock { $0 += 59_000_000_000 }
    #expect(!session.expireIfDue())
    time.withLock { $0 += 1_000_000_000 }
    #expect(session.expireIfDue())
    #expect(session.outcome?.name == "expired")
    #expect(session.outcome?.items.map(\.id) == [.media(ids[0])])
  }

  // MARK: Resuming and handing over, behaviours 2J

  @Test func `come back by their id with selection and numbers`() async throws {
    let (fixture, ids, session) = try await open(3)
    try await session.select([.media(ids[2]), .media(ids[0])])
    try await session.flush()
    let sequence = session.core.withLock { $0.log.sequence }
    try await fixture.catalog.database.write { connection in
      try connection.execute("UPDATE media SET exclusion = 2 WHERE id = \(ids[2])")
    }
    let resumed = try await PickerSession.resume(session.id, in: fixture.catalog)
    #expect(resumed.state.selection.itemIDs == [.media(ids[0])])
    #expect(resumed.core.withLock { $0.log.sequence } > sequence)
    #expect(try await PickerSession.all(in: fixture.catalog) == [session.id])
    await resumed.delete()
    #expect(try await PickerSession.all(in: fixture.catalog) == [])
    await #expect(throws: PickerError.self) {
      try await PickerSession.resume(session.id, in: fixture.catalog)
    }
  }

  @Test(arguments: ["", "../../etc/passwd", "00112233445566778899aabbccddee", "Z"])
  func `are not found under names that nobody gave`(id: String) async throws {
    let (fixture, _, _) = try await open(1)
    await #expect(throws: PickerError.self) {
      try await PickerSession.resume(id, in: fixture.catalog)
    }
  }

  @Test func `say that a damaged file cannot be read`() async throws {
    let (fixture, ids, session) = try await open(1)
    try await session.pick(.media(ids[0]))
    try await session.flush()
    let path = "\(fixture.catalog.path)-picker/sessions/\(session.id).json"
    fixture.directory.write("c.sqlite-picker/sessions/\(session.id).json", Array("{\"id\":".utf8))
    #expect(path.contains(session.id))
    do {
      _ = try await PickerSession.resume(session.id, in: fixture.catalog)
      #expect(Bool(false), "a damaged session was resumed")
    } catch let error as PickerError {
      #expect(error.code == .unreadable)
    }
  }

  @Test func `list what was picked only once it is, and nothing else`() async throws {
    let (fixture, ids, session) = try await open(130)
    await #expect(throws: PickerError.self) { try await session.pickedItems() }
    try await session.select(ids.prefix(120).map { .media($0) })
    #expect(!session.status.mediaItemsSet && session.status.selectedCount == 120)
    #expect(try await session.commit().isEmpty)
    #expect(session.status.mediaItemsSet)
    let first = try await session.pickedItems()
    #expect(first.items.count == 50 && first.next == 50)
    let most = try await session.pickedItems(from: 0, count: 1_000)
    #expect(most.items.count == 100 && most.next == 100)
    let last = try await session.pickedItems(from: 100, count: 100)
    #expect(last.items.count == 20 && last.next == nil)
    #expect(try await session.pickedItem(.media(ids[3])).id == .media(ids[3]))
    await #expect(throws: PickerError.self) { try await session.pickedItem(.media(ids[129])) }
    _ = fixture
  }

  @Test func `see nothing of each other`() async throws {
    let (fixture, ids, one) = try await open(2)
    let two = try await PickerSession.open(fixture.catalog)
    try await one.pick(.media(ids[0]))
    try await two.pick(.media(ids[1]))
    one.cancel()
    #expect(one.id != two.id && two.isPresented)
    #expect(two.state.selection.itemIDs == [.media(ids[1])])
  }
}
