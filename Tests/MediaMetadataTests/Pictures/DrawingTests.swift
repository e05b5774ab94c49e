import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

@Suite("Documents of Photoshop and GIMP, and drawings") struct DrawingTests {
  typealias Fixtures = PictureFixtures

  @Test(arguments: [UInt16(1), 2])
  func `reads the header and the resources of a Photoshop document`(version: UInt16) throws {
    let resources =
      Fixtures.resource(1005, [1, 2, 3], name: "odd")
      + Fixtures.resource(1058, phoneBlock(bigEndian: true))
      + Fixtures.resource(1039, Fixtures.profile(named: "Wide"), name: "even")
    let read = try metadata(of: Fixtures.psd(resources, version: version), .psd)
    #expect(read.pixelSize == PixelSize(width: 300, height: 225))
    #expect(read.displaySize == nil)
    #expect(read.camera.make == "Maker")
    #expect(read.orientation == .right)
    #expect(read.colorProfile == "Wide")
  }

  @Test func `reads words from the IPTC record of a Photoshop document`() throws {
    let record: [UInt8] = [0x1C, 2, 5, 0, 5] + ascii("Title") + [0x1C, 2, 25, 0, 3] + ascii("one")
    let read = try metadata(
      of: Fixtures.psd(Fixtures.resource(1028, record, name: "IPTC")), .psd)
    #expect(read.annotations.title == "Title")
    #expect(read.annotations.keywords == ["one"])
  }

  @Test(arguments: ["file", "v001", "v004", "v011"])
  func `reads the header and the parasites of a GIMP image`(version: String) throws {
    let parasites =
      Fixtures.parasite("gimp-comment", ascii("text"))
      + Fixtures.parasite("icc-profile", Fixtures.profile(named: "Wide"))
      + Fixtures.parasite("exif-data", ascii("Exif\0\0") + phoneBlock(bigEndian: false))
    // The precision came with version 4.
    var file = Fixtures.xcf(parasites, version: version)
    if version == "v001" { file.removeSubrange(26..<30) }
    let read = try metadata(of: file, .xcf)
    #expect(read.pixelSize == PixelSize(width: 30, height: 20))
    #expect(read.colorProfile == "Wide")
    #expect(read.camera.make == "Maker")
  }

  @Test(arguments: [
    ("<svg width='40' height=\"30px\">", 40, 30), ("<svg width = '40.4' height='30.6'/>", 40, 31),
    ("<?xml version='1.0'?><!-- <svg width='1'> --><s:svg viewBox='0 0 40 30'>", 40, 30),
    ("<!DOCTYPE svg [<!ENTITY a 'b'>]>\n<svg\n viewBox='-5,-5, 40,30' width='8' height='6'>", 8, 6),
    ("<svg width='.4' height='1'>", 1, 1),
  ])
  func `reads the size of a drawing in pixels`(text: String, width: Int, height: Int) throws {
    #expect(
      try metadata(of: ascii(text), .svg).pixelSize == PixelSize(width: width, height: height))
  }

  @Test(arguments: [
    "<svg width='4in' height='3in'>", "<svg width='100%' height='100%' viewBox='0 0 4 3'>",
    "<svg width='nan' height='3'>", "<svg width='0x10' height='3'>",
    "<svg width='1e9999' height='3'>",
    "<svg width='40'>", "<svg>", "<svg width='-4' height='3'>", "<svg viewBox='0 0 4'>",
    "<svg width=", "<svg width='4", "<svg width='99999999999' height='1'>",
  ])
  func `leaves open what is no size in pixels`(text: String) throws {
    #expect(try metadata(of: ascii(text), .svg).pixelSize == nil)
  }
}
