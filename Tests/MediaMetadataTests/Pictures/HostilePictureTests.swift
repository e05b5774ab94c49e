import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

@Suite("Hostile pictures and raw files") struct HostilePictureTests {
  typealias Fixtures = PictureFixtures
  typealias Directory = TIFFFileBuilder.Directory

  /// A TIFF with children, EXIF, GPS and blocks.
  private static func tiff(bigEndian: Bool = false, big: Bool = false) -> [UInt8] {
    let exif = Directory([
      (0x9003, .text("2023:05:01 12:34:56")), (0xA002, .long([9])), (0xA003, .long([7])),
    ])
    let gps = Directory([(1, .text("N")), (2, .rational([33, 1, 30, 1, 0, 1]))])
    let child = TIFFTests.picture(30, 20, kind: 0, [(0xC620, .rational([28, 1, 18, 1]))])
    let first = TIFFTests.picture(
      16, 12, kind: 1,
      [
        (0x010F, .text("A maker")), (0x02BC, .bytes(type: 1, ascii("<x:xmpmeta/>"))),
        (0x83BB, .bytes(type: 7, [0x1C, 2, 5, 0, 1, 65])), (0x014A, .directories([child, child])),
        (0x8649, .bytes(type: 1, ascii("8BIM\u{4}\u{4}\0\0\0\0\0\0"))),
        (0x8773, .bytes(type: 7, Fixtures.profile(named: "Wide"))),
        (0x8769, .directories([exif])), (0x8825, .directories([gps])),
      ])
    return TIFFFileBuilder(
      [first, TIFFTests.picture(5, 4)], bigEndian: bigEndian, big: big
    ).build()
  }

  static let fixtures: [(MediaFormat, [UInt8])] = [
    (.tiff, tiff()), (.tiff, tiff(bigEndian: true, big: true)), (.dng, tiff()), (.cr2, tiff()),
    (.raf, RawFixtures.raf), (.rw2, RawFixtures.rw2), (.mrw, RawFixtures.mrw),
    (.crw, RawFixtures.crw()), (.x3f, RawFixtures.x3f()),
    (.bmp, Fixtures.bmp(header: Fixtures.bitmapHeader(profile: Fixtures.profile(named: "Wide")))),
    (
      .ico,
      Fixtures.icon([
        (16, 16, Fixtures.bitmapHeader(16, 32)), (0, 0, PNGBuilder(width: 9, height: 9).build()),
      ])
    ),
    (.jxl, Fixtures.jxlCodestream(isAnimated: true, transfer: 16, extraChannels: 4)),
    (
      .jxl,
      Fixtures.jxl(
        BoxBuilder.box("Exif", bytes(UInt32(0)), phoneBlock(bigEndian: true)),
        BoxBuilder.box("brob", ascii("Exif"), JXLTests.packedEXIF),
        BoxBuilder.box("jxlp", bytes(UInt32(0)), Fixtures.jxlCodestream()))
    ),
    (
      .jp2,
      Fixtures.jp2(
        BoxBuilder.box(
          "jp2h", Fixtures.imageHeader(4, 3),
          BoxBuilder.box("colr", [2, 0, 0], Fixtures.profile(named: "Wide")))
          + BoxBuilder.box("uuid", ascii("JpgTiffExif->JP2"), phoneBlock(bigEndian: false))
          + BoxBuilder.box("jp2c", Fixtures.codestream(4, 3)))
    ),
    (
      .psd,
      Fixtures.psd(
        Fixtures.resource(1058, phoneBlock(bigEndian: true))
          + Fixtures.resource(1028, [0x1C, 2, 5, 0, 1, 65]) + Fixtures.resource(1060, ascii("<x/>"))
      )
    ),
    (
      .xcf,
      Fixtures.xcf(
        Fixtures.parasite("exif-data", ascii("Exif\0\0") + phoneBlock(bigEndian: false)),
        version: "v011")
    ),
    (.pcx, Fixtures.pcx(left: 0, top: 0, right: 9, bottom: 9)),
    (.pnm, ascii("P6\n# comment\n3 2\n255\n")),
    (.svg, ascii("<?xml version='1.0'?><!-- c --><svg width='4px' height='3' viewBox='0 0 4 3'>")),
  ]

  /// Reads as a file of its own kind and by what it looks like; a throw is a fine answer.
  private func read(_ bytes: [UInt8], _ format: MediaFormat) {
    _ = try? metadata(of: bytes, format)
    _ = try? sniff(ByteSource(bytes: bytes))
  }

  @Test(arguments: fixtures)
  func `are read when whole`(format: MediaFormat, file: [UInt8]) throws {
    #expect(try metadata(of: file, format).pixelSize != nil)
  }

  @Test(arguments: fixtures)
  func `stand every cut`(format: MediaFormat, file: [UInt8]) {
    for count in file.indices { read(Array(file[..<count]), format) }
  }

  @Test(arguments: fixtures)
  func `stand flipped bytes`(format: MediaFormat, file: [UInt8]) {
    var generator = SeededGenerator(seed: 7)
    let length = milliseconds {
      for _ in 0..<2_000 {
        var damaged = file
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
          let index = Int.random(in: file.indices, using: &generator)
          damaged[index] =
            [0, 1, 0x7F, 0x80, 0xFF, .random(in: 0 ... .max, using: &generator)]
            .randomElement(using: &generator) ?? 0
        }
        read(damaged, format)
      }
    }
    #expect(length < 60_000)
  }

  /// Files of nothing but one byte, or of noise, behind a head that is believed.
  @Test(arguments: fixtures)
  func `stand what is only a head`(format: MediaFormat, file: [UInt8]) {
    var generator = SeededGenerator(seed: 11)
    for filler: UInt8 in [0, 0x01, 0x20, 0x38, 0xFF] {
      for head in [8, 16, 40] {
        let tail = [UInt8](repeating: filler, count: 100_000)
        #expect(milliseconds { read(Array(file.prefix(head)) + tail, format) } < 5_000)
      }
    }
    let noise = (0..<100_000).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
    #expect(milliseconds { read(Array(file.prefix(16)) + noise, format) } < 5_000)
  }

  @Test func `end on directories that name themselves`() throws {
    // Directory at 8 with one child, itself, and itself as the next.
    let entry =
      bytes(UInt16(0x014A), bigEndian: false) + bytes(UInt16(13), bigEndian: false)
      + bytes(UInt32(1), bigEndian: false) + bytes(UInt32(8), bigEndian: false)
    let file =
      ascii("II*\0") + bytes(UInt32(8), bigEndian: false) + bytes(UInt16(1), bigEndian: false)
      + entry + bytes(UInt32(8), bigEndian: false)
    #expect(milliseconds { read(file, .tiff) } < 1_000)
    #expect(milliseconds { read(file, .nef) } < 1_000)
  }

  @Test(arguments: [MediaFormat.tiff, .dng, .rw2])
  func `bound the time of huge directories that overlap`(format: MediaFormat) {
    // 65,535 fields, each of which begins a further directory two bytes later.
    var file = ascii("II*\0") + bytes(UInt32(8), bigEndian: false)
    file += [0xFF, 0xFF]
    let children = (0..<16).flatMap { bytes(UInt32(8 + 12 * $0), bigEndian: false) }
    let table = file.count + 65_535 * 12 + 4
    for index in 0..<65_535 {
      let tag: UInt16 = index == 0 ? 0x014A : 0x010E
      file += bytes(tag, bigEndian: false) + bytes(UInt16(tag == 0x014A ? 4 : 2), bigEndian: false)
      file += bytes(UInt32(tag == 0x014A ? 16 : 500_000), bigEndian: false)
      file += bytes(UInt32(tag == 0x014A ? table : table + 64), bigEndian: false)
    }
    file += [0, 0, 0, 0] + children + [UInt8](repeating: 0x20, count: 600_000)
    #expect(milliseconds { read(file, format) } < 5_000)
  }

  @Test(arguments: [UInt32.max, 0x2000_0000, 1_006_641_184], [UInt16(0x02BC), 0x83BB, 0x8649])
  func `allocate nothing for counts beyond the file`(count: UInt32, tag: UInt16) throws {
    for offset: UInt32 in [8, .max] {
      let page = TIFFTests.picture(3, 2, [(tag, .bytes(type: 7, []))])
      var file = TIFFFileBuilder([page])
      file.pages[0].fields[4].value = .forged(type: 7, count: count, offset: offset)
      let bytes = file.build()
      #expect(milliseconds { read(bytes, .tiff) } < 1_000)
      #expect(try metadata(of: bytes, .tiff).pixelSize == PixelSize(width: 3, height: 2))
    }
  }

  @Test func `bound heaps within heaps`() {
    // A heap whose every record is the heap itself.
    func little<T: FixedWidthInteger>(_ value: T) -> [UInt8] { bytes(value, bigEndian: false) }
    let count = 400
    let size = UInt32(2 + count * 10 + 4)
    var heap = little(UInt16(count))
    for _ in 0..<count { heap += little(UInt16(0x2800)) + little(size) + little(UInt32(0)) }
    heap += little(UInt32(0))
    let file =
      ascii("II") + little(UInt32(26)) + ascii("HEAPCCDR") + [UInt8](repeating: 0, count: 12) + heap
    #expect(milliseconds { read(file, .crw) } < 5_000)
  }
}
