import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

@Suite("Pictures of movies") struct MoviePictureTests {
  private let b = BoxBuilder.self

  @Test(
    arguments: [
      ([1, 0, 0, 1], Orientation.up), ([0, 1, -1, 0], .right), ([-1, 0, 0, -1], .down),
      ([0, -1, 1, 0], .left), ([-1, 0, 0, 1], .upMirrored), ([1, 0, 0, -1], .downMirrored),
      ([0, 1, 1, 0], .leftMirrored), ([0, -1, -1, 0], .rightMirrored), ([0, 0, 0, 0], .up),
      ([0.7, 0.7, -0.7, 0.7], .up), ([0.999, 0.02, -0.02, 0.999], .up), ([0, 2, -2, 0], .right),
    ] as [([Double], Orientation)])
  func `I-05: a display matrix becomes an orientation`(matrix: [Double], expected: Orientation)
    throws
  {
    var movie = MovieFixture()
    movie.tracks[0].matrix = matrix
    let metadata = try readMovie(movie)
    #expect(metadata.orientation == expected)
    let size = PixelSize(width: 1_920, height: 1_080)
    #expect(metadata.pixelSize == size)
    #expect(metadata.displaySize == expected.displaySize(of: size))
  }

  @Test func `the movie's matrix turns what the track's has turned`() throws {
    var movie = MovieFixture()
    movie.matrix = [0, 1, -1, 0]
    movie.tracks[0].matrix = [0, 1, -1, 0]
    #expect(try readMovie(movie).orientation == .down)
  }

  @Test func `R42: pixel aspect widens the picture before it is turned`() throws {
    var movie = MovieFixture()
    movie.tracks[0].sampleEntry = MovieFixture.visualEntry(
      "hvc1", 1_440, 1_080, b.box("pasp", b.u32(4), b.u32(3)))
    #expect(try readMovie(movie).displaySize == PixelSize(width: 1_920, height: 1_080))
    movie.tracks[0].matrix = [0, 1, -1, 0]
    let metadata = try readMovie(movie)
    #expect(metadata.displaySize == PixelSize(width: 1_080, height: 1_920))
    #expect(metadata.pixelSize == PixelSize(width: 1_440, height: 1_080))
  }

  @Test(arguments: [(0, 1), (1, 0), (0xFFFF_FFFF, 1)] as [(UInt32, UInt32)])
  func `an impossible pixel aspect is none`(horizontal: UInt32, vertical: UInt32) throws {
    var movie = MovieFixture()
    movie.tracks[0].sampleEntry = MovieFixture.visualEntry(
      "hvc1", 640, 480, b.box("pasp", b.u32(horizontal), b.u32(vertical)))
    #expect(try readMovie(movie).displaySize == PixelSize(width: 640, height: 480))
  }

  @Test(
    arguments: [
      ("avc1", "h264"), ("hev1", "hevc"), ("dvh1", "hevc"), ("av01", "av1"), ("apch", "prores"),
      ("jpeg", "mjpeg"), ("vp09", "vp9"), ("s263", "h263"), ("zzzz", nil),
    ] as [(String, String?)])
  func `names codecs as FFmpeg does`(type: String, expected: String?) throws {
    var movie = MovieFixture()
    movie.tracks[0].sampleEntry = MovieFixture.visualEntry(type, 640, 480)
    #expect(try readMovie(movie).codec == expected)
  }

  @Test(
    arguments: [(0x20, "mpeg4"), (0x21, "h264"), (0x61, "mpeg2video"), (0x6C, "mjpeg")]
      as [(UInt8, String)])
  func `the object type tells what mp4v holds`(objectType: UInt8, expected: String) throws {
    let descriptor: [UInt8] = [3, 0x80, 0x80, 0x80, 20, 0, 1, 0, 4, 13, objectType]
    var movie = MovieFixture()
    movie.tracks[0].sampleEntry = MovieFixture.visualEntry(
      "mp4v", 640, 480, b.fullBox("esds", descriptor, b.zeros(12)))
    #expect(try readMovie(movie).codec == expected)
  }

  @Test func `an encrypted track names its codec in sinf`() throws {
    var movie = MovieFixture()
    movie.tracks[0].sampleEntry = MovieFixture.visualEntry(
      "encv", 640, 480, b.box("sinf", b.box("frma", b.latin1("avc1"))))
    #expect(try readMovie(movie).codec == "h264")
  }

  @Test(arguments: [(16, "pq"), (18, "hlg"), (1, nil)] as [(UInt16, String?)])
  func `transfer characteristics tell the dynamic range`(transfer: UInt16, expected: String?) throws
  {
    let colour = b.box("colr", b.latin1("nclx"), b.u16(9), b.u16(transfer), b.u16(9), [0])
    var movie = MovieFixture()
    movie.tracks[0].sampleEntry = MovieFixture.visualEntry("hvc1", 640, 480, colour)
    #expect(try readMovie(movie).hdr == expected)
    #expect(try readMovie(movie).subtypes.contains(.hdr) == (expected != nil))
    movie.tracks[0].sampleEntry = MovieFixture.visualEntry(
      "hvc1", 640, 480, colour, b.box("dvvC", b.zeros(24)))
    #expect(try readMovie(movie).hdr == "dolby-vision")
  }

  @Test func `takes the first enabled video track that is no chapter picture`() throws {
    var disabled = MovieFixture.Track()
    disabled.isEnabled = false
    disabled.id = 3
    disabled.sampleEntry = MovieFixture.visualEntry("avc1", 100, 100)
    var chapters = MovieFixture.Track()
    chapters.id = 4
    chapters.sampleEntry = MovieFixture.visualEntry("jpeg", 200, 200)
    var sound = MovieFixture.Track.sound
    sound.extra = b.box("tref", b.box("chap", b.u32(4)))
    var movie = MovieFixture()
    movie.tracks = [disabled, chapters, sound, MovieFixture.Track()]
    #expect(try readMovie(movie).pixelSize == PixelSize(width: 1_920, height: 1_080))
    movie.tracks = [disabled, chapters, sound]
    #expect(try readMovie(movie).pixelSize == PixelSize(width: 100, height: 100))
  }

  @Test func `a file without pictures is sound`() throws {
    var movie = MovieFixture()
    movie.tracks = [.sound]
    #expect(throws: ContainerVerdict.audioOnly) { try readMovie(movie) }
    var cover = MovieFixture.Track()
    cover.sampleEntry = MovieFixture.visualEntry("jpeg", 600, 600)
    cover.times = [(1, 1)]
    movie.tracks = [.sound, cover]
    #expect(throws: ContainerVerdict.audioOnly) { try readMovie(movie) }
  }

  @Test func `tells whether there is sound`() throws {
    var movie = MovieFixture()
    #expect(try readMovie(movie).hasAudio == true)
    movie.tracks.removeLast()
    #expect(try readMovie(movie).hasAudio == false)
  }

  @Test(
    arguments: [
      ([(60, 1_001)], 30_000.0 / 1_001), ([(59, 1_001), (1, 5)], 30_000.0 / 1_001),
      ([(30, 1_000), (30, 3_000)], 15), ([(0, 0)], nil), ([(10, 0)], nil),
    ] as [([(UInt32, UInt32)], Double?)])
  func `frame rate is samples over length`(times: [(UInt32, UInt32)], expected: Double?) throws {
    var movie = MovieFixture()
    movie.tracks[0].times = times
    movie.tracks[0].duration = 0
    #expect(try readMovie(movie).frameRate == expected)
  }

  @Test func `a long time table is not loaded, the sample count stands for it`() throws {
    var movie = MovieFixture()
    movie.tracks[0].times = (0..<5_000).map { (1, $0 % 2 == 0 ? 900 : 1_100) }
    movie.tracks[0].duration = 5_000_000
    #expect(try readMovie(movie).frameRate == 30)
  }

  /// Parameter sets that x264 wrote; sizes, aspects and transfer by ffprobe.
  @Test(
    arguments: [
      (
        "67640016acd940b4126c1040000003004000000503c58b6580", (720, 576), (1_047, 576), nil
      ),
      (
        "67f4000a919b2859bc2136022000000300200000030281e244b2c0", (161, 91), (161, 91), nil
      ),
      (
        "67640028acd94078044fde02d4244825000003000100000300141f162d96", (1_920, 1_080),
        (1_920, 1_080), "hlg"
      ),
    ] as [(String, (Int, Int), (Int, Int), String?)])
  func `H.264's parameter set corrects size, aspect and range`(
    set: String, stored: (Int, Int), shown: (Int, Int), hdr: String?
  ) throws {
    let bytes = stride(from: 0, to: set.utf8.count, by: 2).map { index in
      UInt8(set.dropFirst(index).prefix(2), radix: 16) ?? 0
    }
    let configuration = b.box(
      "avcC", [1, 100, 0, 40, 0xFF, 0xE1], b.u16(UInt16(bytes.count)), bytes)
    var movie = MovieFixture()
    movie.tracks[0].sampleEntry = MovieFixture.visualEntry("avc1", 12, 10, configuration)
    let metadata = try readMovie(movie)
    #expect(metadata.pixelSize == PixelSize(width: stored.0, height: stored.1))
    #expect(metadata.displaySize == PixelSize(width: shown.0, height: shown.1))
    #expect(metadata.hdr == hdr)
  }

  @Test func `old phones' H.263 has pixels of 12:11`() throws {
    // Start code, time 0, marks 1 0 0 0 0, source format 2 (QCIF).
    let picture: [UInt8] = [0x00, 0x00, 0x80, 0x02, 0x08, 0, 0, 0]
    var movie = MovieFixture()
    movie.tracks[0].sampleEntry = MovieFixture.visualEntry("s263", 176, 144)
    let head = b.box("mdat", picture)
    var bytes = head + movie.moov
    // The chunk table is put where the sample sizes are: same length, other meaning.
    let sizes = b.fullBox("stsz", b.u32(1), b.u32(60))
    let chunks = b.fullBox("stco", b.u32(1), b.u32(8))
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: sizes) })
    bytes.replaceSubrange(place..<place + sizes.count, with: chunks)
    #expect(try readMovie(bytes).displaySize == PixelSize(width: 192, height: 144))
  }
}
