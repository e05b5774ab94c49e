import Glibc
import MediaCatalog
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

/// Says one thing of every file.
private struct OneReader: MetadataReading {
  let concurrency = 1
  var outcome: MetadataOutcome
  func read(_ paths: [FilePath]) async throws -> [MetadataOutcome] { paths.map { _ in outcome } }
}

@Suite("Sources beside each other, behaviours M-02, M-08", .timeLimit(.minutes(20)))
struct MediaSourceTests {
  private static let specification = ThumbnailSpecification(side: 64)
  private static let stamp = FileStamp(
    size: 4, modificationTime: 1, changeTime: 1, inode: 1)

  private func file(_ home: LoadHome, _ format: MediaFormat = .heic) async throws -> FileSource {
    try await FileSource(
      path: home.path,
      reader: OneReader(outcome: .media(EmbeddedMetadata(format: format), Self.stamp)),
      delivery: home.delivery)
  }

  @Test func `of a catalog, a file and memory give the same through the same accessors`()
    async throws
  {
    let home = try await LoadHome(.heic)
    let memory = ScriptedSource("m", type: .heic, hasThumbnails: true)
    memory.give(Array("orig".utf8))
    memory.end()
    let sources: [any MediaSource] = [try await home.item(), try await file(home), memory]
    #expect(Set(sources.map(\.identity)).count == 3)
    for source in sources {
      #expect(source.mediaType == .image)
      #expect(try await source.supportedTypes().first == .heic)
      #expect(try await source.getThumbnailData(Self.specification).prefix(2) == [0xFF, 0xD8])
      let data = try await source.load(MediaData.self).value
      #expect(data == MediaData(bytes: Array("orig".utf8), type: .heic))
    }
    for source in sources[..<2] {
      #expect(try await source.getURL() == home.path)
      let stream = try await source.getDataStream(MediaRequest(.compatible))
      #expect(stream.type == .jpeg && stream.count == 4)
      #expect(try await source.getData(MediaRequest(.compatible)) == Array("made".utf8))
      let path = try await source.getThumbnailURL(Self.specification)
      #expect(FileProbe.read(path.displayText).prefix(2) == [0xFF, 0xD8])
    }
    #expect(await code { _ = try await memory.getURL() } == .unsupported)
    // A type that opens files gets the bytes of what has none.
    let bytes = ScriptedSource("n", bytes: [1, 2, 3])
    #expect(try await bytes.load(Opened.self).value.path == nil)
    #expect(await bytes.load(MediaFile.self).result.available == [.jpeg])
    #expect(await bytes.load(Tile.self).result.available == [.jpeg])
  }

  @Test func `of a plain file keep thumbnails by its path and state`() async throws {
    let home = try await LoadHome(.png)
    let source = try await file(home, .png)
    let path = try await source.getThumbnailURL(Self.specification)
    #expect(try await file(home, .png).getThumbnailURL(Self.specification) == path)
    var changed = Self.stamp
    changed.modificationTime = 2
    let later = try await FileSource(
      path: home.path,
      reader: OneReader(outcome: .media(EmbeddedMetadata(format: .png), changed)),
      delivery: home.delivery)
    #expect(try await later.getThumbnailURL(Self.specification) != path)
  }

  @Test func `of a file that is no media have bytes alone`() async throws {
    let home = try await LoadHome(.png)
    let source = try await FileSource(
      path: home.path, reader: OneReader(outcome: .notMedia), delivery: home.delivery)
    #expect(source.mediaType == nil && !source.hasThumbnails)
    #expect(try await source.supportedTypes() == [.data])
    #expect(try await source.getData() == Array("orig".utf8))
    #expect(await source.load(Picture.self).result.available == [.data])
    #expect(
      await code { _ = try await source.getURL(MediaRequest(.compatible)) } == .unsupported)
    let failure = ReadFailure(code: .malformed, reason: "torn")
    #expect(
      await code {
        _ = try await FileSource(path: home.path, reader: OneReader(outcome: .failed(failure)))
      } == .undecodable)
  }

  private typealias Accessor = @Sendable (any MediaSource) async throws -> Void
  private static let accessors: [Accessor] = [
    { _ = try await $0.supportedTypes() }, { _ = try await $0.getDuration() },
    { _ = try await $0.getURL() }, { _ = try await $0.getURL(MediaRequest(.compatible)) },
    { _ = try await $0.getData() },
    { for try await _ in try await $0.getDataStream() {} },
    { _ = try await $0.getThumbnailURL(specification) },
    { _ = try await $0.getThumbnailData(specification) },
    { _ = try await $0.load(MediaData.self).value },
    { _ = try await $0.load(MediaFile.self, LoadOptions(policy: .compatible)).value },
    { _ = try await $0.load(Tile.self).value },
  ]

  @Test(
    arguments: ["file", "missing", "folder", "pipe", "link to itself", "offline", "removed"],
    [MediaFormat.jpeg, .heic, .mp4, .matroska])
  func `of any kind in any state end`(state: String, format: MediaFormat) async throws {
    let home = try await LoadHome(format, bytes: nil, maker: LoadMaker(waits: true))
    var delivery = home.delivery
    delivery.deadline = .milliseconds(100)
    let item = try await home.catalog.item(home.id, delivery: delivery)
    let path = home.path.displayText
    switch state {
    case "folder": mkdir(path, 0o700)
    case "pipe": mkfifo(path, 0o600)
    case "link to itself": symlink(path, path)
    case "missing": break
    default: home.directory.write("a", [1, 2, 3, 4])
    }
    try await home.catalog.database.write { connection in
      if state == "offline" { try connection.execute("UPDATE root SET state = 'offline'") }
      if state == "removed" { try connection.executeScript("DELETE FROM file; DELETE FROM media") }
    }
    for accessor in Self.accessors {
      #expect(await completes { try await accessor(item) })
    }
  }

  @Test func `that listen to nobody end when cancelled or late`() async throws {
    let source = StubbornSource()
    for accessor in Self.accessors {
      let task = Task { try await accessor(source) }
      task.cancel()
      #expect(await code { try await task.value } == .cancelled)
    }
    let soon = Duration.milliseconds(5)
    let request = MediaRequest(deadline: soon)
    let late: [AccessCode?] = [
      await code { _ = try await source.getURL(request) },
      await code { _ = try await source.getData(request) },
      await code { _ = try await source.getDataStream(request) },
      await code { _ = try await source.getDuration(deadline: soon) },
      await code { _ = try await source.getThumbnailURL(Self.specification, deadline: soon) },
      await code { _ = try await source.getThumbnailData(Self.specification, deadline: soon) },
    ]
    #expect(late.allSatisfy { $0 == .timedOut })
    source.letGo()
  }
}

/// What a body failed with, `nil` when it did not.
func code(_ body: () async throws -> Void) async -> AccessCode? {
  do {
    try await body()
    return nil
  } catch {
    return AccessCode(error)
  }
}
