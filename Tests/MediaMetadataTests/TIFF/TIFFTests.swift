import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

@Suite("TIFF files") struct TIFFTests {
  typealias Directory = TIFFFileBuilder.Directory

  /// A directory with a picture.
  static func picture(
    _ width: UInt16, _ height: UInt16, kind: UInt32? = nil, compression: UInt16 = 1,
    _ more: [(UInt16, TIFFFileBuilder.Value)] = []
  ) -> Directory {
    Directory(
      (kind.map { [(0x00FE, .long([$0]))] } ?? []) + [
        (0x0100, .short([width])), (0x0101, .long([UInt32(height)])),
        (0x0103, .short([compression])), (0x0111, .long([8])),
      ] + more)
  }

  private func read(
    _ pages: [Directory], _ format: MediaFormat = .tiff, bigEndian: Bool = false, big: Bool = false
  ) throws -> EmbeddedMetadata {
    try metadata(of: TIFFFileBuilder(pages, bigEndian: bigEndian, big: big).build(), format)
  }

  @Test(arguments: [(false, false), (true, false), (false, true), (true, true)])
  func `reads size, turn, camera, date and place in both byte orders and widths`(
    bigEndian: Bool, big: Bool
  ) throws {
    let exif = Directory([
      (0x829A, .rational([1, 250])), (0x8827, .short([200])),
      (0x9003, .text("2023:05:01 12:34:56")), (0x9011, .text("+02:00")), (0x9291, .text("789")),
    ])
    let gps = Directory([
      (1, .text("S")), (2, .rational([33, 1, 30, 1, 0, 1])), (3, .text("E")),
      (4, .rational([151, 1, 15, 1, 0, 1])), (6, .rational([305, 10])),
    ])
    let page = Self.picture(
      40, 30, compression: 5,
      [
        (0x010F, .text("A maker of things")), (0x0110, .text("Model")), (0x0112, .short([6])),
        (0x8769, .directories([exif])), (0x8825, .directories([gps])),
      ])
    let read = try read([page], bigEndian: bigEndian, big: big)
    #expect(read.pixelSize == PixelSize(width: 40, height: 30))
    #expect(read.displaySize == PixelSize(width: 30, height: 40))
    #expect(read.orientation == .right)
    #expect(read.codec == "lzw")
    #expect(read.camera.make == "A maker of things")
    #expect(read.exposure.iso == 200)
    #expect(read.exposure.exposureTime == 0.004)
    #expect(read.location?.latitude == -33.5)
    #expect(read.location?.longitude == 151.25)
    #expect(read.location?.altitude == 30.5)
    let time = read.time(.exifOriginal)
    #expect(time?.wallTime.description == "2023-05-01T12:34:56.789")
    #expect(time?.offset?.description == "+02:00")
    #expect(read.warnings.isEmpty)
  }

  @Test func `shows the first page of many, whatever their sizes`() throws {
    let read = try read([Self.picture(10, 20), Self.picture(100, 200), Self.picture(5, 5)])
    #expect(read.pixelSize == PixelSize(width: 10, height: 20))
  }

  @Test func `passes over a preview that stands first`() throws {
    let read = try read([
      Self.picture(10, 8, kind: 1), Self.picture(100, 80, kind: 0), Self.picture(200, 160, kind: 4),
    ])
    #expect(read.pixelSize == PixelSize(width: 100, height: 80))
  }

  @Test func `shows a preview when there is nothing else`() throws {
    #expect(try read([Self.picture(10, 8, kind: 1)]).pixelSize == PixelSize(width: 10, height: 8))
  }

  @Test(
    arguments: [
      (1, "uncompressed"), (2, "ccitt-rle"), (4, "ccitt-group-4"), (5, "lzw"), (6, "jpeg"),
      (7, "jpeg"), (8, "deflate"), (32_773, "packbits"), (32_946, "deflate"), (34_712, "jpeg2000"),
      (50_000, "zstd"), (9_999, nil),
    ] as [(UInt16, String?)])
  func `names the compression`(value: UInt16, name: String?) throws {
    #expect(try read([Self.picture(1, 1, compression: value)]).codec == name)
  }

  @Test func `refuses a file without a picture`() {
    #expect(throws: ContainerError.self) { try read([Directory([(0x010F, .text("Maker"))])]) }
    #expect(throws: ContainerError.self) { try read([Self.picture(0, 5)]) }
  }

  @Test func `hands over XMP, IPTC, Photoshop's blocks and the profile`() throws {
    let records: [UInt8] = [0x1C, 2, 5, 0, 2, 0x48, 0x69]
    let page = Self.picture(
      1, 1,
      [
        (0x02BC, .bytes(type: 1, ascii("<x:xmpmeta/>"))), (0x83BB, .bytes(type: 7, records)),
        (0x8649, .bytes(type: 1, ascii("8BIM\u{4}\u{4}\0\0\0\0\0\0"))),
      ])
    let source = ByteSource(bytes: TIFFFileBuilder([page]).build())
    let blocks = TIFFBlocks.read(try TIFFStructure(source))
    #expect(blocks.xmp.map { $0.withRemaining { $0.copy() } } == [ascii("<x:xmpmeta/>")])
    let parts = blocks.photoshop.map { $0.withRemaining { $0.copy() } }
    #expect(parts == [records, ascii("8BIM\u{4}\u{4}\0\0\0\0\0\0")])
  }

  @Test func `reads words from XMP before IPTC before EXIF`() throws {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
      xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
      xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"/></rdf:RDF></x:xmpmeta>
      """
    let record: [UInt8] = [0x1C, 2, 5, 0, 2, 0x48, 0x69, 0x1C, 2, 120, 0, 1, 0x43]
    let read = try read([
      Self.picture(
        1, 1,
        [
          (0x010E, .text("from EXIF")), (0x02BC, .bytes(type: 1, ascii(packet))),
          (0x4746, .short([2])), (0x83BB, .bytes(type: 7, record)),
        ])
    ])
    #expect(read.annotations.rating == 4)
    #expect(read.annotations.title == "Hi")
    #expect(read.annotations.caption == "C")
  }

  @Test func `puts exchanged bytes of IPTC records in order`() throws {
    let swapped: [UInt8] = [0, 5, 2, 0x1C, 0, 0x69, 0x48, 2]
    let page = Self.picture(1, 1, [(0x83BB, .bytes(type: 7, swapped))])
    let source = ByteSource(bytes: TIFFFileBuilder([page]).build())
    let blocks = TIFFBlocks.read(try TIFFStructure(source))
    let record = blocks.photoshop.first?.withRemaining { $0.copy() }
    #expect(record == [0x1C, 2, 5, 0, 2, 0x48, 0x69, 0])
  }
}

@Suite("Raw files built like TIFF") struct TIFFRawTests {
  typealias Directory = TIFFFileBuilder.Directory

  private func read(
    _ format: MediaFormat, _ pages: [Directory], prefix: [UInt8] = []
  ) throws -> EmbeddedMetadata {
    var file = TIFFFileBuilder(pages)
    file.prefix = prefix
    return try metadata(of: file.build(), format)
  }

  @Test func `takes the size from the raw child, and shows a DNG's crop`() throws {
    let raw = TIFFTests.picture(
      3516, 2328, kind: 0, compression: 7, [(0xC620, .rational([3456, 1, 2304, 1]))])
    let preview = TIFFTests.picture(1024, 683, kind: 1, compression: 7)
    let first = TIFFTests.picture(
      256, 171, kind: 1,
      [(0x0112, .short([8])), (0x014A, .directories([preview, raw]))])
    let read = try read(.dng, [first])
    #expect(read.pixelSize == PixelSize(width: 3516, height: 2328))
    #expect(read.displaySize == PixelSize(width: 2304, height: 3456))
    #expect(read.codec == "jpeg")
  }

  @Test func `scales a crop by pixels that are not square`() throws {
    let page = TIFFTests.picture(
      400, 200, kind: 0,
      [(0xC61E, .rational([1, 2, 1, 1])), (0xC620, .short([380, 190]))])
    #expect(try read(.dng, [page]).displaySize == PixelSize(width: 190, height: 190))
  }

  @Test func `believes no crop that is larger than the picture`() throws {
    let page = TIFFTests.picture(40, 20, kind: 0, [(0xC620, .short([380, 190]))])
    #expect(try read(.dng, [page]).displaySize == PixelSize(width: 40, height: 20))
  }

  @Test func `leaves the size open when all pictures are previews`() throws {
    let read = try read(.nef, [TIFFTests.picture(160, 120, kind: 1, [(0x010F, .text("NIKON"))])])
    #expect(read.pixelSize == nil)
    #expect(read.camera.make == "NIKON")
  }

  @Test func `takes the size of a CR2 from EXIF, for its first directory is a preview`() throws {
    let exif = Directory([(0xA002, .long([3456])), (0xA003, .long([2304]))])
    let page = TIFFTests.picture(1536, 1024, compression: 6, [(0x8769, .directories([exif]))])
    #expect(try read(.cr2, [page]).pixelSize == PixelSize(width: 3456, height: 2304))
  }

  @Test func `takes the size of an IIQ from EXIF`() throws {
    let exif = Directory([(0xA002, .long([7320])), (0xA003, .long([5484]))])
    let page = TIFFTests.picture(1, 1, [(0x8769, .directories([exif]))])
    let size = PixelSize(width: 7320, height: 5484)
    #expect(try read(.raw3fr, [page], prefix: ascii("IIII")).pixelSize == size)
    #expect(try read(.raw3fr, [page]).pixelSize == PixelSize(width: 1, height: 1))
  }
}
