import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

@Suite("Formats by content") struct SniffingTests {
  /// One made head a format; the bytes follow the formats' own specifications.
  static let heads: [(MediaFormat, [UInt8])] = stills + raws + boxes + streams

  private static let stills: [(MediaFormat, [UInt8])] = [
    (.jpeg, JPEGBuilder().build()),
    (.png, PNGBuilder(width: 1, height: 1).build()),
    (.gif, GIFBuilder(width: 1, height: 1).build()),
    (.gif, ascii("GIF87a\u{1}\0\u{1}\0\0\0\0;")),
    (.webp, WebPBuilder().build()),
    (.tiff, tiff()), (.tiff, tiff(bigEndian: true)), (.tiff, tiff(make: "NIKON CORPORATION")),
    (.tiff, bigTIFF),
    (.bmp, ascii("BM") + little(70, 0, 54, 40, 1, 1) + [1, 0, 24, 0] + zeros(24)),
    (.ico, [0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0] + little(40, 22) + zeros(40)),
    (.ico, [0, 0, 2, 0, 1, 0, 16, 16, 0, 0, 1, 0, 2, 0] + little(40, 22) + zeros(40)),
    (.jxl, [0xFF, 0x0A] + zeros(20)),
    (
      .jxl,
      [0, 0, 0, 12] + ascii("JXL \r\n") + [0x87, 0x0A] + box("ftyp", ascii("jxl \0\0\0\0jxl "))
    ),
    (
      .jp2,
      [0, 0, 0, 12] + ascii("jP  \r\n") + [0x87, 0x0A] + box("ftyp", ascii("jp2 \0\0\0\0jp2 "))
    ),
    (.jp2, [0xFF, 0x4F, 0xFF, 0x51] + zeros(40)),
    (.psd, ascii("8BPS\0\u{1}") + zeros(6) + [0, 3] + zeros(12)),
    (.psd, ascii("8BPS\0\u{2}") + zeros(6) + [0, 3] + zeros(12)),
    (.pcx, [10, 5, 1, 8, 0, 0, 0, 0, 9, 0, 9, 0] + zeros(53) + [3] + zeros(62)),
    (.svg, ascii("<svg xmlns='http://www.w3.org/2000/svg'/>")),
    (
      .svg,
      ascii(
        "\u{FEFF}<?xml version='1.0'?>\n<!-- <html> -->\n<!DOCTYPE svg [<!ENTITY a 'b'>]>\n<s:svg/>"
      )
    ),
    (.pnm, ascii("P6\n# comment\n3 2\n255\n")), (.pnm, ascii("P4 3 2\n")),
    (.xcf, ascii("gimp xcf file\0") + zeros(12)),
  ]

  private static let raws: [(MediaFormat, [UInt8])] = [
    (
      .dng,
      tiff(make: "Apple", sensor: true) {
        $0.add(0xC612, type: 1, count: 4, [1, 4, 0, 0], to: .ifd0)
      }
    ),
    (.cr2, Array(tiff()[..<8]) + ascii("CR\u{2}\0") + zeros(40)),
    (.cr3, box("ftyp", ascii("crx \0\0\0\u{1}crx isom"))),
    (.crw, ascii("II") + little(26) + ascii("HEAPCCDR") + zeros(12)),
    (.nef, tiff(make: "NIKON CORPORATION", sensor: true)),
    (.arw, tiff(make: "SONY", sensor: true)),
    (.pef, tiff(bigEndian: true, make: "PENTAX Corporation", sensor: true)),
    (.srw, tiff(make: "SAMSUNG", sensor: true)),
    (.erf, tiff(make: "SEIKO EPSON CORP.", sensor: true)),
    (.kdc, tiff(bigEndian: true, make: "EASTMAN KODAK COMPANY", sensor: true)),
    (.raw3fr, tiff(make: "Hasselblad", sensor: true)),
    (.orf, ascii("IIRO") + little(8) + zeros(20)), (.orf, ascii("IIRS") + little(8) + zeros(20)),
    (.orf, ascii("MMOR") + [0, 0, 0, 8] + zeros(20)),
    (.rw2, ascii("IIU\0") + little(24) + zeros(20)),
    (.raf, ascii("FUJIFILMCCD-RAW 0201") + zeros(20)),
    (.x3f, ascii("FOVb") + zeros(40)),
    (.mrw, ascii("\0MRM") + zeros(20)),
  ]

  private static let boxes: [(MediaFormat, [UInt8])] = [
    (.heic, ftyp("heic", "mif1", "heic")), (.heic, ftyp("mif1", "mif1", "heix")),
    (.heic, ftyp("msf1", "msf1", "hevc")), (.heif, ftyp("mif1", "mif1", "jpeg")),
    (.avif, ftyp("avif", "mif1", "miaf")), (.avif, ftyp("avis", "msf1", "avif")),
    (.avif, ftyp("mif1", "mif1", "avif")), (.mp4, ftyp("isom", "iso2", "mp41")),
    (.mp4, ftyp("mp42", "isom", "mp42")), (.mp4, ftyp("XXXX")), (.m4v, ftyp("M4V ", "isom")),
    (.quickTime, ftyp("qt  ", "qt  ")), (.threeGPP, ftyp("3gp4", "isom", "3gp4")),
    (.threeGPP2, ftyp("3g2a", "3g2a")),
    (.quickTime, box("moov", box("mvhd", zeros(100)))),
    (.quickTime, box("wide", []) + box("mdat", zeros(8))),
    (.quickTime, box("free", zeros(16)) + box("skip", zeros(4)) + box("moov", zeros(20))),
    (.quickTime, box("pnot", zeros(12)) + box("PICT", zeros(8))),
    (.quickTime, [0, 0, 0, 1] + ascii("mdat") + zeros(20)),
  ]

  private static let streams: [(MediaFormat, [UInt8])] = [
    (.matroska, ebml("matroska")), (.webm, ebml("webm")),
    (.avi, ascii("RIFF") + little(100) + ascii("AVI LIST") + zeros(20)),
    (.mpegTS, packets(188)), (.mpegTS, packets(192, lead: 4)), (.mpegTS, packets(204)),
    (.mpegTS, Array(packets(188, count: 40)[77...])),
    (.mpegPS, [0, 0, 1, 0xBA, 0x44] + zeros(20)), (.mpegPS, [0, 0, 1, 0xBA, 0x21] + zeros(20)),
    (.mpegPS, [0, 0, 1, 0xB3, 0x16, 0x01, 0x20, 0x13] + zeros(20)),
    (.asf, asf(video: true)), (.flv, ascii("FLV\u{1}\u{5}\0\0\0\u{9}") + zeros(4)),
    (.ogv, ogg([0x80] + ascii("theora"))), (.ogv, ogg(ascii("BBCD\0"))),
    (.ogv, ogg(ascii("\u{1}vorbis")) + ogg(ascii("OVP80\u{1}"))),
    (.dv, [0x1F, 7, 0, 0xBF] + zeros(76) + [0x3F, 7, 0, 0] + zeros(80)),
    (
      .wtv, [0xB7, 0xD8, 0, 0x20, 0x37, 0x49, 0xDA, 0x11, 0xA6, 0x4E, 0, 7, 0xE9, 0x5E, 0xAD, 0x8D]
    ),
    (.realMedia, ascii(".RMF") + zeros(40) + ascii("VIDORV40") + zeros(8)),
    (.mxf, [6, 0x0E, 0x2B, 0x34, 2, 5, 1, 1, 0x0D, 1, 2, 1, 1, 2, 4, 0] + zeros(8)),
  ]

  @Test(arguments: heads)
  func `tells a format by its head`(format: MediaFormat, head: [UInt8]) throws {
    #expect(try sniff(ByteSource(bytes: head)) == format)
  }

  @Test func `has a head for every format`() {
    #expect(Set(Self.heads.map(\.0)) == Set(MediaFormat.allCases))
  }

  static let decoys: [(String, [UInt8])] = [
    ("no byte", []), ("one byte", [0xFF]), ("two bytes", ascii("BM")),
    ("prose", ascii("BMW sold more cars than in the year before, said the company on Monday.")),
    ("prose with a box's name", ascii("The free world and all that is in it.")),
    ("prose that begins as a transport stream", ascii(String(repeating: "Go. ", count: 400))),
    (
      "TypeScript",
      ascii("GET = 'get';\nexport const a = 1;\n" + String(repeating: "// x\n", count: 300))
    ),
    ("HTML with a drawing", ascii("<!DOCTYPE html><html><body><svg></svg></body></html>")),
    ("XML", ascii("<?xml version='1.0'?><x:xmpmeta xmlns:x='adobe:ns:meta/'/>")),
    ("PDF", ascii("%PDF-1.7\n") + zeros(40)), ("ZIP", ascii("PK\u{3}\u{4}") + zeros(40)),
    ("TrueType", [0, 1, 0, 0, 0, 17, 1, 0, 0, 4, 0, 16] + zeros(80)),
    ("WAVE", ascii("RIFF") + little(100) + ascii("WAVEfmt ") + zeros(20)),
    ("MP3", [0xFF, 0xFB, 0x90, 0x64] + zeros(400)), ("ID3", ascii("ID3\u{4}\0\0") + zeros(40)),
    ("AAC", [0xFF, 0xF1, 0x50, 0x80] + zeros(40)), ("FLAC", ascii("fLaC\0") + zeros(40)),
    ("M4A", ftyp("M4A ", "isom", "mp42")), ("Vorbis", ogg(ascii("\u{1}vorbis"))),
    ("Opus", ogg(ascii("OpusHead\u{1}"))), ("Windows Media Audio", asf(video: false)),
    ("RealAudio", ascii(".RMF") + zeros(40) + ascii("audio/x-pn-realaudio")),
    ("Flash audio", ascii("FLV\u{1}\u{4}\0\0\0\u{9}") + zeros(4)),
    ("EXIF saved as a file", phoneBlock(bigEndian: false)),
    ("AppleDouble", [0, 5, 0x16, 7, 0, 2, 0, 0] + zeros(60)), ("zeros", zeros(9_000)),
    ("MNG", [0x8A, 0x4D, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + zeros(20)),
  ]

  @Test(arguments: decoys)
  func `takes no other file for media`(name: String, head: [UInt8]) throws {
    #expect(try sniff(ByteSource(bytes: head)) == nil)
  }

  @Test(arguments: heads)
  func `neither traps nor throws on any cut of a head`(format: MediaFormat, head: [UInt8]) throws {
    for count in 0..<min(head.count, 300) {
      _ = try sniff(ByteSource(bytes: Array(head[..<count])))
    }
  }
}

// MARK: - Makers of heads

private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

private func little(_ values: UInt32...) -> [UInt8] {
  values.flatMap { bytes($0, bigEndian: false) }
}

private func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
  bytes(UInt32(content.count + 8)) + ascii(name) + content
}

private func ftyp(_ major: String, _ compatible: String...) -> [UInt8] {
  box("ftyp", ascii(major) + zeros(4) + compatible.flatMap { ascii($0) })
}

/// A picture of one strip; `sensor` makes it a colour filter array.
private func tiff(
  bigEndian: Bool = false, make: String? = nil, sensor: Bool = false,
  _ fill: (inout TIFFBuilder) -> Void = { _ in }
) -> [UInt8] {
  var tiff = TIFFBuilder(bigEndian: bigEndian)
  tiff.short(0x0106, sensor ? 32_803 : 2, to: .ifd0)
  if let make { tiff.text(0x010F, make, to: .ifd0) }
  tiff.long(0x0111, 8, to: .ifd0)
  fill(&tiff)
  return tiff.build()
}

/// The same as BigTIFF: 64-bit offsets, counts and values.
private let bigTIFF: [UInt8] =
  ascii("II") + [43, 0, 8, 0, 0, 0] + little(16, 0) + little(1, 0) + [0x11, 1, 16, 0]
  + little(1, 0, 16, 0) + little(0, 0)

private func ebml(_ type: String) -> [UInt8] {
  let content: [UInt8] =
    [0x42, 0x86, 0x81, 1, 0x42, 0x82, 0x40, UInt8(type.utf8.count)] + ascii(type)
  return [0x1A, 0x45, 0xDF, 0xA3, 0x80 | UInt8(content.count)] + content + zeros(20)
}

private func packets(_ size: Int, lead: Int = 0, count: Int = 12) -> [UInt8] {
  let packet =
    zeros(lead) + [0x47, 0x40, 0, 0x10] + [UInt8](repeating: 0xFF, count: size - lead - 4)
  return Array(repeatElement(packet, count: count).joined())
}

private func ogg(_ head: [UInt8]) -> [UInt8] {
  ascii("OggS") + [0, 2] + zeros(20) + [1, UInt8(head.count)] + head
}

private func asf(video: Bool) -> [UInt8] {
  let type: [UInt8] =
    video
    ? [0xC0, 0xEF, 0x19, 0xBC, 0x4D, 0x5B, 0xCF, 0x11, 0xA8, 0xFD, 0, 0x80, 0x5F, 0x5C, 0x44, 0x2B]
    : [0x40, 0x9E, 0x69, 0xF8, 0x4D, 0x5B, 0xCF, 0x11, 0xA8, 0xFD, 0, 0x80, 0x5F, 0x5C, 0x44, 0x2B]
  return [
    0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0, 0xAA, 0, 0x62, 0xCE, 0x6C,
  ] + little(108, 0, 1) + [1, 2] + [
    0x91, 0x07, 0xDC, 0xB7, 0xB7, 0xA9, 0xCF, 0x11, 0x8E, 0xE6, 0, 0xC0, 0x0C, 0x20, 0x53, 0x65,
  ] + little(78, 0) + type + zeros(38)
}
