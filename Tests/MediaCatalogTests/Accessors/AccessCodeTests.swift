import Glibc
import MediaCatalog
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

@Suite("Why nothing was had, behaviours M-16", .timeLimit(.minutes(20))) struct AccessCodeTests {
  private static let specification = ThumbnailSpecification(side: 64)

  @Test func `the item or its file is not there`() async throws {
    let home = try await LoadHome(.jpeg, bytes: nil)
    #expect(await code { _ = try await home.catalog.item(999) } == .notFound)
    let item = try await home.item()
    #expect(await code { _ = try await item.getData() } == .notFound)
    try await home.catalog.database.write { try $0.execute("UPDATE media SET exclusion = 2") }
    #expect(await code { _ = try await item.getURL() } == .notFound)
    #expect(await code { _ = try await item.load(MediaFile.self).value } == .notFound)
  }

  @Test func `its root is offline, while its types are known`() async throws {
    let home = try await LoadHome(.heic)
    let item = try await home.item()
    try await home.catalog.database.write { try $0.execute("UPDATE root SET state = 'offline'") }
    #expect(try await item.supportedTypes() == [.heic, .jpeg])
    #expect(await code { _ = try await item.getURL() } == .offline)
    #expect(await code { _ = try await item.getThumbnailURL(Self.specification) } == .offline)
    #expect(await code { _ = try await item.load(MediaData.self).value } == .offline)
  }

  @Test func `it cannot be read`() async throws {
    let home = try await LoadHome(.jpeg, bytes: nil)
    mkdir(home.path.displayText, 0o700)
    let item = try await home.item()
    #expect(await code { _ = try await item.getData() } == .unreadable)
    #expect(await code { _ = try await item.load(MediaData.self).value } == .unreadable)
  }

  @Test(arguments: [
    (RenderFailure.Code.undecodable, AccessCode.undecodable), (.crashed, .undecodable),
    (.unsupported, .unsupported), (.tooLarge, .tooLarge), (.timedOut, .timedOut),
    (.renditionUnavailable, .renditionUnavailable), (.noSpace, .renditionUnavailable),
    (.notFound, .notFound), (.unreadable, .unreadable),
  ])
  func `what makes it says so`(cause: RenderFailure.Code, expected: AccessCode) async throws {
    let failure = RenderFailure(code: cause, reason: "made up")
    let home = try await LoadHome(.heic, maker: LoadMaker(failure: failure))
    home.renderer.fail(with: failure)
    let item = try await home.item()
    #expect(await code { _ = try await item.getThumbnailData(Self.specification) } == expected)
    #expect(await code { _ = try await item.getURL(MediaRequest(.compatible)) } == expected)
    #expect(await code { _ = try await item.load(Tile.self).value } == expected)
  }

  @Test func `it is too large, or nothing fits`() async throws {
    let home = try await LoadHome(.jpeg)
    let item = try await home.item()
    #expect(await code { _ = try await item.getData(limit: 3) } == .tooLarge)
    #expect(try await item.getData(limit: 4).count == 4)
    #expect(await code { _ = try await item.load(Words.self).value } == .unsupported)
  }

  @Test func `its time was over, or it was given up`() async throws {
    let home = try await LoadHome(.heic, maker: LoadMaker(waits: true), deadline: .milliseconds(20))
    let item = try await home.item()
    #expect(await code { _ = try await item.getURL(MediaRequest(.compatible)) } == .timedOut)
    home.renderer.hold(true)
    #expect(await code { _ = try await item.getThumbnailURL(Self.specification) } == .timedOut)
    let task = Task {
      _ = try await item.getData(MediaRequest(.compatible, deadline: .seconds(3_600)))
    }
    task.cancel()
    #expect(await code { try await task.value } == .cancelled)
    home.renderer.hold(false)
  }

  @Test func `a program is missing`() async throws {
    let home = try await LoadHome(.heic, maker: LoadMaker(failure: MissingTool()))
    let item = try await home.item()
    #expect(await code { _ = try await item.getURL(MediaRequest(.compatible)) } == .toolMissing)
    #expect(
      await code {
        _ = try await item.load(Photograph.self, LoadOptions(policy: .compatible)).value
      }
        == .toolMissing)
  }

  @Test func `the version cannot be had`() async throws {
    let home = try await LoadHome(.heic, maker: nil)
    let item = try await home.item()
    #expect(
      await code { _ = try await item.getURL(MediaRequest(.compatible)) } == .renditionUnavailable)
    let options = LoadOptions(policy: .compatible)
    #expect(
      await code { _ = try await item.load(MediaData.self, options).value }
        == .renditionUnavailable)
    let memory = ScriptedSource("a", type: .heic)
    #expect(
      await code { _ = try await memory.load(MediaData.self, options).value }
        == .renditionUnavailable)
    let plain = try await home.catalog.item(home.id)
    #expect(
      await code { _ = try await plain.getThumbnailURL(Self.specification) }
        == .renditionUnavailable)
    #expect(await plain.load(Tile.self).result.available == [.heic, .jpeg])
  }

  @Test func `every code of ours has a place in the table, foreign errors have none`() {
    struct Foreign: Error {}
    #expect(AccessCode(Foreign()) == nil)
    #expect(AccessCode(CancellationError()) == .cancelled)
    for cause in [
      ReadFailure.Code.empty, .notMedia, .malformed, .unreadable, .notFound, .timedOut, .crashed,
      .outOfMemory, .changing,
    ] {
      #expect(AccessCode(ReadFailure(code: cause, reason: "")) != nil, "\(cause.rawValue)")
    }
    for cause in [
      DeliveryFailure.Code.notFound, .unreadable, .unsupported, .malformed, .tooLarge, .changing,
      .timedOut, .crashed,
    ] {
      #expect(AccessCode(DeliveryFailure(code: cause, reason: "")) != nil, "\(cause.rawValue)")
    }
    for cause in [
      CatalogError.Code.notFound, .offline, .missing, .unreadable, .changed, .tooLarge, .noSpace,
      .unwritable,
    ] {
      #expect(AccessCode(CatalogError(code: cause, reason: "")) != nil, "\(cause.rawValue)")
    }
    // Not about having an item.
    #expect(AccessCode(CatalogError(code: .ambiguous, reason: "")) == nil)
  }
}
