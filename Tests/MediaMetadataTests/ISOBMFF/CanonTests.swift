import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

@Suite("Canon CR3") struct CanonTests {
  private let b = BoxBuilder.self

  @Test(arguments: [false, true])
  func `a part of EXIF gets an IFD0 that points at it`(isBigEndian: Bool) throws {
    let order: [UInt8] = isBigEndian ? [0x4D, 0x4D, 0, 42] : [0x49, 0x49, 42, 0]
    let block =
      order + bytes(UInt32(8), bigEndian: isBigEndian) + bytes(UInt16(0), bigEndian: isBigEndian)
      + b.zeros(5)
    var reader = try #require(try CanonBlocks.block(ByteReader(block), pointingBy: 0x8825))
    reader.isBigEndian = isBigEndian
    let directory = Int(try reader.peek(UInt32.self, at: 4))
    #expect(directory == 16)
    #expect(try reader.peek(UInt16.self, at: directory) == 1)
    #expect(try reader.peek(UInt16.self, at: directory + 2) == 0x8825)
    #expect(try reader.peek(UInt32.self, at: directory + 10) == 8)
    #expect(reader.count == directory + 18)
  }

  @Test func `the first track tells the size of the picture`() throws {
    var movie = MovieFixture()
    movie.brand = "crx "
    movie.tracks = [MovieFixture.Track(), MovieFixture.Track()]
    movie.tracks[0].sampleEntry = MovieFixture.visualEntry("CRAW", 6_000, 4_000, b.zeros(40))
    movie.tracks[1].sampleEntry = MovieFixture.visualEntry("CRAW", 6_288, 4_056, b.zeros(40))
    let metadata = try readMovie(movie.bytes, format: .cr3)
    #expect(metadata.displaySize == PixelSize(width: 6_000, height: 4_000))
    #expect(metadata.warnings == [])
    #expect(metadata.duration == nil && metadata.hasAudio == nil)
  }
}
