import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

private func readPicture(_ fixture: PictureFixture) throws -> EmbeddedMetadata {
  try readMovie(fixture.bytes, format: .heic)
}

@Suite("HEIF and AVIF") struct HEIFTests {
  private let b = BoxBuilder.self
  private let size = PictureFixture.size(400, 300)

  @Test(
    arguments: [
      ([], 400, 300), ([PictureFixture.turn(1)], 300, 400), ([PictureFixture.turn(2)], 400, 300),
      ([PictureFixture.turn(3)], 300, 400), ([BoxBuilder.box("imir", [1])], 400, 300),
      ([PictureFixture.crop(200, 100)], 200, 100),
      ([PictureFixture.crop(200, 100), PictureFixture.turn(1)], 100, 200),
      ([PictureFixture.turn(1), PictureFixture.crop(200, 100)], 200, 100),
      ([PictureFixture.crop(401, 100)], 400, 300),
    ] as [([[UInt8]], Int, Int)])
  func `transforms apply in the order they are associated`(
    transforms: [[UInt8]], width: Int, height: Int
  ) throws {
    var picture = PictureFixture(properties: size)
    picture.properties += transforms
    picture.items[0].properties = (1...UInt8(1 + transforms.count)).map { $0 }
    let metadata = try readPicture(picture)
    #expect(metadata.pixelSize == PixelSize(width: 400, height: 300))
    #expect(metadata.displaySize == PixelSize(width: width, height: height))
    #expect(metadata.orientation == .up)
    #expect(metadata.codec == "hevc")
  }

  @Test func `a thumbnail's turn is not the picture's`() throws {
    var picture = PictureFixture(properties: size, PictureFixture.turn(1))
    picture.items = [
      .init(1, "hvc1", properties: [1]), .init(2, "hvc1", properties: [1, 2]),
    ]
    picture.references = [("thmb", 2, [1])]
    #expect(try readPicture(picture).displaySize == PixelSize(width: 400, height: 300))
    picture.primary = 2
    #expect(try readPicture(picture).displaySize == PixelSize(width: 300, height: 400))
  }

  @Test func `a grid has its own size, its tiles the codec`() throws {
    var picture = PictureFixture(properties: size, PictureFixture.size(512, 512))
    picture.items = [
      .init(1, "grid", properties: [1], content: [0, 0, 0, 1, 4, 0, 3, 0], isInData: true),
      .init(2, "av01", properties: [2]), .init(3, "av01", properties: [2]),
    ]
    picture.references = [("dimg", 1, [2, 3])]
    let metadata = try readPicture(picture)
    #expect(metadata.pixelSize == PixelSize(width: 400, height: 300))
    #expect(metadata.codec == "av1")
    picture.items[0].properties = []
    #expect(try readPicture(picture).pixelSize == PixelSize(width: 1_024, height: 768))
  }

  @Test func `a picture that names no size takes the largest`() throws {
    var picture = PictureFixture(properties: size, PictureFixture.size(40, 30))
    picture.items[0].properties = []
    #expect(try readPicture(picture).displaySize == PixelSize(width: 400, height: 300))
  }

  @Test(arguments: [(0, 0), (0, 5), (.max, .max)] as [(UInt32, UInt32)])
  func `an impossible size is no size`(width: UInt32, height: UInt32) {
    let picture = PictureFixture(properties: PictureFixture.size(width, height))
    #expect(throws: ReadFailure.self) { try readPicture(picture) }
  }

  @Test func `auxiliary items tell depth and gain maps`() throws {
    func auxiliary(_ kind: String) throws -> EmbeddedMetadata {
      var picture = PictureFixture(properties: size, b.fullBox("auxC", b.utf8(kind + "\0")))
      picture.items = [.init(1, "hvc1", properties: [1]), .init(2, "hvc1", properties: [1, 2])]
      picture.references = [("auxl", 2, [1])]
      return try readPicture(picture)
    }
    #expect(try auxiliary("urn:mpeg:hevc:2015:auxid:2").subtypes == [.depth])
    #expect(try auxiliary("urn:mpeg:mpegB:cicp:systems:auxiliary:depth").subtypes == [.depth])
    #expect(try auxiliary("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha").subtypes == [])
    let mapped = try auxiliary("urn:com:apple:photo:2020:aux:hdrgainmap")
    #expect(mapped.subtypes == [.hdr])
    #expect(mapped.hdr == "gain-map")
  }

  @Test func `a tone-mapped item is a gain map`() throws {
    var picture = PictureFixture(properties: size)
    picture.items.append(.init(2, "tmap", properties: [1]))
    #expect(try readPicture(picture).hdr == "gain-map")
  }

  @Test func `a still with the clip of a Motion Photo is marked`() throws {
    var picture = PictureFixture(properties: size)
    picture.trailer = b.box("mpvd", b.zeros(8))
    #expect(try readPicture(picture).subtypes == [.livePhoto])
  }

  @Test func `colour numbers have names`() throws {
    let colour = b.box("colr", b.latin1("nclx"), b.u16(12), b.u16(13), b.u16(6), [0x80])
    let metadata = try readPicture(PictureFixture(properties: size, colour))
    #expect(metadata.colorProfile == "Display P3")
    #expect(metadata.hdr == nil)
    let bright = b.box("colr", b.latin1("nclx"), b.u16(9), b.u16(16), b.u16(9), [0x80])
    #expect(try readPicture(PictureFixture(properties: size, bright)).hdr == "pq")
  }

  @Test(
    arguments: [
      ([0, 0, 0, 0], []), ([0, 0, 0, 6], [0x45, 0x78, 0x69, 0x66, 0, 0]),
      ([0, 0, 0, 0], [0x45, 0x78, 0x69, 0x66, 0, 0]), ([], []), ([0xFF, 0xFF, 0xFF, 0xFF], []),
    ] as [([UInt8], [UInt8])])
  func `finds the TIFF header however writers count`(offset: [UInt8], mark: [UInt8]) throws {
    let tiff: [UInt8] = [0x4D, 0x4D, 0x00, 0x2A, 0, 0, 0, 8, 0, 0]
    let block = try #require(HEIFReader.tiffBlock(ByteReader(offset + mark + tiff)))
    #expect(block.count == tiff.count)
    #expect(HEIFReader.tiffBlock(ByteReader(offset + mark + [1, 2, 3, 4, 5])) == nil)
  }

  @Test(arguments: [false, true])
  func `items lie in media data or inside the meta box`(isInData: Bool) throws {
    var picture = PictureFixture(properties: size)
    let content = b.utf8("<x:xmpmeta/>")
    picture.items.append(
      .init(
        7, "mime", content: content, isInData: isInData, contentType: "application/rdf+xml"))
    picture.references = [("cdsc", 7, [1])]
    let bytes = picture.bytes
    var metadata = EmbeddedMetadata(format: .heic)
    let packets = try readISOBMFF(ByteSource(bytes: bytes), format: .heic, into: &metadata)
    let range = try #require(packets.first)
    #expect(Array(bytes[Int(range.offset)..<Int(range.offset + range.count)]) == content)
  }

  @Test func `a sequence is animated and as long as its track`() throws {
    var movie = MovieFixture()
    movie.duration = 0
    movie.tracks = [MovieFixture.Track()]
    movie.tracks[0].handler = "pict"
    movie.tracks[0].times = [(5, 6_000)]
    movie.tracks[0].duration = 30_000
    movie.tracks[0].sampleEntry = MovieFixture.visualEntry("av01", 150, 100)
    var picture = PictureFixture(properties: size)
    picture.brand = "avis"
    picture.trailer = movie.moov
    let metadata = try readMovie(picture.bytes, format: .avif)
    #expect(metadata.isAnimated)
    #expect(metadata.duration == .seconds(1))
    #expect(metadata.frameRate == nil && metadata.hasAudio == nil)
    #expect(metadata.pixelSize == PixelSize(width: 400, height: 300))
    let alone = try readMovie(
      b.box("ftyp", b.latin1("msf1"), b.u32(0)) + movie.moov, format: .heif)
    #expect(alone.displaySize == PixelSize(width: 150, height: 100))
    #expect(alone.codec == "av1")
  }

  @Test func `without items there is no picture`() {
    #expect(throws: ReadFailure.self) { try readPicture(PictureFixture()) }
  }
}
