import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

@Suite("Stripping pictures") struct PictureStrippingTests {
  private func block(_ fill: (inout TIFFBuilder) -> Void = { _ in }) -> [UInt8] {
    var tiff = TIFFBuilder(bigEndian: true)
    tiff.text(0x010E, "CAPTION", to: .ifd0)
    tiff.text(0x010F, "Apple", to: .ifd0)
    tiff.short(0x0112, 6, to: .ifd0)
    tiff.text(0xA431, "SERIALNUMBER", to: .exif)
    tiff.text(0x0001, "N", to: .gps)
    tiff.rational(0x0002, 0x4142_4344, 1, 8, 1, 0, 1, to: .gps)
    fill(&tiff)
    return tiff.build()
  }

  // MARK: EXIF

  @Test func `EXIF keeps a discreet maker's note where it is, and the length`() throws {
    let old = block { $0.add(0x927C, type: 7, count: 20, ascii("Apple iOS 1234567890"), to: .exif) }
    let new = try #require(TIFFStripping<BlockBytes>.exif(old, .location))
    #expect(new.count == old.count && !holds(new, "ABCD"))
    let place = try #require(old.firstRange(of: ascii("Apple iOS")))
    #expect(new.firstRange(of: ascii("Apple iOS")) == place)
    #expect(holds(new, "SERIALNUMBER") && holds(new, "CAPTION"))
    let bare = try #require(TIFFStripping<BlockBytes>.exif(old, .serials))
    #expect(!holds(bare, "Apple iOS") && !holds(bare, "SERIAL") && holds(bare, "ABCD"))
  }

  @Test func `EXIF loses a note that may tell of places, and what nothing points to`() throws {
    let old =
      block {
        $0.add(0x927C, type: 7, count: 8, ascii("NoteNote"), to: .exif)
      }.replacing("Apple", with: "Nikon") + ascii("LEFTOVER")
    let new = try #require(TIFFStripping<BlockBytes>.exif(old, .location))
    #expect(!holds(new, "NoteNote") && !holds(new, "LEFTOVER") && holds(new, "SERIALNUMBER"))
  }

  @Test func `EXIF strips the thumbnail, which may say it all again`() throws {
    var inner = JPEGBuilder()
    inner.exif(block())
    inner.frame(width: 8, height: 8)
    let thumbnail = inner.build()
    let old = block {
      $0.long(0x0202, UInt32(thumbnail.count), to: .ifd1)
      $0.add(0x0201, type: 4, count: 1, [0, 0, 0, 1], to: .ifd1)
    }
    // The offset is that of the end of the block.
    var whole = old
    let field = try #require(whole.firstRange(of: [0x02, 0x01, 0, 4, 0, 0, 0, 1]))
    whole.replaceSubrange(field.upperBound..<field.upperBound + 4, with: bytes(UInt32(old.count)))
    whole += thumbnail
    for options in [MetadataStripping.location, .captions] {
      let new = try #require(TIFFStripping<BlockBytes>.exif(whole, options))
      #expect(new.count == whole.count)
      let left = Array(new[old.count...])
      #expect(left.starts(with: [0xFF, 0xD8]) && !holds(left, "ABCD") && !holds(left, "CAPTION"))
    }
  }

  @Test(arguments: [[], [0x49], ascii("II*\0"), ascii("no TIFF at all")] as [[UInt8]])
  func `EXIF that cannot be read goes`(bytes: [UInt8]) {
    #expect(TIFFStripping<BlockBytes>.exif(bytes, .location) == nil)
  }

  // MARK: JPEG

  @Test func `JPEG loses what nobody knows, and keeps what shows it`() throws {
    var jpeg = JPEGBuilder()
    jpeg.segment(0xE0, ascii("JFIF\0") + [1, 2, 0, 0, 1, 0, 1, 0, 0])
    jpeg.exif(block())
    jpeg.segment(0xE5, ascii("UNKNOWN"))
    jpeg.raw(ascii("JUNK"))
    jpeg.segment(0xE2, ascii("ICC_PROFILE\0") + [1, 1] + ascii("PROFILE"))
    jpeg.segment(0xEE, ascii("Adobe") + [0, 100, 0, 0, 0, 0, 1])
    jpeg.segment(0xFE, ascii("COMMENT"))
    jpeg.frame(width: 8, height: 8)
    let old = jpeg.build() + ascii("BEHIND")
    let location = try stripped(old, .jpeg, .location)
    for word in ["UNKNOWN", "JUNK", "BEHIND", "ABCD"] { #expect(!holds(location, word)) }
    for word in ["JFIF", "PROFILE", "Adobe", "COMMENT", "SERIALNUMBER"] {
      #expect(holds(location, word))
    }
    var least = JPEGBuilder()
    least.segment(0xE0, ascii("JFIF\0") + [1, 2, 0, 0, 1, 0, 1, 0, 0])
    var turned = TIFFBuilder(bigEndian: true)
    turned.short(0x0112, 6, to: .ifd0)
    least.exif(turned.build())
    least.segment(0xE2, ascii("ICC_PROFILE\0") + [1, 1] + ascii("PROFILE"))
    least.segment(0xEE, ascii("Adobe") + [0, 100, 0, 0, 0, 0, 1])
    least.frame(width: 8, height: 8)
    #expect(try stripped(old, .jpeg, .all) == least.build())
  }

  @Test func `JPEG's further pictures and clip are stripped and found where they are`() throws {
    var second = JPEGBuilder()
    second.exif(block())
    second.frame(width: 4, height: 4)
    var movie = MovieFixture()
    movie.extra = BoxBuilder.box("udta", MovieFixture.userText("©xyz", "+48.1+011.5/"))
    func first(_ offset: Int) -> [UInt8] {
      var index = TIFFBuilder(bigEndian: true)
      let entries =
        BoxBuilder.zeros(16) + BoxBuilder.zeros(4) + bytes(UInt32(second.build().count))
        + bytes(UInt32(offset)) + BoxBuilder.zeros(4)
      index.add(0xB002, type: 7, count: 32, entries, to: .ifd0)
      var jpeg = JPEGBuilder()
      jpeg.segment(0xE5, ascii("UNKNOWN"))
      jpeg.segment(0xE2, ascii("MPF\0") + index.build())
      jpeg.segment(0xE6, ascii("UNKNOWN TOO"))
      jpeg.frame(width: 8, height: 8)
      return jpeg.build()
    }
    func base(_ file: [UInt8]) -> Int { file.firstRange(of: ascii("MPF\0"))?.upperBound ?? 0 }
    let head = first(first(0).count - base(first(0)))
    let old = head + second.build() + movie.bytes
    let new = try stripped(old, .jpeg, .location)
    #expect(!holds(new, "ABCD") && !holds(new, "+48.1") && !holds(new, "UNKNOWN"))
    let place = try ByteReader(new).peek(
      UInt32.self, at: base(new) + Int(ByteReader(new).peek(UInt32.self, at: base(new) + 18)) + 24)
    #expect(Array(new[(base(new) + Int(place))...].prefix(2)) == [0xFF, 0xD8])
    // Counted from the end, all is where it was.
    #expect(new.suffix(movie.bytes.count).prefix(8) == movie.bytes.prefix(8))
    #expect(new.count == old.count - 11 - 15)
    #expect(try stripped(old, .jpeg, .all).count < first(0).count)
  }

  @Test func `JPEG's extended XMP is one packet across its segments`() throws {
    let name = ascii("0123456789ABCDEF0123456789ABCDEF")
    let packet = Array(
      XMPBuilder.packet("", "<exif:GPSLatitude>48,8N</exif:GPSLatitude><a:x>stays</a:x>").utf8)
    let cut = try #require(packet.firstRange(of: ascii("GPSLat"))).upperBound
    var jpeg = JPEGBuilder()
    for (offset, part) in [(0, packet[..<cut]), (cut, packet[cut...])] {
      jpeg.segment(
        0xE1,
        ascii("http://ns.adobe.com/xmp/extension/\0") + name + bytes(UInt32(packet.count))
          + bytes(UInt32(offset)) + part)
    }
    jpeg.frame(width: 8, height: 8)
    let new = try stripped(jpeg.build(), .jpeg, .location)
    #expect(new.count == jpeg.build().count)
    #expect(!holds(new, "48,8N") && !holds(new, "GPSLat") && holds(new, "stays"))
  }

  // MARK: PNG and WebP

  @Test func `PNG keeps right checksums`() throws {
    func png(_ exif: [UInt8]?, _ texts: [(String, String)]) -> [UInt8] {
      var png = PNGBuilder(width: 4, height: 4)
      if let exif { png.chunk("eXIf", exif) }
      for (keyword, text) in texts { png.chunk("tEXt", ascii("\(keyword)\0\(text)")) }
      return png.build()
    }
    let old = png(block(), [("Title", "x"), ("exif:GPSLatitude", "1"), ("Software", "z")])
    var secret = old + ascii("BEHIND")
    #expect(
      try stripped(secret, .png, .location)
        == png(
          TIFFStripping<BlockBytes>.exif(block(), .location), [("Title", "x"), ("Software", "z")]))
    secret = png(block(), [("Raw profile type exif", "\nexif\n 4\n00000000\n")])
    #expect(
      try stripped(secret, .png, .captions)
        == png(TIFFStripping<BlockBytes>.exif(block(), .captions), []))
    var turned = TIFFBuilder(bigEndian: true)
    turned.short(0x0112, 6, to: .ifd0)
    #expect(try stripped(old, .png, .all) == png(turned.build(), []))
  }

  @Test func `WebP keeps right flags and sizes`() throws {
    func webP(_ flags: UInt8, exif: [UInt8]?, xmp: [UInt8]?) -> [UInt8] {
      var webP = WebPBuilder()
      webP.chunk("VP8X", [flags, 0, 0, 0, 3, 0, 0, 2, 0, 0])
      webP.lossy(width: 4, height: 3)
      if let exif { webP.chunk("EXIF", exif) }
      if let xmp { webP.chunk("XMP ", xmp) }
      return webP.build()
    }
    let old = webP(0x1C, exif: block(), xmp: ascii("no xml")) + ascii("BEHIND")
    let exif = TIFFStripping<BlockBytes>.exif(block(), .location)
    #expect(try stripped(old, .webp, .location) == webP(0x18, exif: exif, xmp: nil))
    var turned = TIFFBuilder(bigEndian: true)
    turned.short(0x0112, 6, to: .ifd0)
    #expect(try stripped(old, .webp, .all) == webP(0x18, exif: turned.build(), xmp: nil))
  }

  // MARK: HEIF

  @Test func `HEIF keeps lengths and places`() throws {
    var heic = PictureFixture(properties: PictureFixture.size(4, 3))
    heic.items += [
      .init(2, "Exif", content: [0, 0, 0, 0] + block()),
      .init(
        3, "mime", content: Array(XMPBuilder.packet("dc:title='TITLE'").utf8), isInData: true,
        contentType: "application/rdf+xml"),
      .init(4, "mime", content: ascii("SECRET"), contentType: "text/plain"),
    ]
    heic.trailer = BoxBuilder.box("sefd", ascii("SECRET"))
    let old = heic.bytes
    let location = try stripped(old, .heic, .location)
    #expect(location.count == old.count - 14)
    #expect(!holds(location, "ABCD") && !holds(location, "SECRET"))
    #expect(holds(location, "TITLE") && holds(location, "SERIALNUMBER"))
    let all = try stripped(old, .heic, .all)
    #expect(all.count == old.count - 14)
    for word in ["TITLE", "SERIAL", "SECRET", "ABCD", "Apple"] { #expect(!holds(all, word)) }
    let read = try metadata(of: all, .heic)
    #expect(read.pixelSize == PixelSize(width: 4, height: 3) && read.warnings.isEmpty)
  }
}

extension [UInt8] {
  /// The bytes with one text in the place of another of its length.
  fileprivate func replacing(_ old: String, with new: String) -> [UInt8] {
    guard let place = firstRange(of: Array(old.utf8)) else { return self }
    var copy = self
    copy.replaceSubrange(place, with: new.utf8)
    return copy
  }
}
