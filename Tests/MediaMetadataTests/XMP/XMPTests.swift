import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

/// Reads one packet as if it were all that a JPEG holds.
func xmp(_ packet: String, exif: [UInt8]? = nil) -> EmbeddedMetadata {
  var blocks = MetadataBlocks()
  if let exif { blocks.exif = [ByteReader(exif)] }
  blocks.xmp = [ByteReader(Array(packet.utf8))]
  var metadata = EmbeddedMetadata(format: .jpeg)
  blocks.read(into: &metadata)
  return metadata
}

@Suite("XMP properties") struct XMPTests {
  @Test(
    arguments: [
      // XMP Specification Part 1, §8.2.1.1: the forms of a date.
      ("2008", "2008-01-01T00:00:00", TimePrecision.year, nil),
      ("2008-07", "2008-07-01T00:00:00", .month, nil),
      ("2008-07-18", "2008-07-18T00:00:00", .day, nil),
      ("2008-07-18T13:55Z", "2008-07-18T13:55:00", .minute, 0),
      ("2008-07-18T13:55-07:00", "2008-07-18T13:55:00", .minute, -25_200),
      ("2008-07-18T13:55:01+05:30", "2008-07-18T13:55:01", .second, 19_800),
      ("2008-07-18T13:55:01.25", "2008-07-18T13:55:01.25", .subsecond, nil),
      // What ExifTool's and libexif's programs write.
      ("2008:07:18 13:55:01", "2008-07-18T13:55:01", .second, nil),
      ("2015-01-22T00:00:00 +00:00", "2015-01-22T00:00:00", .second, 0),
    ] as [(String, String, TimePrecision, Int?)])
  func `date`(text: String, wall: String, precision: TimePrecision, offset: Int?) throws {
    for (name, source) in [
      ("exif:DateTimeOriginal", CaptureTimeSource.xmp), ("photoshop:DateCreated", .xmp),
      ("xmp:CreateDate", .xmpCreateDate), ("exif:DateTimeDigitized", .xmpCreateDate),
    ] {
      for packet in [
        XMPBuilder.packet("\(name)='\(text)'"), XMPBuilder.packet("", "<\(name)>\(text)</\(name)>"),
      ] {
        let time = try #require(xmp(packet).time(source), "\(name)")
        #expect(time.wallTime.description == wall)
        #expect(time.precision == precision)
        #expect(time.offset?.seconds == offset)
      }
    }
  }

  @Test(arguments: ["2008-02-30", "soon", "2008-07-18T25:00:00"])
  func `an impossible date is a warning and costs only itself`(text: String) {
    let read = xmp(XMPBuilder.packet("xmp:CreateDate='\(text)' xmp:Rating='4'"))
    #expect(read.captureTimes.isEmpty)
    #expect(read.warnings.map(\.tag) == ["xmp:CreateDate"])
    #expect(read.annotations.rating == 4)
  }

  @Test func `words come in the default language, lists in order and once`() {
    let read = xmp(
      XMPBuilder.packet(
        "xmp:Label='Red' photoshop:City='Paris' photoshop:State='-' photoshop:Country='France'"
          + " Iptc4xmpCore:Location='Louvre'",
        XMPBuilder.localized("dc:title", "Title &amp; &#x201C;more&#8221;")
          + XMPBuilder.localized("dc:description", "Words")
          + XMPBuilder.localized("dc:rights", "© 2020")
          + XMPBuilder.list("dc:subject", "Bag", ["b", "a", "b", "ü"])
          + XMPBuilder.list("dc:creator", "Seq", ["Ann", "Bob"])))
    #expect(read.annotations.title == "Title & “more”")
    #expect(read.annotations.caption == "Words")
    #expect(read.annotations.copyright == "© 2020")
    #expect(read.annotations.keywords == ["b", "a", "ü"])
    #expect(read.annotations.artist == "Ann; Bob")
    #expect(read.annotations.label == "Red")
    #expect(read.annotations.place == "Louvre, Paris, France")
    #expect(read.warnings.isEmpty)
  }

  @Test(
    arguments: [
      ("5", 5), ("0", 0), ("-1", -1), ("3.0", 3), ("4.5", 4), ("6", nil), ("-2", nil),
      ("good", nil),
    ] as [(String, Int?)])
  func `a rating is of −1 to 5`(text: String, rating: Int?) {
    let read = xmp(XMPBuilder.packet("xmp:Rating='\(text)'"))
    #expect(read.annotations.rating == rating)
    #expect(read.warnings.map(\.tag) == (rating == nil ? ["xmp:Rating"] : []))
  }

  @Test(
    arguments: [
      // CIPA DC-010 §6.2, and what programs write instead.
      ("exif:GPSLatitude='52,30.5N' exif:GPSLongitude='13,24.25E'", 52.508333333, 13.404166667),
      ("exif:GPSLatitude='33,51,21S' exif:GPSLongitude='151,12,30E'", -33.855833333, 151.208333333),
      // R29: Apple's programs write the hemisphere as a property of its own.
      (
        "exif:GPSLatitude='45.5' exif:GPSLatitudeRef='N' exif:GPSLongitude='68'"
          + " exif:GPSLongitudeRef='W'", 45.5, -68
      ),
      ("exif:GPSLatitude='45,30.0N' exif:GPSLongitude='68,0.0W'", 45.5, -68),
      ("exif:GPSLatitude='-12.25' exif:GPSLongitude='-0.5'", -12.25, -0.5),
    ] as [(String, Double, Double)])
  func `R29: a position has its hemisphere`(text: String, latitude: Double, longitude: Double)
    throws
  {
    let place = try #require(
      xmp(XMPBuilder.packet(text + " exif:GPSAltitude='305/10' exif:GPSAltitudeRef='1'")).location)
    #expect(abs(place.latitude - latitude) < 1e-8 && abs(place.longitude - longitude) < 1e-8)
    #expect(place.altitude == -30.5)
  }

  @Test(
    arguments: [
      "exif:GPSLatitude='91,0N' exif:GPSLongitude='1,0E'",
      "exif:GPSLatitude='1,99N' exif:GPSLongitude='1,0E'",
      "exif:GPSLatitude='nanN' exif:GPSLongitude='1,0E'", "exif:GPSLatitude='1,0N'",
    ])
  func `half a position or an impossible one is none`(text: String) {
    #expect(xmp(XMPBuilder.packet(text)).location == nil)
  }

  @Test func `the camera of EXIF goes first, property by property`() {
    var tiff = TIFFBuilder()
    tiff.text(0x010F, "From EXIF", to: .ifd0)
    tiff.text(0x9003, "2020:01:01 10:00:00", to: .exif)
    tiff.text(0x010E, "From EXIF", to: .ifd0)
    tiff.text(0x013B, "From EXIF", to: .ifd0)
    tiff.short(0x4746, 1, to: .ifd0)
    let read = xmp(
      XMPBuilder.packet(
        "tiff:Make='From XMP' tiff:Model='From XMP' tiff:Orientation='6' xmp:Rating='5'"
          + " aux:Lens='From aux' exifEX:LensModel='From exifEX'"
          + " exif:DateTimeOriginal='2021-01-01T10:00:00'",
        XMPBuilder.localized("dc:description", "From XMP")), exif: tiff.build())
    #expect(read.camera.make == "From EXIF")
    #expect(read.camera.model == "From XMP")
    #expect(read.camera.lensModel == "From exifEX")
    #expect(read.captureTimes.map(\.source) == [.exifOriginal, .xmp])
    #expect(read.annotations.caption == "From XMP")
    #expect(read.annotations.artist == "From EXIF")
    #expect(read.annotations.rating == 5)
    // Decoders turn pictures by EXIF only.
    #expect(read.orientation == .up)
  }

  @Test(
    arguments: [
      ("GPano:ProjectionType='equirectangular'", MediaSubtypes.panorama),
      ("GCamera:MotionPhoto='1'", .livePhoto), ("GCamera:MicroVideo='1'", .livePhoto),
      ("GCamera:MotionPhoto='0'", []), ("GDepth:Near='0.1'", .depth), ("hdrgm:Version='1.0'", .hdr),
    ] as [(String, MediaSubtypes)])
  func `kinds of picture`(text: String, subtypes: MediaSubtypes) {
    let read = xmp(XMPBuilder.packet(text))
    #expect(read.subtypes == subtypes)
    #expect((read.hdr == "gain-map") == subtypes.contains(.hdr))
  }

  @Test func `a burst has its identifier`() {
    #expect(xmp(XMPBuilder.packet("GCamera:BurstID='6f2c'")).burstID == "6f2c")
  }

  @Test func `all prefixes mean their namespaces`() {
    let packet = """
      <a:RDF xmlns:a="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <a:Description xmlns:b="http://ns.adobe.com/xap/1.0/" xmlns:xmp="http://example.com/"
        b:Rating="3" xmp:Label="not ours">
      <c:title xmlns:c="http://purl.org/dc/elements/1.1/"><a:Alt><a:li xml:lang="x-default">Yes
      </a:li></a:Alt></c:title></a:Description></a:RDF>
      """
    let read = xmp(packet)
    #expect(read.annotations.rating == 3)
    #expect(read.annotations.label == nil)
    #expect(read.annotations.title == "Yes")
  }

  @Test(
    arguments: [
      // XMP Specification Part 1, §C.2: other forms of RDF that mean the same.
      "<xmp:Rating rdf:parseType='Resource'><rdf:value>4</rdf:value></xmp:Rating>",
      "<xmp:Rating><rdf:Description><rdf:value>4</rdf:value></rdf:Description></xmp:Rating>",
      "<xmp:Rating><![CDATA[4]]></xmp:Rating>", "<xmp:Rating><!-- four -->4</xmp:Rating>",
      "<xmp:Rating xml:lang='en'>4</xmp:Rating>", "<xmp:Rating rdf:value='4'/>",
    ])
  func `RDF's other forms are read by the toolkit`(element: String) {
    #expect(xmp(XMPBuilder.packet("", element)).annotations.rating == 4)
  }

  @Test func `a packet in UTF-16 is read`() {
    let text = XMPBuilder.packet("xmp:Label='Grün'")
    for isBigEndian in [true, false] {
      let wide = text.utf16.flatMap { bytes($0, bigEndian: isBigEndian) }
      var blocks = MetadataBlocks()
      blocks.xmp = [ByteReader((isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]) + wide)]
      var metadata = EmbeddedMetadata(format: .jpeg)
      blocks.read(into: &metadata)
      #expect(metadata.annotations.label == "Grün")
    }
  }
}
