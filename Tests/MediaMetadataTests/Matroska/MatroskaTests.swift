import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

/// A Matroska file made of elements; identifiers are those of RFC 9559.
private struct MatroskaFixture {
  var docType = "matroska"
  var scale: UInt64? = 1_000_000
  var duration: Double? = 2_000
  var info: [UInt8] = []
  var videoFields: [UInt8] = []
  var trackFields: [UInt8] = EBMLBuilder.unsigned(0x23E383, 40_000_000)
  var codec = "V_VP9"
  var hasSound = true
  /// Elements before the clusters.
  var extra: [UInt8] = []
  var clusters: [UInt8] = []
  var isUnsized = false

  var bytes: [UInt8] {
    let e = EBMLBuilder.self
    let head = e.element(0x1A45_DFA3, e.text(0x4282, docType))
    let infoElement = e.element(
      0x1549_A966, scale.map { e.unsigned(0x2AD7B1, $0) } ?? [],
      duration.map { e.float(0x4489, $0) } ?? [], info)
    let video = e.element(0xE0, e.unsigned(0xB0, 640), e.unsigned(0xBA, 480), videoFields)
    let tracks = e.element(
      0x1654_AE6B,
      e.element(
        0xAE, e.unsigned(0xD7, 1), e.unsigned(0x83, 1), e.text(0x86, codec), trackFields, video),
      hasSound ? e.element(0xAE, e.unsigned(0xD7, 2), e.unsigned(0x83, 2)) : [])
    let content = infoElement + tracks + extra + clusters
    return head + (isUnsized ? e.unsized(0x1853_8067, content) : e.element(0x1853_8067, content))
  }

  /// A cluster with simple blocks of track 1 at times relative to its own.
  static func cluster(_ time: UInt64, _ blocks: [Int16], isUnsized: Bool = false) -> [UInt8] {
    let e = EBMLBuilder.self
    let content =
      e.unsigned(0xE7, time)
      + blocks.flatMap {
        e.element(0xA3, [0x81] + BoxBuilder.u16(UInt16(bitPattern: $0)) + [0x80, 1, 2, 3])
      }
    return isUnsized ? e.unsized(0x1F43_B675, content) : e.element(0x1F43_B675, content)
  }
}

private func readFile(_ bytes: [UInt8]) throws -> EmbeddedMetadata {
  var metadata = EmbeddedMetadata(format: .matroska)
  try readMatroska(
    ByteSource(bytes: bytes), clock: MovieClock(now: movieTestNow), into: &metadata)
  return metadata
}

@Suite("Matroska and WebM") struct MatroskaTests {
  private let e = EBMLBuilder.self
  private let b = BoxBuilder.self

  @Test func `tells what a track says`() throws {
    let metadata = try readFile(MatroskaFixture().bytes)
    #expect(metadata.codec == "vp9")
    #expect(metadata.pixelSize == PixelSize(width: 640, height: 480))
    #expect(metadata.displaySize == PixelSize(width: 640, height: 480))
    #expect(metadata.frameRate == 25)
    #expect(metadata.hasAudio == true)
    #expect(metadata.duration == .seconds(2))
    #expect(metadata.warnings == [])
  }

  @Test(
    arguments: [
      (1_000_000, 87_000.0, 87_000), (1_000, 87_000_000, 87_000), (1, 400_000_000, 400),
      (nil, 400, 400), (20_832, 48_000, 1_000),
    ] as [(UInt64?, Double, Int)])
  func `R47: the length is scaled by the timestamp scale`(
    scale: UInt64?, duration: Double, milliseconds: Int
  ) throws {
    var fixture = MatroskaFixture()
    fixture.scale = scale
    fixture.duration = duration
    let length = try #require(try readFile(fixture.bytes).duration)
    #expect(abs(length.inSeconds * 1_000 - Double(milliseconds)) < 1)
  }

  @Test(arguments: [Double.nan, .infinity, -5, 0, 1e300])
  func `an impossible length is no length`(duration: Double) throws {
    var fixture = MatroskaFixture()
    fixture.duration = duration
    #expect(try readFile(fixture.bytes).duration == nil)
  }

  @Test(arguments: [false, true])
  func `R50: a live recording is measured by its clusters`(isUnsized: Bool) throws {
    var fixture = MatroskaFixture()
    fixture.duration = nil
    fixture.isUnsized = isUnsized
    fixture.clusters =
      MatroskaFixture.cluster(5_000, [0, 40], isUnsized: isUnsized)
      + MatroskaFixture.cluster(6_000, [0, 40], isUnsized: isUnsized)
      + MatroskaFixture.cluster(7_000, [0, 920, 880], isUnsized: isUnsized)
    // 7.920 s and one frame of 40 ms, from 5 s on.
    #expect(try readFile(fixture.bytes).duration == .milliseconds(2_960))
  }

  @Test func `a block group's own duration counts`() throws {
    var fixture = MatroskaFixture()
    fixture.duration = nil
    fixture.clusters = e.element(
      0x1F43_B675, e.unsigned(0xE7, 0),
      e.element(0xA0, e.element(0xA1, [0x81, 0x03, 0xE8, 0, 9]), e.unsigned(0x9B, 500)))
    #expect(try readFile(fixture.bytes).duration == .milliseconds(1_500))
  }

  @Test func `cues lead to the last cluster`() throws {
    var fixture = MatroskaFixture()
    fixture.duration = nil
    let first = MatroskaFixture.cluster(0, [0])
    fixture.clusters = first + MatroskaFixture.cluster(9_000, [0])
    func extra(cues: UInt64, last: UInt64) -> [UInt8] {
      e.element(
        0x114D_9B74,
        e.element(0x4DBB, e.element(0x53AB, b.u32(0x1C53_BB6B)), e.unsigned(0x53AC, cues)))
        + e.element(
          0x1C53_BB6B, e.element(0xBB, e.unsigned(0xB3, 0), e.element(0xB7, e.unsigned(0xF1, last)))
        )
    }
    // The segment's content starts after its header of 12 bytes and the EBML header.
    let bare = fixture.bytes.count - fixture.clusters.count
    let segmentStart = e.element(0x1A45_DFA3, e.text(0x4282, "matroska")).count + 12
    let seekCount =
      extra(cues: 0, last: 0).count
      - e.element(
        0x1C53_BB6B, e.element(0xBB, e.unsigned(0xB3, 0), e.element(0xB7, e.unsigned(0xF1, 0)))
      ).count
    let extraCount = extra(cues: 0, last: 0).count
    fixture.extra = extra(
      cues: UInt64(bare - segmentStart + seekCount),
      last: UInt64(bare - segmentStart + extraCount + first.count))
    #expect(try readFile(fixture.bytes).duration == .milliseconds(9_040))
  }

  @Test(
    arguments: [
      ([], 640, 480),
      ([(0x54B0, 1_280), (0x54BA, 720)], 853, 480),
      ([(0x54B0, 16), (0x54BA, 9), (0x54B2, 3)], 853, 480),
      ([(0x54B0, 16), (0x54BA, 9), (0x54B2, 4)], 640, 480),
      ([(0x54BB, 60), (0x54AA, 60)], 640, 360), ([(0x54CC, 320), (0x54DD, 320)], 640, 480),
      ([(0x54B0, 0), (0x54BA, 9)], 640, 480),
    ] as [([(UInt32, UInt64)], Int, Int)])
  func `crops and takes the aspect of the display size`(
    fields: [(UInt32, UInt64)], width: Int, height: Int
  ) throws {
    var fixture = MatroskaFixture()
    fixture.videoFields = fields.flatMap { e.unsigned($0.0, $0.1) }
    #expect(try readFile(fixture.bytes).displaySize == PixelSize(width: width, height: height))
  }

  @Test(
    arguments: [
      (0, 0, Orientation.up), (0, 90, .left), (0, -90, .right), (0, 180, .down), (0, -180, .down),
      (180, 0, .upMirrored), (0, 45, .up), (30, 0, .up),
    ] as [(Double, Double, Orientation)])
  func `a flat projection turns the picture`(yaw: Double, roll: Double, expected: Orientation)
    throws
  {
    var fixture = MatroskaFixture()
    fixture.videoFields = e.element(
      0x7670, e.unsigned(0x7671, 0), e.float(0x7673, yaw), e.float(0x7674, 0),
      e.float(0x7675, roll))
    #expect(try readFile(fixture.bytes).orientation == expected)
  }

  @Test(
    arguments: [
      ("V_MPEG4/ISO/AVC", "h264"), ("V_MPEGH/ISO/HEVC", "hevc"), ("V_AV1", "av1"),
      ("V_UNHEARD", nil),
    ] as [(String, String?)])
  func `names codecs as FFmpeg does`(id: String, expected: String?) throws {
    var fixture = MatroskaFixture()
    fixture.codec = id
    #expect(try readFile(fixture.bytes).codec == expected)
  }

  @Test func `Windows' code names the codec of old files`() throws {
    var fixture = MatroskaFixture()
    fixture.codec = "V_MS/VFW/FOURCC"
    fixture.trackFields = e.element(0x63A2, b.zeros(16), b.latin1("DIV3"), b.zeros(20))
    #expect(try readFile(fixture.bytes).codec == "msmpeg4v3")
  }

  @Test func `reads date, title and tags`() throws {
    var fixture = MatroskaFixture()
    // 2021-03-04T05:06:07Z since 2001-01-01, by date(1).
    fixture.info =
      e.element(0x4461, b.u64(636_527_167 * 1_000_000_000)) + e.text(0x7BA9, "Tide")
    func tag(_ name: String, _ text: String, track: UInt64 = 0) -> [UInt8] {
      e.element(
        0x7373, e.element(0x63C0, e.unsigned(0x63C5, track)),
        e.element(0x67C8, e.text(0x45A3, name), e.text(0x4487, text)))
    }
    fixture.extra = e.element(
      0x1254_C367, tag("ARTIST", "Ada"), tag("COM.APPLE.QUICKTIME.MAKE", "Apple"),
      tag("COM.APPLE.QUICKTIME.LOCATION.ISO6709", "+01.5+002.5/"), tag("COMMENT", "No", track: 7),
      tag("COM.APPLE.QUICKTIME.CREATIONDATE", "2021-03-04T14:06:07+0900"))
    let metadata = try readFile(fixture.bytes)
    #expect(metadata.dates(.container) == ["2021-03-04T05:06:07+00:00"])
    #expect(metadata.dates(.quickTimeCreationDate) == ["2021-03-04T14:06:07+09:00"])
    #expect(metadata.annotations.title == "Tide")
    #expect(metadata.annotations.artist == "Ada")
    #expect(metadata.annotations.caption == nil)
    #expect(metadata.camera.make == "Apple")
    #expect(metadata.location == .init(latitude: 1.5, longitude: 2.5))
  }

  @Test func `a file without video is sound`() {
    let file =
      e.element(0x1A45_DFA3, e.text(0x4282, "matroska"))
      + e.element(
        0x1853_8067, e.element(0x1654_AE6B, e.element(0xAE, e.unsigned(0x83, 2))))
    #expect(throws: ContainerVerdict.audioOnly) { try readFile(file) }
    #expect(throws: ReadFailure.self) { try readFile(e.element(0x1A45_DFA3)) }
    #expect(throws: ReadFailure.self) { try readFile([]) }
  }

  @Test func `a file cut anywhere or flipped is read as far as it goes`() {
    var fixture = MatroskaFixture()
    fixture.duration = nil
    fixture.videoFields =
      e.unsigned(0x54B0, 1_280) + e.element(0x7670, e.float(0x7675, 90))
      + e.element(0x55B0, e.unsigned(0x55BA, 16))
    fixture.clusters =
      MatroskaFixture.cluster(0, [0, 40], isUnsized: true) + MatroskaFixture.cluster(900, [0])
    let bytes = fixture.bytes
    func survive(_ bytes: [UInt8]) {
      var metadata = EmbeddedMetadata(format: .matroska)
      do { try readMatroska(ByteSource(bytes: bytes), into: &metadata) } catch {}
      if let size = metadata.displaySize { #expect(size.width > 0 && size.height > 0) }
      if let duration = metadata.duration { #expect(duration >= .zero) }
    }
    for count in 0..<bytes.count { survive(Array(bytes[..<count])) }
    for seed in 0..<4_000 {
      var generator = SeededGenerator(seed: UInt64(seed))
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let place = Int.random(in: 0..<damaged.count, using: &generator)
        damaged[place] = UInt8.random(in: .min ... .max, using: &generator)
      }
      survive(damaged)
    }
  }
}
