import Glibc
import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

@Suite("Hostile ISO base media files") struct HostileMovieTests {
  private let b = BoxBuilder.self

  /// Files that use most of the reader.
  private var samples: [(MediaFormat, [UInt8])] {
    let b = BoxBuilder.self
    var movie = MovieFixture()
    movie.tracks[0].edits = [2_000]
    movie.tracks[0].sampleEntry = MovieFixture.visualEntry(
      "avc1", 640, 480, b.box("pasp", b.u32(4), b.u32(3)),
      b.box("colr", b.latin1("nclx"), b.u16(9), b.u16(16), b.u16(9), [0]),
      b.fullBox("esds", [3, 20, 0, 1, 0, 4, 13, 0x21]),
      b.box(
        "avcC", [1, 100, 0, 22, 0xFF, 0xE1], b.u16(12),
        [0x67, 0x64, 0, 0x16, 0xAC, 0xD9, 0x40, 0xB4, 0x12, 0x6C, 0x10, 0x40]))
    movie.extra =
      b.box(
        "udta", MovieFixture.userText("©day", "2012-05-09T14:46:38-0400"),
        MovieFixture.userText("©xyz", "+27.5916+086.5640+8850/"),
        b.fullBox("loci", b.u16(0), b.utf8("Quay\0"), b.zeros(14)))
      + MovieFixture.keys([("com.apple.quicktime.make", "Apple")])
      + b.box("mvex", b.fullBox("trex", b.u32(1), b.u32(1), b.u32(1_000), b.u32(0), b.u32(0)))
    movie.trailer =
      b.fullBox("sidx", b.u32(1), b.u32(1_000), b.u32(0), b.u32(0), b.u16(0), b.u16(1), b.zeros(12))
      + b.box(
        "moof",
        b.box(
          "traf", b.fullBox("tfhd", flags: 8, b.u32(1), b.u32(5)),
          b.fullBox("tfdt", version: 1, b.u64(9)),
          b.fullBox("trun", flags: 0x101, b.u32(2), b.u32(0), b.u32(9), b.u32(9))))
    var picture = PictureFixture(
      properties: PictureFixture.size(400, 300), PictureFixture.turn(1), PictureFixture.crop(9, 9),
      b.fullBox("auxC", b.utf8("urn:mpeg:hevc:2015:auxid:2\0")))
    picture.items += [
      .init(2, "grid", content: [0, 0, 0, 0, 0, 9, 0, 9], isInData: true),
      .init(3, "Exif", content: [0, 0, 0, 0, 0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 0]),
      .init(4, "hvc1", properties: [1, 4]),
    ]
    picture.references = [("dimg", 2, [1]), ("cdsc", 3, [2]), ("auxl", 4, [2])]
    picture.primary = 2
    return [(.mp4, movie.bytes), (.heic, picture.bytes)]
  }

  /// Reads and demands only that it ends well; errors are fine.
  private func survive(_ bytes: [UInt8], _ format: MediaFormat) {
    var metadata = EmbeddedMetadata(format: format)
    do {
      try readISOBMFF(ByteSource(bytes: bytes), format: format, into: &metadata)
    } catch {}
    #expect(metadata.warnings.count <= BoxFile.maximumWarnings)
    if let size = metadata.displaySize { #expect(size.width > 0 && size.height > 0) }
    if let duration = metadata.duration { #expect(duration >= .zero) }
  }

  @Test func `a file cut anywhere is read as far as it goes`() {
    for (format, bytes) in samples {
      for count in 0..<bytes.count { survive(Array(bytes[..<count]), format) }
    }
  }

  @Test func `flipped bytes never stop the reader`() {
    for (format, bytes) in samples {
      for seed in 0..<4_000 {
        var generator = SeededGenerator(seed: UInt64(seed))
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
          let place = Int.random(in: 0..<damaged.count, using: &generator)
          damaged[place] =
            Bool.random(using: &generator)
            ? UInt8.random(in: .min ... .max, using: &generator)
            : [0, 0xFF, 0x7F, 0x80, 1].randomElement(using: &generator) ?? 0
        }
        survive(damaged, format)
      }
    }
  }

  @Test func `boxes in boxes without end are not followed`() throws {
    var nested: [UInt8] = []
    for _ in 0..<5_000 { nested = b.box("meta", b.u32(0), nested) }
    #expect(throws: ReadFailure.self) { try readMovie(nested, format: .heic) }
    var deep: [UInt8] = []
    for _ in 0..<5_000 { deep = b.box("udta", deep) }
    var movie = MovieFixture()
    movie.extra = deep
    #expect(try readMovie(movie).duration == .seconds(2))
  }

  @Test func `a damaged box costs only itself`() throws {
    var movie = MovieFixture()
    movie.extra = b.box("udta", b.box("loci", [0, 0]), MovieFixture.userText("©mod", "Kept"))
    let metadata = try readMovie(movie)
    #expect(metadata.camera.model == "Kept")
    #expect(metadata.duration == .seconds(2))
    #expect(metadata.warnings == [.init(tag: "isobmff:loci", reason: "ends too early")])
  }

  @Test func `tables that promise more than they hold are not believed`() throws {
    var bytes = MovieFixture().bytes
    let table = b.latin1("stts") + b.u32(0) + b.u32(1)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: table) })
    bytes.replaceSubrange(place + 8..<place + 12, with: b.u32(.max))
    #expect(try readMovie(bytes).frameRate == 30)
  }

  @Test func `half a million empty boxes end early`() {
    let boxes = (0..<500_000).flatMap { _ in b.box("free") }
    #expect(throws: ReadFailure.self) { try readMovie(boxes) }
  }

  @Test func `R48: five sparse gigabytes of media cost two reads`() throws {
    let head = b.box("ftyp", b.latin1("qt  "), b.u32(0))
    let mediaCount: UInt64 = 5 << 30
    let media = b.u32(1) + b.latin1("mdat") + b.u64(mediaCount)
    let moov = MovieFixture().moov
    var template = Array("/tmp/mediacat-sparse-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    try #require(descriptor >= 0)
    unlink(template)
    defer { close(descriptor) }
    let moovOffset = off_t(head.count) + off_t(mediaCount)
    #expect(pwrite(descriptor, head + media, head.count + media.count, 0) > 0)
    #expect(pwrite(descriptor, moov, moov.count, moovOffset) == moov.count)
    let source = ByteSource(
      descriptor: descriptor, count: Int64(moovOffset) + Int64(moov.count),
      budget: ByteSource.headCount + ByteSource.blockCount)
    var metadata = EmbeddedMetadata(format: .quickTime)
    try readISOBMFF(source, format: .quickTime, into: &metadata)
    #expect(metadata.duration == .seconds(2))
    #expect(metadata.warnings == [])
  }
}
