import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

@Suite("Stripping hostile files") struct HostileStrippingTests {
  static let options: [MetadataStripping] = [.location, .captions, .serials, .all]

  static let fixtures: [(MediaFormat, [UInt8])] = {
    let xmp = Array(
      XMPBuilder.packet("exif:GPSLatitude='1' aux:x='2'", "<dc:title>x</dc:title>").utf8)
    var iptc = IPTCBuilder()
    iptc.add(25, "word")
    iptc.add(90, "city")
    var jpeg = JPEGBuilder()
    jpeg.exif(phoneBlock(bigEndian: true, thumbnail: 40))
    jpeg.segment(0xE1, ascii("http://ns.adobe.com/xap/1.0/\0") + xmp)
    jpeg.segment(0xED, ascii("Photoshop 3.0\0") + IPTCBuilder.resource(0x0404, iptc.record))
    var index = TIFFBuilder(bigEndian: true)
    index.add(
      0xB002, type: 7, count: 32,
      [UInt8](repeating: 0, count: 20) + bytes(UInt32(200)) + [0, 0, 0, 0]
        + [0, 0, 0, 0], to: .ifd0)
    jpeg.segment(0xE2, ascii("MPF\0") + index.build())
    jpeg.frame(width: 40, height: 30)
    var png = PNGBuilder(width: 20, height: 10)
    png.chunk("eXIf", phoneBlock(bigEndian: false))
    png.chunk("iTXt", ascii("XML:com.adobe.xmp\0\0\0\0\0") + xmp)
    png.chunk("tEXt", ascii("Comment\0x"))
    var gif = GIFBuilder(width: 9, height: 8)
    gif.application("XMP DataXMP", xmp + [1] + (0...255).reversed() + [0])
    gif.frame(delay: 10)
    var webP = WebPBuilder()
    webP.canvas(width: 4, height: 3)
    webP.lossy(width: 4, height: 3)
    webP.chunk("EXIF", phoneBlock(bigEndian: false))
    webP.chunk("XMP ", xmp)
    var heic = PictureFixture(properties: PictureFixture.size(4, 3))
    heic.items += [
      .init(2, "Exif", content: [0, 0, 0, 0] + phoneBlock(bigEndian: true)),
      .init(3, "mime", content: xmp, isInData: true, contentType: "application/rdf+xml"),
    ]
    var movie = MovieFixture()
    movie.extra =
      MovieFixture.keys([("com.apple.quicktime.location.ISO6709", "+48+011/")])
      + BoxBuilder.box("udta", MovieFixture.userText("©xyz", "+48+011/"))
    return [
      (.jpeg, jpeg.build() + jpeg.build() + movie.bytes), (.png, png.build()),
      (.gif, gif.build()), (.webp, webP.build()), (.heic, heic.bytes), (.mp4, movie.bytes),
      (.mp4, TimedMovie(handler: "meta").bytes), (.tiff, phoneBlock(bigEndian: false)),
      (
        .jxl,
        BoxBuilder.box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + BoxBuilder.box("xml ", xmp)
          + BoxBuilder.box("Exif", [0, 0, 0, 0], phoneBlock(bigEndian: true))
          + BoxBuilder.box("jxlc", [0xFF, 0x0A, 0])
      ),
    ]
  }()

  /// Plans and checks that the plan lies in the file; a failure is a fine answer.
  private func plan(_ bytes: [UInt8], _ format: MediaFormat) {
    for options in Self.options {
      let count = Int64(bytes.count)
      guard
        let edits = try? DeliveryPlanner.edits(ByteSource(bytes: bytes), format, options),
        let pieces = try? edits.pieces(count: count)
      else { continue }
      let stamp = FileStamp(size: count, modificationTime: 0, changeTime: 0, inode: 0)
      let plan = DeliveryPlan(pieces, of: stamp)
      if !plan.isSound || plan.byteCount > 3 * count + 4_096 {
        Issue.record("a plan that is not sound, of \(plan.byteCount) bytes for \(count)")
      }
    }
  }

  @Test(arguments: fixtures)
  func `plans soundly for every cut`(format: MediaFormat, file: [UInt8]) {
    for count in stride(from: 0, to: file.count, by: max(1, file.count / 700)) {
      plan(Array(file[..<count]), format)
    }
  }

  @Test(arguments: fixtures)
  func `plans soundly for flipped bytes`(format: MediaFormat, file: [UInt8]) {
    var generator = SeededGenerator(seed: 77)
    for _ in 0..<1_500 {
      var damaged = file
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let index = Int.random(in: file.indices, using: &generator)
        damaged[index] =
          [0, 1, 0x7F, 0x80, 0xFF, .random(in: 0 ... .max, using: &generator)]
          .randomElement(using: &generator) ?? 0
      }
      plan(damaged, format)
    }
  }

  @Test(arguments: fixtures)
  func `are stripped of what they hold`(format: MediaFormat, file: [UInt8]) throws {
    let all = try stripped(file, format, .all)
    #expect(!holds(all, "Lens 4.25mm") && !holds(all, "GPSLatitude='1'") && !holds(all, "+48+011"))
    let location = try stripped(file, format, .location)
    #expect(!holds(location, "GPSLatitude='1'") && !holds(location, "+48+011"))
    #expect(holds(location, "Lens 4.25mm") == holds(file, "Lens 4.25mm"))
  }
}
