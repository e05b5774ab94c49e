import CatalogTestSupport
import MediaCatalog
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

@testable import MediaPicker

@Suite("Duplicates in sessions, behaviours G-01, G-06") struct SessionDuplicateTests {
  /// Four pictures: the first two are equal, the last two look alike.
  private func fixture() async throws -> (fixture: CatalogFixture, ids: [Int64]) {
    let fixture = try await CatalogFixture()
    var ids: [Int64] = []
    for number in 0..<4 { ids.append(try await fixture.add("\(number).jpg", day: number)) }
    let made = ids
    try await fixture.catalog.database.write { connection in
      try connection.execute("UPDATE media SET size = 100")
      for id in made.prefix(2) { try Self.setDigest(of: id, connection) }
      for (id, bits) in zip(made.suffix(2), [0 as Int64, 3]) {
        try connection.execute(
          """
          INSERT INTO look (media, revision, version, hash, detail, color, placeholder)
            VALUES (\(id), 1, \(PictureLook.version), \(bits), 60, 0, '')
          """)
      }
    }
    return (fixture, ids)
  }

  private static func setDigest(of id: Int64, _ connection: Connection) throws {
    let digest = [UInt8](repeating: 0xA0, count: 16)
    try connection.execute("UPDATE file SET digest = \(digest) WHERE media = \(id)")
  }

  private func configuration(_ rule: DuplicateRule) -> PickerConfiguration {
    PickerConfiguration { $0.selection.duplicates = rule }
  }

  @Test func `are refused by pages, picks and ranges, and marked as the selection changes`()
    async throws
  {
    let (fixture, ids) = try await fixture()
    let session = try await PickerSession.open(fixture.catalog, configuration(.onePerLook))
    let items = try await session.page().cells.map(\.item)
    #expect(
      items.map(\.facts.digest) == [nil, nil]
        + Array(repeating: "a0a0" + String(repeating: "a0", count: 14), count: 2))
    #expect(items.map { $0.facts.look?.bits } == [3, 0, nil, nil])
    #expect(session.cells(for: items).allSatisfy { $0.refusal == nil })
    try await session.pick(.media(ids[0]))
    try await session.pick(.media(ids[3]))
    let reasons = session.cells(for: items).map(\.refusal?.reason)
    #expect(
      reasons == [
        nil, .looksLikeSelected(.media(ids[3])), .duplicateOfSelected(.media(ids[0])), nil,
      ])
    #expect(try await session.page().cells.map(\.refusal?.reason) == reasons)
    #expect(
      try await session.pick(.media(ids[1]))
        == [.refused(Refusal(.media(ids[1]), .duplicateOfSelected(.media(ids[0]))))])
    session.send(.clear)
    #expect(session.cells(for: items).allSatisfy { $0.refusal == nil })
    try await session.select(ids.map { .media($0) })
    #expect(session.state.selection.itemIDs == [.media(ids[0]), .media(ids[2])])
  }

  @Test func `are looked up for a preselection, for highlights and after a resumption`()
    async throws
  {
    let (fixture, ids) = try await fixture()
    var trimmed = configuration(.onePerGroup)
    trimmed.preselection = ids.map { .media($0) }
    trimmed.preselectionRule = .trim
    trimmed.highlight = "name:1.jpg"
    let session = try await PickerSession.open(fixture.catalog, trimmed)
    #expect(session.state.dropped.map(\.reason.code) == ["duplicate-of-selected"])
    #expect(try await session.highlights().map(\.refusal?.reason.code) == ["duplicate-of-selected"])
    try await session.flush()
    try await fixture.catalog.database.write { connection in
      try Self.setDigest(of: ids[2], connection)
    }
    // What was learned meanwhile counts.
    let resumed = try await PickerSession.resume(session.id, in: fixture.catalog)
    #expect(
      resumed.state.commitBlocks
        == [.notAllowed(Refusal(.media(ids[2]), .duplicateOfSelected(.media(ids[0]))))])
  }

  @Test func `count from the moment on at which a rule comes`() async throws {
    let (fixture, ids) = try await fixture()
    let session = try await PickerSession.open(fixture.catalog, configuration(DuplicateRule()))
    let before = try await session.page().cells
    #expect(before.allSatisfy { $0.item.facts.digest == nil && $0.item.facts.look == nil })
    try await session.select(ids.map { .media($0) })
    #expect(session.state.selection.count == 4)
    let events = session.events()
    session.send(.update(PickerUpdate(duplicates: .onePerGroup)))
    let blocks = try await session.commit()
    #expect(
      blocks == [.notAllowed(Refusal(.media(ids[1]), .duplicateOfSelected(.media(ids[0]))))])
    session.send(.deselect([.media(ids[1])]))
    #expect(try await session.page().cells[2].refusal?.reason.code == "duplicate-of-selected")
    #expect(
      try await session.pick(.media(ids[1])).first?.refusal
        == .duplicateOfSelected(.media(ids[0])))
    #expect(try await session.commit().isEmpty)
    let reloads = await events.reduce(into: 0) { $0 += $1.kind == .reload ? 1 : 0 }
    #expect(reloads == 1)
  }

  @Test func `cost the catalog nothing without a rule`() async throws {
    let (fixture, _) = try await fixture()
    let session = try await PickerSession.open(fixture.catalog, configuration(DuplicateRule()))
    let items = try await session.page().cells.map(\.item)
    // A closed catalog answers no question.
    await fixture.catalog.close()
    let same = try await session.scope.completed(items, configuration(DuplicateRule()))
    #expect(same.map(\.facts) == items.map(\.facts))
    await #expect(throws: (any Error).self) {
      try await session.scope.completed(items, configuration(.onePerGroup))
    }
    await #expect(throws: (any Error).self) {
      try await session.scope.completed(
        items, configuration(DuplicateRule(lookAlikeDistance: 1)))
    }
  }

  @Test func `are told as changes of what is shown`() async throws {
    let (fixture, ids) = try await fixture()
    let session = try await PickerSession.open(fixture.catalog, configuration(.onePerGroup))
    _ = try await session.page()
    let events = session.events()
    try await fixture.catalog.database.write { connection in
      try Self.setDigest(of: ids[3], connection)
      // Something else, without which nobody looks.
      try connection.execute("UPDATE media SET rating = 5 WHERE id = \(ids[0])")
    }
    try await session.refresh()
    session.cancel()
    var changes: Set<PickerItemID> = []
    for await event in events {
      if case .difference(let difference) = event.kind { changes.formUnion(difference.changes) }
    }
    #expect(changes == [.media(ids[0]), .media(ids[3])])
  }
}
