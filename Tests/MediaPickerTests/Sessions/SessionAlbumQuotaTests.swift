import CatalogTestSupport
import MediaCatalog
import MediaModel
import TestSupport
import Testing

@testable import MediaPicker

@Suite("Quotas of albums in sessions, behaviours G-02") struct SessionAlbumQuotaTests {
  /// Four pictures; the first two are in an album.
  private func fixture() async throws -> (fixture: CatalogFixture, ids: [Int64], album: Int64) {
    let fixture = try await CatalogFixture()
    var ids: [Int64] = []
    for number in 0..<4 { ids.append(try await fixture.add("\(number).jpg", day: number)) }
    let album = try await fixture.catalog.createAlbum("Trip")
    try await fixture.catalog.add([ids[0], ids[1]], toAlbum: album)
    // One that no quota names.
    try await fixture.catalog.add(ids, toAlbum: try await fixture.catalog.createAlbum("All"))
    return (fixture, ids, album)
  }

  private func configuration(_ counts: [Int64: ClosedRange<Int>]) -> PickerConfiguration {
    PickerConfiguration { $0.selection.quota.albumCounts = counts }
  }

  @Test func `hold on every screen, and follow what is put into the album`() async throws {
    let (fixture, ids, album) = try await fixture()
    let session = try await PickerSession.open(fixture.catalog, configuration([album: 0...1]))
    let cells = try await session.page().cells
    #expect(cells.map(\.item.facts.albums) == [[], [], [album], [album]])
    try await session.pick(.media(ids[0]))
    #expect(
      session.cells(for: cells.map(\.item)).map(\.refusal?.reason)
        == [nil, nil, .albumQuota(album, max: 1), nil])
    #expect(
      try await session.pick(.media(ids[1])).first?.refusal == .albumQuota(album, max: 1))
    try await session.pick(.media(ids[3]))
    let events = session.events()
    try await fixture.catalog.add([ids[2], ids[3]], toAlbum: album)
    try await session.refresh()
    #expect(
      session.state.commitBlocks == [.tooManyOfAlbum(album, count: 2, max: 1)])
    #expect(
      try await session.pick(.media(ids[2])).first?.refusal == .albumQuota(album, max: 1))
    session.send(.deselect([.media(ids[3])]))
    #expect(try await session.commit().isEmpty)
    var changes: Set<PickerItemID> = []
    for await event in events {
      if case .difference(let difference) = event.kind { changes.formUnion(difference.changes) }
    }
    #expect(changes == [.media(ids[2]), .media(ids[3])])
  }

  @Test func `hold from the moment on at which they come`() async throws {
    let (fixture, ids, album) = try await fixture()
    let session = try await PickerSession.open(fixture.catalog)
    #expect(try await session.page().cells.allSatisfy { $0.item.facts.albums.isEmpty })
    try await session.select(ids.prefix(2).map { .media($0) })
    session.send(.update(PickerUpdate(quota: BatchQuota(albumCounts: [album: 0...1]))))
    #expect(
      try await session.commit() == [.tooManyOfAlbum(album, count: 2, max: 1)])
    // An album that is not there has no items.
    session.send(.update(PickerUpdate(quota: BatchQuota(albumCounts: [99: 1...2]))))
    #expect(try await session.commit() == [.tooFewOfAlbum(99, count: 0, min: 1)])
    session.send(.update(PickerUpdate(quota: BatchQuota())))
    #expect(try await session.commit().isEmpty)
  }

  @Test func `name albums that are there and that a person fills`() async throws {
    let (fixture, _, album) = try await fixture()
    let smart = try await fixture.catalog.createAlbum("Big", query: "width:>9")
    for (id, text) in [(99 as Int64, "which is not there"), (smart, "shows a query")] {
      do {
        _ = try await PickerSession.open(
          fixture.catalog, configuration([album: 0...1, id: 0...1]))
        Issue.record("album \(id) was taken")
      } catch let error as PickerError {
        #expect(error.code == .invalid && error.reason.contains(text), "\(error.reason)")
      }
    }
  }
}
