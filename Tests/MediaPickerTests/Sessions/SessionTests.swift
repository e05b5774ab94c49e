import CatalogTestSupport
import MediaModel
import SQLiteDatabase
import Synchronization
import TestSupport
import Testing

@testable import MediaPicker

@Suite("Sessions") struct SessionTests {
  /// A catalog of so many images, the last added being the newest.
  private func fixture(_ count: Int) async throws -> (fixture: CatalogFixture, ids: [Int64]) {
    let fixture = try await CatalogFixture()
    var ids: [Int64] = []
    for number in 0..<count { ids.append(try await fixture.add("\(number).jpg", day: number)) }
    return (fixture, ids)
  }

  private func configuration(_ limit: SelectionLimit = .unlimited) -> PickerConfiguration {
    var configuration = PickerConfiguration()
    configuration.selection.limit = limit
    return configuration
  }

  // MARK: Events, behaviours S-10, K-10

  @Test func `tell events without gaps, and a late listener first where they stand`() async throws {
    let (fixture, ids) = try await fixture(4)
    let session = try await PickerSession.open(fixture.catalog, configuration())
    let early = session.events()
    try await session.pick(.media(ids[0]))
    try await session.pick(.media(ids[1]))
    let late = session.events()
    try await session.pick(.media(ids[0]))
    #expect(try await session.commit().isEmpty)

    let all = await early.reduce(into: []) { $0.append($1) }
    let sequences = all.dropFirst().map(\.sequence)
    #expect(sequences == Array(1...sequences.count))
    // The snapshot and the changes behind it make the result.
    let heard = await late.reduce(into: []) { $0.append($1) }
    guard case .snapshot(let state) = heard[0].kind else { return #expect(Bool(false)) }
    var selected = Set(state.selection.itemIDs)
    for case .effect(.changed(let change)) in heard.map(\.kind) {
      selected.subtract(change.removed)
      selected.formUnion(change.added)
    }
    #expect(selected == [.media(ids[1])])
    #expect(heard[1].sequence == heard[0].sequence + 1)
    #expect(all.filter(\.isTerminal).count == 1 && heard.filter(\.isTerminal).count == 1)
  }

  @Test func `end once, whoever is first`() async throws {
    let (fixture, ids) = try await fixture(1)
    for _ in 0..<20 {
      let session = try await PickerSession.open(fixture.catalog, configuration())
      try await session.pick(.media(ids[0]))
      let events = session.events()
      await withTaskGroup { group in
        for number in 0..<8 {
          group.addTask {
            if number % 2 == 0 { session.cancel() } else { _ = try? await session.commit() }
          }
        }
      }
      let ends = await events.reduce(into: 0) { $0 += $1.isTerminal ? 1 : 0 }
      #expect(ends == 1)
      #expect(session.state.lateActionCount >= 3)
    }
  }

  @Test func `tell each change to the client, in order`() async throws {
    let (fixture, ids) = try await fixture(30)
    let heard = Mutex<[Int]>([])
    let session = try await MediaPicker(fixture.catalog) { items in
      heard.withLock { $0.append(items.count) }
    }.open()
    for id in ids { try await session.pick(.media(id)) }
    await session.settle()
    #expect(heard.withLock { $0 } == Array(1...30))
  }

  @Test func `tell the client last what is true at last, whoever sends`() async throws {
    let (fixture, ids) = try await fixture(40)
    let heard = Mutex<[[PickerItemID]]>([])
    let session = try await MediaPicker(fixture.catalog) { items in
      heard.withLock { $0.append(items.map(\.id)) }
    }.open()
    let facts = try await session.page().cells.map(\.item.facts)
    await withTaskGroup { group in
      for part in 0..<8 {
        group.addTask {
          for item in facts[(part * 5)..<(part * 5 + 5)] { session.send(.toggle(item)) }
        }
      }
    }
    await session.settle()
    let lists = heard.withLock { $0 }
    #expect(lists.map(\.count) == Array(1...40))
    #expect(lists.last == session.state.selection.itemIDs && ids.count == 40)
  }

  // MARK: Picking, behaviours G-22, G-01

  @Test func `pick while another program writes, and open no original`() async throws {
    let (fixture, ids) = try await fixture(200)
    let session = try await PickerSession.open(fixture.catalog, configuration())
    // The files of the fixture do not exist: whoever opened one would fail.
    let page = try await session.page(count: 100)
    let other = try Connection(path: fixture.catalog.path.bytes)
    try other.execute("BEGIN IMMEDIATE")
    for cell in page.cells { session.send(.toggle(cell.item.facts)) }
    for id in ids.prefix(20) { try await session.pick(.media(id)) }
    #expect(session.state.selection.count == 120)
    #expect(other.isInTransaction)
    try other.execute("ROLLBACK")
  }

  @Test func `refuse what is unknown or out of reach, with reasons`() async throws {
    let (fixture, ids) = try await fixture(2)
    var limited = configuration()
    limited.allowedRoots = []
    let session = try await PickerSession.open(fixture.catalog, limited)
    let denied = try await session.pick(.media(ids[0]))
    #expect(denied == [.refused(Refusal(.media(ids[0]), .noAccess))])
    let unknown = try await session.pick(.media(99))
    #expect(unknown == [.refused(Refusal(.media(99), .unknown))])
    #expect(session.state.selection.isEmpty)
    session.cancel()
    #expect(try await session.pick(.media(99)) == [.rejected(.sessionClosed)])
  }

  @Test func `show what is selected, what can be, and why not`() async throws {
    let (fixture, ids) = try await fixture(3)
    try await fixture.add("film.mp4", day: 9, type: .video)
    var policy = configuration(.max(2))
    policy.selection.bounds.types = [.image]
    let session = try await PickerSession.open(fixture.catalog, policy)
    try await session.select([.media(ids[2]), .media(ids[0])])
    let cells = try await session.page().cells
    #expect(cells.map(\.number) == [nil, 1, nil, 2])
    #expect(cells[0].refusal?.reason.code == "type-not-allowed")
    #expect(cells[2].refusal?.reason == .limitReached(max: 2))
  }

  // MARK: Screens, behaviours K-01…K-08, S-16

  @Test func `page through everything once, both ways`() async throws {
    let (fixture, ids) = try await fixture(25)
    let session = try await PickerSession.open(fixture.catalog, configuration())
    var page = try await session.page(count: 10)
    var seen = page.cells.map(\.id)
    while let next = page.next {
      page = try await session.page(next, count: 10)
      seen += page.cells.map(\.id)
    }
    #expect(seen == ids.reversed().map { .media($0) })
    #expect(session.state.content == .content(25))
    let before = try #require(page.previous)
    #expect(try await session.page(before, count: 10).cells.map(\.id) == Array(seen[10..<20]))
  }

  @Test func `open an album by its id alone, and say when there is none`() async throws {
    let (fixture, ids) = try await fixture(3)
    let album = try await fixture.catalog.createAlbum("Trip")
    try await fixture.catalog.add([ids[0], ids[2]], toAlbum: album)
    var deep = configuration()
    deep.mode = .album(.user(album))
    let session = try await PickerSession.open(fixture.catalog, deep)
    #expect(try await session.page().cells.map(\.id.mediaID) == [ids[2], ids[0]])
    session.send(.setMode(.album(99)))
    await #expect(throws: CatalogError.self) { try await session.page() }
    guard case .failed("not-found", _) = session.state.content else {
      return #expect(Bool(false), "\(session.state.content)")
    }
    session.send(.back)
    #expect(session.state.mode == .album(.user(album)))
  }

  @Test func `keep the selection over screens, searches and pages`() async throws {
    let (fixture, ids) = try await fixture(5)
    let session = try await PickerSession.open(fixture.catalog, configuration())
    try await session.select([.media(ids[1]), .media(ids[4])])
    session.send(.setMode(.albums))
    _ = try await session.albums()
    session.send(.setMode(.photos))
    session.send(.search("name:0.jpg"))
    #expect(try await session.page().cells.map(\.id.mediaID) == [ids[0]])
    #expect(session.state.selection.itemIDs == [.media(ids[1]), .media(ids[4])])
  }

  @Test(arguments: EmptyReason.allCases.filter { ![.noCaptures, .noAlbums].contains($0) })
  func `say why a screen is empty`(reason: EmptyReason) async throws {
    let fixture = try await CatalogFixture()
    var configuration = PickerConfiguration()
    switch reason {
    case .noRoots:
      try await fixture.catalog.database.write { connection in
        try connection.executeScript("DELETE FROM folder; DELETE FROM root;")
      }
    case .nothingIndexed: break
    case .filterExcludesAll:
      try await fixture.add("a.jpg")
      configuration.mediaTypes = .video
    case .noAccess:
      try await fixture.add("a.jpg")
      configuration.allowedRoots = [77]
    case .emptyAlbum:
      try await fixture.add("a.jpg")
      configuration.mode = .album(.user(try await fixture.catalog.createAlbum("Empty")))
    case .noCaptures, .noAlbums: break
    }
    let session = try await PickerSession.open(fixture.catalog, configuration)
    #expect(try await session.page().cells.isEmpty)
    #expect(session.state.content == .empty(reason))
  }

  @Test func `give the result as it is shown, in any order of the screen`() async throws {
    let fixture = try await CatalogFixture()
    let ids = [
      try await fixture.add("b.jpg", day: 1), try await fixture.add("c.jpg", day: 2),
      try await fixture.add("a.jpg", day: 3),
    ]
    var byName = configuration()
    byName.sort = .name
    byName.selection.resultOrder = .display
    let session = try await PickerSession.open(fixture.catalog, byName)
    try await session.select(ids.map { .media($0) })
    #expect(try await session.selectedItems().map(\.id.mediaID) == [ids[2], ids[0], ids[1]])
    #expect(try await session.commit().isEmpty)
    #expect(session.outcome?.items.map(\.id.mediaID) == [ids[2], ids[0], ids[1]])
    // A person's own order of an album is one too; what is not in it comes behind.
    let album = try await fixture.catalog.createAlbum("Trip")
    try await fixture.catalog.add([ids[1], ids[0]], toAlbum: album)
    try await fixture.catalog.setSort(.album, ofAlbum: album)
    var inAlbum = configuration()
    inAlbum.mode = .album(.user(album))
    inAlbum.selection.resultOrder = .display
    let other = try await PickerSession.open(fixture.catalog, inAlbum)
    try await other.select(ids.map { .media($0) })
    #expect(try await other.commit().isEmpty)
    #expect(other.outcome?.items.map(\.id.mediaID) == [ids[1], ids[0], ids[2]])
  }

  @Test func `put first what the highlight matches`() async throws {
    let (fixture, ids) = try await fixture(3)
    try await fixture.catalog.setFavorite(true, of: [ids[0]])
    #expect(
      try await PickerSession.open(fixture.catalog, configuration()).highlights().isEmpty)
    var highlighted = configuration()
    highlighted.highlight = "is:favorite"
    let session = try await PickerSession.open(fixture.catalog, highlighted)
    #expect(try await session.highlights().map(\.id) == [.media(ids[0])])
    try await session.pick(.media(ids[0]))
    #expect(try await session.highlights().map(\.number) == [1])
    highlighted.highlight = "iso:<"
    let broken = highlighted
    await #expect(throws: PickerError.self) {
      try await PickerSession.open(fixture.catalog, broken)
    }
  }

  @Test func `load what is picked by the configuration's encoding`() async throws {
    let (fixture, _) = try await fixture(1)
    var compatible = configuration()
    compatible.encoding = .automatic(accepting: ["image/png"])
    let session = try await PickerSession.open(fixture.catalog, compatible)
    #expect(session.loadOptions.policy == .automatic(accepting: ["image/png"]))
  }

  @Test func `withhold locations unless they are asked for`() async throws {
    let (fixture, ids) = try await fixture(1)
    try await fixture.catalog.database.write { connection in
      try connection.execute("UPDATE media SET latitude = 48, longitude = 11 WHERE id = \(ids[0])")
    }
    let session = try await PickerSession.open(fixture.catalog, configuration())
    #expect(try await session.page().cells[0].item.media?.location == nil)
    var open = configuration()
    open.strippedMetadata = []
    let trusted = try await PickerSession.open(fixture.catalog, open)
    #expect(try await trusted.page().cells[0].item.media?.location?.latitude == 48)
  }

  @Test func `explain why an item is not shown`() async throws {
    let (fixture, ids) = try await fixture(2)
    let hidden = try await fixture.add("h.jpg", exclusion: 2)
    var videos = configuration()
    videos.mediaTypes = .video
    let session = try await PickerSession.open(fixture.catalog, videos)
    #expect(try await session.explain(.media(ids[0])) == "It does not match type:video.")
    let all = try await PickerSession.open(fixture.catalog, configuration())
    #expect(try await all.explain(.media(ids[0])) == nil)
    #expect(try await all.explain(.media(hidden))?.contains("is:missing") == true)
    #expect(try await all.explain(.media(77)) == "There is no such item.")
  }
}
