import CatalogTestSupport
import MediaModel
import Synchronization
import TestSupport
import Testing

@testable import MediaPicker

/// A value of a client, which remembers what was written to it.
private final class Bound<Value: Sendable>: Sendable {
  private let values: Mutex<[Value]>

  init(_ value: Value) { values = Mutex([value]) }

  var history: [Value] { values.withLock { $0 } }
  var value: Value { values.withLock { $0[$0.count - 1] } }

  func set(_ value: Value) { values.withLock { $0.append(value) } }

  var binding: PickerBinding<Value> {
    PickerBinding(get: { self.value }, set: { self.set($0) })
  }
}

@Suite("The façade, behaviours V-05, S-20, K-06, K-10, A-05, U-03") struct FacadeTests {
  @Test func `chains as in the reference, and every modifier sets its own part`() async throws {
    let fixture = try await CatalogFixture()
    let picker = MediaPicker(fixture.catalog)
      .mediaSelectionType(.photo)
      .mediaSelectionStyle(.count)
      .mediaSelectionLimit(3)
      .showFullscreenPreview(false)
      .liveCameraCell(.large)
      .pickerMode(.albums)
      .filter(.favorites)
      .compatibility(.exyte)
      .mediaPickerTheme(PickerTheme(["main.pickerText": "red"]))
    let made = picker.configuration
    #expect(made.mediaTypes == .photo && made.style == .count)
    #expect(made.selection.limit == .max(3) && !made.showsFullscreenPreview)
    #expect(made.liveCameraCell == .large && made.mode == .albums)
    #expect(made.filter == .favorites && made.compatibility == .exyte)
    #expect(made.theme.values == ["main.pickerText": "red"])
    #expect(picker.showLiveCameraCell().configuration.liveCameraCell == .small)
    #expect(picker.showLiveCameraCell(false).configuration.liveCameraCell == .none)
    #expect(try PickerConfiguration(json: made.json()) == made)
  }

  @Test func `a running session keeps the configuration that it was opened with`() async throws {
    let fixture = try await CatalogFixture()
    var picker = MediaPicker(fixture.catalog).mediaSelectionLimit(1)
    let session = try await picker.open()
    picker.configuration.selection.limit = .max(9)
    #expect(session.state.configuration.selection.limit == .max(1))
  }

  @Test(arguments: [0, -1]) func `limits of 0 and below are as in the reference`(limit: Int)
    async throws
  {
    let fixture = try await CatalogFixture()
    let id = try await fixture.add("a.jpg")
    let picker = MediaPicker(fixture.catalog).mediaSelectionLimit(limit)
    if limit < 0 {
      await #expect(throws: PickerError.self) { try await picker.open() }
    } else {
      let session = try await picker.open()
      let effects = try await session.pick(.media(id))
      #expect(effects == [.refused(Refusal(.media(id), .limitReached(max: 0)))])
    }
  }

  @Test func `the client's flag goes down once, whatever the end`() async throws {
    let fixture = try await CatalogFixture()
    let id = try await fixture.add("a.jpg")
    for end in [PickerAction.cancel, .dismiss, .expire, .commit] {
      let flag = Bound(true)
      let session = try await MediaPicker(fixture.catalog, isPresented: flag.binding).open()
      try await session.pick(.media(id))
      session.send(end)
      session.send(.cancel)
      await session.settle()
      #expect(flag.history == [true, false])
    }
  }

  @Test func `the screen is read, written back, and followed`() async throws {
    let fixture = try await CatalogFixture()
    let mode = Bound(PickerMode.albums)
    let session = try await MediaPicker(fixture.catalog).pickerMode(mode.binding).open()
    #expect(session.state.mode == .albums)
    session.send(.setMode(.photos))
    await session.settle()
    #expect(mode.value == .photos)
    mode.set(.album(12))
    session.follow()
    #expect(session.state.mode == .album(12))
    session.send(.back)
    await session.settle()
    #expect(mode.value == .photos)
  }

  @Test func `a bound selection is selected at the start, and kept up to date`() async throws {
    let fixture = try await CatalogFixture()
    let first = try await fixture.add("a.jpg")
    let second = try await fixture.add("b.jpg")
    let media = try await fixture.catalog.media(withIDs: [first])
    let bound = Bound(media.map { PickerItem($0, of: fixture.catalog) })
    let session = try await MediaPicker(fixture.catalog).selectedMedia(bound.binding).open()
    #expect(session.state.selection.itemIDs == [.media(first)])
    // Nothing is written at the opening: nothing was picked.
    #expect(bound.history.count == 1)
    try await session.pick(.media(second))
    await session.settle()
    #expect(bound.value.map(\.id) == [.media(first), .media(second)])
  }

  @Test func `albums come at the opening and whenever they change`() async throws {
    let fixture = try await CatalogFixture()
    let id = try await fixture.add("a.jpg")
    let heard = Bound<[String]>([])
    let session = try await MediaPicker(fixture.catalog)
      .albums { albums in heard.set(albums.filter { $0.kind == .user }.map(\.title)) }
      .open()
    let album = try await fixture.catalog.createAlbum("Trip")
    try await fixture.catalog.add([id], toAlbum: album)
    try await session.refresh()
    try await fixture.catalog.renameAlbum(album, to: "Journey")
    try await session.refresh()
    #expect(heard.history.dropFirst() == [[], ["Trip"], ["Journey"]])
  }

  @Test func `the client hears what is shown full-screen`() async throws {
    let fixture = try await CatalogFixture()
    let id = try await fixture.add("a.jpg")
    let focus = Bound<PickerItemID?>(nil)
    let session = try await MediaPicker(fixture.catalog).fullscreenMedia { focus.set($0) }.open()
    let cell = try await session.page().cells[0]
    session.send(.tap(cell.item.facts))
    session.send(.focus(nil))
    await session.settle()
    #expect(focus.history == [nil, .media(id), nil])
  }

  @Test func `both forms of a filter are applied, the one for single items first`() async throws {
    let fixture = try await CatalogFixture()
    for number in 1...6 { try await fixture.add("\(number).jpg", day: number) }
    let session = try await MediaPicker(fixture.catalog)
      .applyFilter { item in (item.id.mediaID ?? 0) % 2 == 0 ? item : nil }
      .applyFilter { items in items.reversed() }
      .open()
    let page = try await session.page(count: 2)
    #expect(page.cells.map(\.id) == [.media(2), .media(4)])
    let next = try #require(page.next)
    #expect(try await session.page(next, count: 2).cells.map(\.id) == [.media(6)])
    #expect(session.state.content == .content(3))
  }
}
