import MediaCatalog
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

@Suite("Loading values, behaviours X-01 to X-06, 2C", .timeLimit(.minutes(20))) struct LoadTests {
  @Test func `of a client's own type imports from data or from a file`() async throws {
    let home = try await LoadHome(.jpeg)
    let item = try await home.item()
    let picture = try await item.load(Picture.self).value
    #expect(picture == Picture(bytes: Array("orig".utf8), type: .jpeg))
    #expect(try await item.load(Opened.self).value.path == home.path)
    #expect(
      try await item.load(MediaData.self).value == MediaData(bytes: picture.bytes, type: .jpeg))
    #expect(
      try await item.load(MediaFile.self).value == MediaFile(path: home.path, type: .jpeg))
    #expect(
      try await item.load(Tile.self).value.bytes == [0xFF, 0xD8] + home.path.bytes + [0xFF, 0xD9])
  }

  @Test func `that nothing offers is unsupported, with what there is (X-02)`() async throws {
    for format in [MediaFormat.jpeg, .heic, .matroska] {
      let home = try await LoadHome(format)
      let item = try await home.item()
      let result = await item.load(Words.self).result
      #expect(result.available == (try await item.supportedTypes()))
      #expect(result.available?.first == ContentType(format))
      #expect(throws: RenderFailure.self) { try result.get() }
    }
  }

  @Test func `that throws on import fails with that error (X-05)`() async throws {
    let home = try await LoadHome(.jpeg)
    let item = try await home.item()
    let result = await item.load(Refusing.self).result
    #expect(result.cause as? Refusing.ImportFailed == Refusing.ImportFailed(byteCount: 4))
    #expect(result.cause.flatMap { AccessCode($0) } == nil)
  }

  @Test(arguments: [
    (MediaFormat.jpeg, ["image/jpeg"]), (.png, ["image/png"]), (.gif, ["image/gif"]),
    (.heic, ["image/heic", "image/jpeg"]), (.dng, ["image/x-adobe-dng", "image/jpeg"]),
    (.mp4, ["video/mp4"]), (.quickTime, ["video/quicktime", "video/mp4"]),
  ])
  func `can be had as the original first, then what every program opens`(
    format: MediaFormat, types: [String]
  ) async throws {
    let home = try await LoadHome(format)
    let item = try await home.item()
    #expect(try await item.supportedTypes().map(\.rawValue) == types)
    let small = RenditionSpecification(maximumSide: 100)
    if format == .png {
      #expect(try await item.supportedTypes(within: small) == [.png, .jpeg])
    }
  }

  @Test(
    arguments: [
      // Format, policy, whether the value likes HEIC more than JPEG, what it gets.
      (MediaFormat.heic, nil, true, "image/heic"), (.heic, .current, true, "image/heic"),
      (.heic, .compatible, true, "image/jpeg"), (.jpeg, nil, true, "image/jpeg"),
      (.heic, .automatic(accepting: ["image/jpeg"]), true, "image/jpeg"),
      // An original that is accepted is never converted, whatever the value likes more.
      (.heic, nil, false, "image/heic"), (.heic, .current, false, "image/heic"),
      (.heic, .compatible, false, "image/jpeg"), (.avif, nil, false, "image/jpeg"),
      (.avif, .current, false, nil), (.png, nil, false, nil), (.png, .compatible, false, nil),
    ] as [(MediaFormat, EncodingPolicy?, Bool, String?)])
  func `take what the policy admits in the order of the value`(
    format: MediaFormat, policy: EncodingPolicy?, likesHEIC: Bool, type: String?
  ) async throws {
    let home = try await LoadHome(format)
    let item = try await home.item()
    let options = LoadOptions(policy: policy)
    let loaded: ContentType?
    if likesHEIC {
      let result = await item.load(Picture.self, options).result
      loaded = result.available == nil ? try result.get().type : nil
    } else {
      let result = await item.load(Photograph.self, options).result
      loaded = result.available == nil ? try result.get().type : nil
    }
    #expect(loaded?.rawValue == type)
  }

  @Test func `says what it lists under each policy when nothing fits`() async throws {
    let home = try await LoadHome(.avif)
    let item = try await home.item()
    let current = await item.load(Words.self, LoadOptions(policy: .current)).result
    #expect(current.available == [.avif])
    let compatible = await item.load(Words.self, LoadOptions(policy: .compatible)).result
    #expect(compatible.available == [.avif, .jpeg])
  }

  @Test func `is told at once when a conversion turns out otherwise`() async throws {
    let home = try await LoadHome(.avif, maker: LoadMaker(mime: "image/png"))
    let result = await (try await home.item()).load(Photograph.self).result
    #expect(result.cause.flatMap { AccessCode($0) } == .renditionUnavailable)
  }

  @Test func `is a placeholder before: nothing is opened, nothing need be there (X-01)`()
    async throws
  {
    let home = try await LoadHome(.jpeg, bytes: nil)
    let item = try await home.item()
    #expect(item.identity == .item(home.id, catalog: home.catalog.path))
    #expect(item.mediaType == .image && item.hasThumbnails)
    #expect(try await item.getDuration() == .seconds(2))
    #expect(try await item.supportedTypes() == [.jpeg])
    #expect(home.renderer.started.isEmpty)
    // The file turns up later, and the same placeholder has it.
    home.directory.write("a", [1, 2])
    #expect(try await item.getData() == [1, 2])
  }

  @Test func `goes by the example of the documentation`() async throws {
    let home = try await LoadHome(.heic)
    let item = try await home.item()
    var shown: [String] = []
    let load = item.load(MediaData.self, LoadOptions(policy: .compatible, deadline: .seconds(30)))
    for await state in load.states {
      switch state {
      case .empty, .loading: shown.append("spinner")
      case .success(let data): shown.append("\(data.type) of \(data.bytes.count) bytes")
      case .unsupported(let types): shown.append("only \(types)")
      case .failure(let error): shown.append("\(error)")
      }
    }
    #expect(shown.last == "image/jpeg of 4 bytes")
  }
}
