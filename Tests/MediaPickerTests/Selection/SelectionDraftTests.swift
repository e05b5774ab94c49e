import CatalogTestSupport
import MediaCatalog
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

@testable import MediaPicker

@Suite("Named drafts of selections, behaviours G-20") struct SelectionDraftTests {
  private static func code(_ body: () async throws -> Void) async -> PickerError.Code? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? PickerError)?.code
    }
  }

  @Test func `G-20 a draft keeps the order, and duplicates once`() async throws {
    let fixture = try await CatalogFixture()
    defer { withExtendedLifetime(fixture) {} }
    let (one, two) = (try await fixture.add("a.jpg"), try await fixture.add("b.jpg"))
    let drafts = SelectionDrafts(in: fixture.catalog)
    try await drafts.save(
      [.media(two), .source("mine"), .media(one), .media(two)], as: "Holiday")
    let draft = try await drafts.load("Holiday")
    #expect(draft.items == [.media(two), .source("mine"), .media(one)])
    #expect(draft.present == draft.items)
    #expect(draft.lost == [])
    #expect(draft.updated > 0)
  }

  @Test func `G-20 a draft is there after a restart`() async throws {
    let fixture = try await CatalogFixture()
    defer { withExtendedLifetime(fixture) {} }
    let id = try await fixture.add("a.jpg")
    try await SelectionDrafts(in: fixture.catalog).save([.media(id)], as: "Holiday")
    let path = FilePath("\(fixture.directory.path)/c.sqlite")
    let again = SelectionDrafts(in: try Catalog.open(at: path))
    #expect(try await again.load("Holiday").items == [.media(id)])
    #expect(try await again.list().map(\.name) == ["Holiday"])
  }

  @Test func `G-20 what is not there any more is reported, and stays in the draft`() async throws {
    let fixture = try await CatalogFixture()
    defer { withExtendedLifetime(fixture) {} }
    let (kept, gone) = (try await fixture.add("a.jpg"), try await fixture.add("b.jpg"))
    try await fixture.catalog.database.write { connection in
      try connection.executeScript(
        """
        INSERT INTO capture (uid, staged, name, size, origin, state, created)
          VALUES ('here', x'61', x'61', 1, 'file', 'staged', 0),
            ('away', x'62', x'62', 1, 'file', 'discarded', 0);
        """)
    }
    let drafts = SelectionDrafts(in: fixture.catalog)
    let items: [PickerItemID] = [
      .media(gone), .capture("here"), .media(kept), .capture("away"), .capture("never"),
    ]
    try await drafts.save(items, as: "Holiday")
    try await fixture.catalog.database.write { connection in
      try connection.execute("DELETE FROM file WHERE media = \(gone)")
      try connection.execute("DELETE FROM media WHERE id = \(gone)")
    }
    for _ in 0..<2 {
      let draft = try await drafts.load("Holiday")
      #expect(draft.items == items)
      #expect(draft.present == [.capture("here"), .media(kept)])
      #expect(
        draft.lost == [
          Refusal(.media(gone), .unknown), Refusal(.capture("away"), .discarded),
          Refusal(.capture("never"), .unknown),
        ])
    }
    #expect(try await drafts.list().map(\.count) == [5])
  }

  @Test func `G-20 drafts are listed, the one saved last first, and replaced by name`() async throws
  {
    let fixture = try await CatalogFixture()
    defer { withExtendedLifetime(fixture) {} }
    let drafts = SelectionDrafts(in: fixture.catalog)
    #expect(try await drafts.list() == [])
    try await drafts.save([1], as: "B")
    try await drafts.save([1, 2], as: "A")
    try await drafts.save([3, 4, 5], as: "B")
    let list = try await drafts.list()
    #expect(list.map(\.name) == ["B", "A"])
    #expect(list.map(\.count) == [3, 2])
    #expect(list.map(\.id) == ["B", "A"])
  }

  @Test func `G-20 a draft is renamed, but over no other, and deleted`() async throws {
    let fixture = try await CatalogFixture()
    defer { withExtendedLifetime(fixture) {} }
    let drafts = SelectionDrafts(in: fixture.catalog)
    try await drafts.save([1], as: "A")
    try await drafts.save([2], as: "B")
    #expect(await Self.code { try await drafts.rename("A", to: "B") } == .invalid)
    #expect(await Self.code { try await drafts.rename("X", to: "Y") } == .notFound)
    #expect(await Self.code { try await drafts.rename("A", to: " ") } == .invalid)
    #expect(try await drafts.load("A").items == [1])
    #expect(try await drafts.load("B").items == [2])
    try await drafts.rename("A", to: "A")
    try await drafts.rename("A", to: "C’est “ça” 🏖")
    #expect(try await drafts.load("C’est “ça” 🏖").items == [1])
    try await drafts.delete("B")
    #expect(await Self.code { _ = try await drafts.load("B") } == .notFound)
    #expect(await Self.code { try await drafts.delete("B") } == .notFound)
    #expect(try await drafts.list().map(\.name) == ["C’est “ça” 🏖"])
  }

  @Test func `G-20 a name is a short text`() async throws {
    let fixture = try await CatalogFixture()
    defer { withExtendedLifetime(fixture) {} }
    let drafts = SelectionDrafts(in: fixture.catalog)
    for name in ["", " \n", String(repeating: "é", count: 128), "a\0b"] {
      #expect(await Self.code { try await drafts.save([1], as: name) } == .invalid)
    }
    try await drafts.save([], as: String(repeating: "e", count: 255))
    #expect(try await drafts.list().map(\.count) == [0])
  }

  @Test func `G-20 a draft that another program spoiled is named`() async throws {
    let fixture = try await CatalogFixture()
    defer { withExtendedLifetime(fixture) {} }
    try await fixture.catalog.database.write { connection in
      try connection.execute(
        "INSERT INTO picker_draft (name, items, updated) VALUES ('Bad', '[1,\"x\"]', 0)")
    }
    let drafts = SelectionDrafts(in: fixture.catalog)
    do {
      _ = try await drafts.load("Bad")
      Issue.record("it was read")
    } catch let error as PickerError {
      #expect(error.code == .unreadable)
      #expect(error.reason.hasPrefix("the draft Bad is spoiled: [1]"), "\(error.reason)")
    }
    try await drafts.save([7], as: "Bad")
    #expect(try await drafts.load("Bad").items == [7])
  }

  @Test func `G-20 ten thousand items are kept and read`() async throws {
    let fixture = try await CatalogFixture()
    defer { withExtendedLifetime(fixture) {} }
    let drafts = SelectionDrafts(in: fixture.catalog)
    let items = (1...10_000).map { PickerItemID.media($0) }
    try await drafts.save(items, as: "All")
    let draft = try await drafts.load("All")
    #expect(draft.items == items)
    #expect(draft.lost.count == 10_000)
  }
}
