import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

@Suite("Words and places of movies") struct MovieTagTests {
  private let b = BoxBuilder.self

  @Test(
    arguments: [
      ("+27.5916+086.5640+8850/", 27.5916, 86.564, 8_850.0),
      ("-33.4489-070.6693/", -33.4489, -70.6693, nil),
      ("+48.8577+002.2950+035.000/", 48.8577, 2.295, 35),
      ("+4851.46+00217.70/", 48.857_666_7, 2.295, nil),
      ("-335124.5+1511254.4CRSWGS_84/", -33.856_805_6, 151.215_111_1, nil),
      ("+00.5-000.25-12.5/", 0.5, -0.25, -12.5),
    ] as [(String, Double, Double, Double?)])
  func `reads ISO 6709`(
    text: String, latitude: Double, longitude: Double, altitude: Double?
  ) throws {
    let place = try #require(EmbeddedMetadata.Location(iso6709: text))
    #expect(abs(place.latitude - latitude) < 1e-6)
    #expect(abs(place.longitude - longitude) < 1e-6)
    #expect(place.altitude == altitude)
  }

  @Test(arguments: [
    "", "+91.0+000.0/", "+10+181/", "48.8+2.2", "+4885.77-nonsense/", "+1+2+3+4/", "+-/",
  ])
  func `refuses text that is no place`(text: String) {
    #expect(EmbeddedMetadata.Location(iso6709: text) == nil)
  }

  @Test func `a place that does not parse costs only itself`() throws {
    var movie = MovieFixture()
    movie.extra = MovieFixture.keys([
      ("com.apple.quicktime.location.ISO6709", "+4885.77-nonsense/"),
      ("com.apple.quicktime.make", "Apple"),
    ])
    let metadata = try readMovie(movie)
    #expect(metadata.location == nil)
    #expect(metadata.camera.make == "Apple")
    #expect(metadata.warnings.map(\.tag) == ["quicktime:location"])
  }

  @Test func `reads Apple's keys`() throws {
    var movie = MovieFixture()
    movie.extra = MovieFixture.keys([
      ("com.apple.quicktime.make", "Apple"), ("com.apple.quicktime.model", "iPhone 13"),
      ("com.apple.quicktime.software", "15.1"), ("com.apple.quicktime.title", "Tide"),
      ("com.apple.quicktime.description", "Low water"),
      ("com.apple.quicktime.keywords", "sea, sand"),
      ("com.apple.quicktime.author", "Ada"), ("com.apple.quicktime.copyright", "© Ada"),
      ("com.apple.quicktime.content.identifier", "11111111-2222-3333-4444-555555555555"),
      ("com.apple.quicktime.location.ISO6709", "+01.5+002.5+003.5/"),
      ("com.apple.quicktime.camera.lens_model", "iPhone 13 front camera 2.71mm f/2.2"),
    ])
    let metadata = try readMovie(movie)
    #expect(metadata.camera.make == "Apple")
    #expect(metadata.camera.model == "iPhone 13")
    #expect(metadata.camera.software == "15.1")
    #expect(metadata.annotations.title == "Tide")
    #expect(metadata.annotations.caption == "Low water")
    #expect(metadata.annotations.keywords == ["sea", "sand"])
    #expect(metadata.annotations.artist == "Ada")
    #expect(metadata.annotations.copyright == "© Ada")
    #expect(metadata.contentID == "11111111-2222-3333-4444-555555555555")
    #expect(metadata.location == .init(latitude: 1.5, longitude: 2.5, altitude: 3.5))
    #expect(metadata.subtypes == [.livePhoto, .selfie])
  }

  @Test func `reads iTunes' list in a meta box with version and flags`() throws {
    func item(_ type: String, _ text: String) -> [UInt8] {
      b.box(type, b.box("data", b.u32(1), b.u32(0), b.utf8(text)))
    }
    var movie = MovieFixture()
    movie.extra = b.box(
      "udta",
      b.fullBox(
        "meta", b.fullBox("hdlr", b.u32(0), b.latin1("mdir"), b.zeros(13)),
        b.box(
          "ilst", item("©nam", "Film"), item("desc", "About"), item("©ART", "Bea"),
          item("©day", "2008"), item("©xyz", "+40.6892-074.0445+10/"))))
    let metadata = try readMovie(movie)
    #expect(metadata.annotations.title == "Film")
    #expect(metadata.annotations.caption == "About")
    #expect(metadata.annotations.artist == "Bea")
    #expect(metadata.location?.altitude == 10)
    #expect(metadata.captureTimes.map(\.precision) == [.year])
  }

  @Test func `reads 3GPP's assets`() throws {
    let language = b.u16(0x15C7)
    let degrees = b.i32(2 * 65_536 + 32_768) + b.i32(-48 * 65_536) + b.i32(100 * 65_536)
    var movie = MovieFixture()
    movie.extra = b.box(
      "udta", b.fullBox("titl", language, b.utf8("Rolling"), [0]),
      b.fullBox("dscp", language, [0xFE, 0xFF, 0x00, 0x48, 0x00, 0x69, 0, 0]),
      b.fullBox("yrrc", b.u16(2004)),
      b.fullBox("kywd", language, [2, 4], b.utf8("one\0"), [4], b.utf8("two\0")),
      b.fullBox("loci", language, b.utf8("Quay\0"), [0], degrees, b.utf8("Earth\0\0")))
    let metadata = try readMovie(movie)
    #expect(metadata.annotations.title == "Rolling")
    #expect(metadata.annotations.caption == "Hi")
    #expect(metadata.annotations.keywords == ["one", "two"])
    #expect(metadata.annotations.place == "Quay")
    #expect(metadata.location == .init(latitude: -48, longitude: 2.5, altitude: 100))
    #expect(metadata.dates(.container) == ["2004-01-01T00:00:00"])
  }

  @Test func `a key wins over user data, user data over the item list`() throws {
    var movie = MovieFixture()
    movie.extra =
      b.box("udta", MovieFixture.userText("©mak", "Low"), MovieFixture.userText("©mod", "Kept"))
      + MovieFixture.keys([("com.apple.quicktime.make", "High")])
    let metadata = try readMovie(movie)
    #expect(metadata.camera.make == "High")
    #expect(metadata.camera.model == "Kept")
  }

  @Test func `Android's capture rate marks slow motion`() throws {
    let key = "com.android.capture.fps"
    let data = b.box("data", b.u32(23), b.u32(0), b.u32(Float(240).bitPattern))
    let meta = b.box(
      "meta", b.fullBox("hdlr", b.u32(0), b.latin1("mdta"), b.zeros(13)),
      b.fullBox("keys", b.u32(1), b.u32(UInt32(8 + key.count)), b.latin1("mdta"), b.utf8(key)),
      b.box("ilst", b.u32(UInt32(8 + data.count)), b.u32(1), data))
    var movie = MovieFixture()
    movie.extra = meta
    let metadata = try readMovie(movie)
    #expect(metadata.captureFrameRate == 240)
    #expect(metadata.frameRate == 30)
    #expect(metadata.subtypes == [.slowMotion])
  }

  @Test func `0, 0 is what phones write without a fix`() throws {
    var movie = MovieFixture()
    movie.extra = b.box("udta", MovieFixture.userText("©xyz", "+00.0000+000.0000/"))
    #expect(try readMovie(movie).location == nil)
  }

  @Test func `R03: finds where XMP lies, in a uuid box and in user data`() throws {
    let uuid: [UInt8] = [
      0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF,
      0xAC,
    ]
    var movie = MovieFixture()
    movie.extra = b.box("udta", b.box("XMP_", b.utf8("<x:one/>")))
    movie.trailer = b.box("uuid", uuid, b.utf8("<x:second/>"))
    var metadata = EmbeddedMetadata(format: .mp4)
    let bytes = movie.bytes
    let packets = try readISOBMFF(ByteSource(bytes: bytes), format: .mp4, into: &metadata)
    #expect(
      packets.map {
        String(decoding: bytes[Int($0.offset)..<Int($0.offset + $0.count)], as: UTF8.self)
      }
        == ["<x:one/>", "<x:second/>"])
  }

  @Test(arguments: [false, true])
  func `Sony's XML gives date with zone, device and capture rate`(isInMovie: Bool) throws {
    let xml = """
      <?xml version="1.0"?><NonRealTimeMeta><CreationDate value="2018-06-05T17:37:20+09:00"/>
      <VideoFrame videoCodec="AVC" captureFps="119.88p" formatFps="23.98p"/>
      <Device manufacturer="Sony" modelName="ILCE-7M3" serialNo="4294967295"/></NonRealTimeMeta>
      """
    let meta = b.fullBox(
      "meta", b.fullBox("hdlr", b.u32(0), b.latin1("nrtm"), b.zeros(13)),
      b.fullBox("xml ", b.utf8(xml), [0]))
    var movie = MovieFixture()
    if isInMovie { movie.extra = meta } else { movie.trailer = meta }
    let metadata = try readMovie(movie)
    #expect(metadata.dates(.quickTimeCreationDate) == ["2018-06-05T17:37:20+09:00"])
    #expect(metadata.camera.make == "Sony")
    #expect(metadata.camera.model == "ILCE-7M3")
    #expect(metadata.camera.serial == nil)
    #expect(metadata.captureFrameRate == 119.88)
    #expect(metadata.subtypes == [.slowMotion])
  }

  @Test func `Apple writes the lens to the track`() throws {
    let lens = "iPhone 13 back camera 5.1mm f/1.6"
    var movie = MovieFixture()
    movie.tracks[0].extra = MovieFixture.keys([("com.apple.quicktime.camera.lens_model", lens)])
    #expect(try readMovie(movie).camera.lensModel == lens)
  }

  @Test(
    arguments: [
      (nil, 250, [.slowMotion]), (0, 250, [.slowMotion]), (1, 250, []), (0, 1_000, []),
    ] as [(UInt8?, UInt32, MediaSubtypes)])
  func `a fast recording is slow motion unless it plays at full rate`(
    intent: UInt8?, frame: UInt32, expected: MediaSubtypes
  ) throws {
    var movie = MovieFixture()
    movie.tracks[0].times = [(60, frame)]
    if let intent {
      movie.extra = MovieFixture.keys([
        ("com.apple.quicktime.full-frame-rate-playback-intent", "\(intent)")
      ])
    }
    #expect(try readMovie(movie).subtypes == expected)
  }
}
