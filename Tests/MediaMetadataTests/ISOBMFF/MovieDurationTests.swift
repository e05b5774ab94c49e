import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

@Suite("Lengths of movies") struct MovieDurationTests {
  private let b = BoxBuilder.self

  @Test func `R51: a clip of 0.4 s keeps its milliseconds`() throws {
    var movie = MovieFixture()
    movie.duration = 400
    #expect(try readMovie(movie).duration == .milliseconds(400))
  }

  @Test(arguments: [0, 0xFFFF_FFFF] as [UInt64])
  func `an unknown movie length is the longest track's`(unknown: UInt64) throws {
    var movie = MovieFixture()
    movie.duration = unknown
    movie.tracks[1].timescale = 44_100
    movie.tracks[1].duration = 3 * 44_100
    #expect(try readMovie(movie).duration == .seconds(3))
    movie.version = 1
    movie.duration = unknown == 0 ? 0 : .max
    #expect(try readMovie(movie).duration == .seconds(3))
  }

  @Test func `edit lists count before the media's length`() throws {
    var movie = MovieFixture()
    movie.duration = 0
    movie.tracks = [MovieFixture.Track()]
    movie.tracks[0].edits = [500, 1_000]
    #expect(try readMovie(movie).duration == .milliseconds(1_500))
  }

  @Test func `R39: samples are added up when all headers say zero`() throws {
    var movie = MovieFixture()
    movie.duration = 0
    movie.tracks = [MovieFixture.Track()]
    movie.tracks[0].duration = 0
    #expect(try readMovie(movie).duration == .seconds(2))
    movie.tracks[0].times = []
    #expect(try readMovie(movie).duration == nil)
  }

  @Test func `a timescale of zero and an absurd length are no length`() throws {
    var movie = MovieFixture()
    movie.timescale = 0
    movie.tracks[0].timescale = 0
    movie.tracks[1].timescale = 0
    #expect(try readMovie(movie).duration == nil)
    movie.timescale = 1
    movie.version = 1
    movie.duration = .max - 1
    #expect(try readMovie(movie).duration == nil)
  }

  // MARK: Fragments

  private func fragmented(mehd: UInt64? = nil, trex: UInt32 = 1_000) -> MovieFixture {
    var movie = MovieFixture()
    movie.duration = 0
    movie.tracks = [MovieFixture.Track()]
    movie.tracks[0].duration = 0
    movie.tracks[0].times = []
    let header = mehd.map { b.fullBox("mehd", version: 1, b.u64($0)) } ?? []
    movie.extra = b.box(
      "mvex", header, b.fullBox("trex", b.u32(1), b.u32(1), b.u32(trex), b.u32(0), b.u32(0)))
    return movie
  }

  private func fragment(
    start: UInt64? = nil, runs: [[UInt8]], header: [UInt8]? = nil
  ) -> [UInt8] {
    let time = start.map { b.fullBox("tfdt", version: 1, b.u64($0)) } ?? []
    let track = b.box(
      "traf", header ?? b.fullBox("tfhd", b.u32(1)), time, runs.flatMap { $0 })
    return b.box("moof", b.fullBox("mfhd", b.u32(1)), track) + b.box("mdat", b.zeros(16))
  }

  @Test func `a fragmented movie is as long as mehd says`() throws {
    var movie = fragmented(mehd: 7_250)
    movie.trailer = fragment(runs: [b.fullBox("trun", b.u32(30))])
    #expect(try readMovie(movie).duration == .milliseconds(7_250))
  }

  @Test func `R50: fragments are added up by trun, tfhd and trex`() throws {
    var movie = fragmented()
    let byTrex = b.fullBox("trun", b.u32(30))
    let byRun = b.fullBox(
      "trun", flags: 0x301, b.u32(2), b.u32(0), b.u32(15_000), b.u32(9), b.u32(15_000), b.u32(9))
    let byHeader = b.fullBox("tfhd", flags: 0x8, b.u32(1), b.u32(500))
    movie.trailer =
      fragment(runs: [byTrex]) + fragment(runs: [byRun, byTrex])
      + fragment(runs: [b.fullBox("trun", b.u32(60))], header: byHeader)
    let metadata = try readMovie(movie)
    #expect(metadata.duration == .seconds(4))
    #expect(metadata.frameRate == Double(122) * 30_000 / 120_000)
  }

  @Test func `a recording that starts late is not longer for it`() throws {
    var movie = fragmented()
    movie.trailer =
      fragment(start: 900_000, runs: [b.fullBox("trun", b.u32(30))])
      + fragment(start: 930_000, runs: [b.fullBox("trun", b.u32(30))])
    #expect(try readMovie(movie).duration == .seconds(2))
  }

  @Test func `no length is guessed when sample durations are missing`() throws {
    var movie = fragmented()
    movie.extra = b.box("mvex")
    movie.trailer = fragment(runs: [b.fullBox("trun", b.u32(30))])
    #expect(try readMovie(movie).duration == nil)
  }

  @Test func `a segment index counts when it covers the file`() throws {
    func index(_ size: UInt32) -> [UInt8] {
      b.fullBox(
        "sidx", b.u32(1), b.u32(1_000), b.u32(0), b.u32(0), b.u16(0), b.u16(1), b.u32(size),
        b.u32(9_500), b.u32(0))
    }
    let media = fragment(runs: [b.fullBox("trun", b.u32(30))])
    var movie = fragmented()
    let whole = b.box("ftyp", b.latin1("iso6"), b.u32(0)) + movie.moov
    #expect(
      try readMovie(whole + index(UInt32(media.count)) + media).duration == .milliseconds(9_500))
    movie.trailer = index(4) + media
    #expect(try readMovie(whole + index(4) + media).duration == .seconds(1))
  }

  @Test func `many fragments are cut short by the index at the end`() throws {
    let movie = fragmented()
    var bytes = b.box("ftyp", b.latin1("iso6"), b.u32(0)) + movie.moov
    var last: UInt64 = 0
    for number in 0..<3_000 {
      last = UInt64(bytes.count)
      bytes += fragment(start: UInt64(number) * 30_000, runs: [b.fullBox("trun", b.u32(30))])
    }
    let plain = try readMovie(bytes)
    #expect(plain.duration == nil)
    #expect(plain.warnings.map(\.tag) == ["isobmff:moof"])
    let entry = b.u64(0) + b.u64(last) + [1, 1, 1]
    let table = b.fullBox("tfra", version: 1, b.u32(1), b.u32(0), b.u32(1), entry)
    bytes += b.box("mfra", table, b.fullBox("mfro", b.u32(UInt32(8 + table.count + 16))))
    #expect(try readMovie(bytes).duration == .seconds(3_000))
  }

  @Test func `a part of the fragments is no length`() throws {
    var movie = fragmented()
    let one = fragment(runs: [b.fullBox("trun", b.u32(30))])
    movie.trailer = one + (0..<70_000).flatMap { _ in b.box("free") } + one
    let metadata = try readMovie(movie)
    #expect(metadata.duration == nil)
    #expect(metadata.warnings.map(\.tag) == ["isobmff:free"])
  }

  // MARK: Sizes of boxes

  @Test func `R48: 64-bit sizes and a movie header behind the media`() throws {
    let movie = MovieFixture()
    let bytes =
      b.box("ftyp", b.latin1("qt  "), b.u32(0)) + b.largeBox("mdat", b.zeros(100_000)) + movie.moov
    let metadata = try readMovie(bytes, format: .quickTime)
    #expect(metadata.duration == .seconds(2))
    #expect(metadata.displaySize == PixelSize(width: 1_920, height: 1_080))
  }

  @Test func `QuickTime without ftyp is read`() throws {
    let movie = MovieFixture()
    #expect(try readMovie(b.box("wide") + movie.moov).duration == .seconds(2))
    #expect(try readMovie(movie.moov).duration == .seconds(2))
  }

  @Test func `size 0 reaches to the end of the file`() throws {
    var moov = MovieFixture().moov
    moov.replaceSubrange(0..<4, with: b.u32(0))
    #expect(try readMovie(moov).duration == .seconds(2))
  }
}
