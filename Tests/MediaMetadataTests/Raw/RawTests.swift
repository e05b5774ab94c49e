import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

@Suite("Raw files of makers' own structure") struct RawTests {
  @Test func `reads the JPEG and the directory of a RAF`() throws {
    let read = try metadata(of: RawFixtures.raf, .raf)
    #expect(read.pixelSize == PixelSize(width: 4256, height: 1424))
    #expect(read.camera.make == "Maker")
    #expect(read.orientation == .right)
    #expect(read.time(.exifOriginal) != nil)
  }

  @Test func `reads the borders and the JPEG of an RW2`() throws {
    let read = try metadata(of: RawFixtures.rw2, .rw2)
    #expect(read.pixelSize == PixelSize(width: 3648, height: 2736))
    #expect(read.codec == "panasonic-raw")
    #expect(read.camera.make == "Panasonic")
    #expect(read.camera.model == "Model 1")
    #expect(read.exposure.iso == 100)
    #expect(read.location != nil)
  }

  @Test func `reads the dimensions and the EXIF block of an MRW`() throws {
    let read = try metadata(of: RawFixtures.mrw, .mrw)
    #expect(read.pixelSize == PixelSize(width: 3264, height: 2448))
    #expect(read.camera.model == "Model 1")
    #expect(read.orientation == .right)
  }

  @Test(
    arguments: [(0, Orientation.up), (90, .right), (180, .down), (270, .left), (-90, .left)]
      as [(Int32, Orientation)])
  func `reads the heaps of a CRW`(degrees: Int32, orientation: Orientation) throws {
    let read = try metadata(of: RawFixtures.crw(rotation: degrees), .crw)
    #expect(read.pixelSize == PixelSize(width: 3072, height: 2048))
    #expect(read.orientation == orientation)
    #expect(read.camera.make == "Canon")
    #expect(read.camera.model == "Canon EOS DIGITAL REBEL")
    #expect(read.camera.serial == "560018150")
    let time = read.time(.exifOriginal)
    #expect(time?.wallTime.description == "2003-11-10T17:39:26")
    #expect(time?.offset == nil)
  }

  @Test(arguments: [UInt16(2), 3, 4])
  func `reads the properties of an X3F`(version: UInt16) throws {
    let read = try metadata(of: RawFixtures.x3f(version: version), .x3f)
    #expect(read.pixelSize == PixelSize(width: 2268, height: 1512))
    #expect(read.orientation == .right)
    #expect(read.camera.model == "SIGMA SD10")
    #expect(read.exposure.exposureTime == 0.00929)
    #expect(read.exposure.fNumber == 8.35419)
    #expect(read.time(.exifOriginal)?.wallTime.description == "2001-01-01T00:36:35")
  }
}
