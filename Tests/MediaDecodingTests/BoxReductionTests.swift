import Testing

@testable import MediaDecoding

@Suite("Box reduction, as Pillow does it") struct BoxReductionTests {
  /// Values of Pillow 10: `Image.frombytes('RGB', (10, 9), bytes((i * 7) % 256 …)).resize((9, 8), BOX)`.
  @Test func `of a ramp gives the rounded means of whole pixels`() throws {
    let picture = try Bitmap(width: 4, height: 2, channels: 3)
    for index in 0..<24 { picture.pixels[index] = UInt8(index * 10) }
    // Pillow: list(Image.frombytes('RGB', (4, 2), bytes(range(0, 240, 10))).resize((2, 1), Image.BOX).getdata())
    #expect(picture.boxMeans(columns: 2, rows: 1) == [75, 85, 95, 135, 145, 155])
  }
}
