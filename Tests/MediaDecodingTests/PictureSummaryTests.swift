import Glibc
import Testing

@testable import MediaDecoding

@Suite("What is kept of a picture") struct PictureSummaryTests {
  /// Values of Pillow 12: `list(Image.frombytes('RGB', (4, 2), bytes(range(0, 240, 10)))
  /// .resize((2, 1), Image.BOX).getdata())`.
  @Test func `has the means of whole pixels, rounded as Pillow does`() throws {
    let picture = try Bitmap(width: 4, height: 2, channels: 3)
    for index in 0..<24 { picture.pixels[index] = UInt8(index * 10) }
    #expect(picture.boxMeans(columns: 2, rows: 1) == [75, 85, 95, 135, 145, 155])
  }

  /// Values of Pillow 12 and the hash of its picture of 9×8 boxes in mode L.
  @Test func `has the hash of other programs`() throws {
    let picture = try Bitmap(width: 31, height: 23, channels: 3)
    for index in picture.pixels.indices { picture.pixels[index] = UInt8(index * index % 251) }
    let summary = PictureSummary(picture)
    #expect(summary.differenceHash == 0xD3CD_6A4A_4E35_ADE6)
    #expect(summary.meanColor == 0x777576)
  }
}
