import Glibc
import MediaModel
import TestSupport
import Testing

@testable import MediaDecoding

@Suite("What a picture looks like") struct PictureLookTests {
  /// A picture whose pixel is the same in other programs: `colors` gets column and row.
  private func picture(
    _ width: Int, _ height: Int, _ colors: (Int, Int) -> [Int]
  ) throws -> Bitmap {
    let bitmap = try Bitmap(width: width, height: height, channels: 3)
    for y in 0..<height {
      for x in 0..<width {
        for (channel, value) in colors(x, y).enumerated() {
          bitmap.pixels[(y * width + x) * 3 + channel] = UInt8(value)
        }
      }
    }
    return bitmap
  }

  private func waves(_ x: Int, _ y: Int) -> [Int] {
    [(x * x + 3 * y * y) / 37 % 256, x * y / 11 % 256, (5 * x + y * y / 9) % 256]
  }

  private func noise(_ width: Int) -> (Int, Int) -> [Int] {
    { x, y in (0..<3).map { channel in ((y * width + x) * 3 + channel).squared % 251 } }
  }

  /// Values of SciPy 1.17: `dct(dct(luma, axis=0, norm='ortho'), axis=1, norm='ortho')[1:9, 1:9]` of
  /// 32×32 box means with the luma of ITU-R BT.601; detail counts amplitudes above 0.2.
  @Test(
    arguments: [
      (96, 64, 0x66D9_B528_DBB6_E58A, 60), (64, 160, 0x7C63_CC99_B6AD_4A55, 64),
      (160, 96, 0x1F78_73E6_CC99_B3A6, 64), (256, 128, 0x071F_1F7C_78F0_E3C7, 64),
    ] as [(Int, Int, UInt64, UInt8)])
  func `has the signs of the DCT`(width: Int, height: Int, bits: UInt64, detail: UInt8) throws {
    let hash = PerceptualHash(SmallPicture(try picture(width, height, waves)))
    #expect(hash == PerceptualHash(bits: bits, detail: detail))
    #expect(hash.isTelling)
  }

  @Test func `has the hash of the turned picture in its bits`() throws {
    let upright = try picture(256, 128, waves)
    let hash = PerceptualHash(SmallPicture(upright))
    for (quarters, orientation) in [(1, Orientation.right), (2, .down), (3, .left), (4, .up)] {
      let turned = PerceptualHash(SmallPicture(try upright.upright(orientation)))
      let count = (hash.bits(turnedBy: quarters) ^ turned.bits).nonzeroBitCount
      #expect(count <= 1, "\(quarters)")
    }
  }

  @Test func `tells nothing of plain colours, gradients and halves`() throws {
    let pictures = [
      try PictureMaker.plain(64, 48, [9, 99, 199]), try PictureMaker.plain(1, 1, [0, 0, 0]),
      try picture(200, 100) { x, y in [x, y, x] },
      try picture(200, 100) { x, _ in x < 90 ? [250, 250, 250] : [10, 10, 10] },
    ]
    for picture in pictures {
      #expect(!PerceptualHash(SmallPicture(picture)).isTelling)
    }
    #expect(PerceptualHash(SmallPicture(pictures[0])) == PerceptualHash(bits: 0, detail: 0))
  }

  /// Bytes of the reference implementation in JavaScript (`js/thumbhash.js` of the format's own
  /// repository), run by Node 20 on the same pixels.
  @Test(
    arguments: [
      (31, 23, "HQgCBYJ2c5VIWAhnN4WEp3b6igzT"), (23, 31, "HQgCHQZlgHgYe1CAqSaVP/mYCGqJ"),
      (32, 32, "3fcBBwCTdpOJVqY2aZZaRoAapvtYDcQF"),
      (9, 32, "3fcBCgZKR3tUKPdWum9Fhwg="), (32, 5, "HQgGGYZnNEYESNcTrGaQB3o="),
    ]) func `has the placeholder of the reference encoder`(
      width: Int, height: Int, base64: String
    ) throws
  {
    let picture = try picture(width, height, noise(width))
    let pixels = SmallPicture(columns: width, rows: height, colors: Array(picture.pixels))
    let bytes = ThumbHash.encoded(pixels, width: width, height: height)
    #expect(String(decoding: Base64.encode(bytes), as: UTF8.self) == base64)
  }

  @Test func `has a placeholder near the picture`() throws {
    for (width, height) in [(300, 200), (200, 300), (256, 256), (256, 60)] {
      let decoded = ThumbHashDecoder(
        PictureLook(try PictureMaker.gradient(width, height)).placeholder)
      #expect(abs(log2(decoded.aspect * Double(height) / Double(width))) < 0.6)
      for (x, y) in [(0.1, 0.9), (0.9, 0.9), (0.9, 0.1), (0.5, 0.5)] {
        let color = decoded.color(x: x, y: y)
        // Red grows to the right, green downwards.
        #expect(abs(color[0] - x) < 0.15 && abs(color[1] - y) < 0.15, "\(x) \(y) \(color)")
        #expect(color[2] < 0.25, "\(x) \(y) \(color)")
      }
    }
  }

  @Test(arguments: [0.55, 0.7, 0.9]) func `has the colour of the larger part, not the mean`(
    share: Double
  ) throws {
    // Blue of 30, 144, 255 with noise of ±12 beside red; the mean would be violet.
    var generator = SeededGenerator(seed: 5)
    func near(_ color: [Int]) -> [Int] {
      color.map { min(max($0 + Int.random(in: -12...12, using: &generator), 0), 255) }
    }
    let bitmap = try picture(200, 100) { x, _ in
      Double(x) < share * 200 ? near([30, 144, 243]) : near([220, 20, 20])
    }
    let color = channels(DominantColor.of(SmallPicture(bitmap)))
    #expect(distance(color, [30, 144, 243]) <= 4, "\(color)")
  }

  @Test func `has a colour that lies on the walls of the histogram's cells`() throws {
    // Half the picture around (128, 128, 128), where eight cells meet; the rest in eight colours.
    var generator = SeededGenerator(seed: 6)
    let others = (0..<8).map { [$0 & 1, $0 >> 1 & 1, $0 >> 2 & 1].map { $0 * 190 + 30 } }
    let bitmap = try picture(128, 128) { x, y in
      x < 64
        ? (0..<3).map { _ in Int.random(in: 116...140, using: &generator) } : others[y / 16]
    }
    let color = channels(DominantColor.of(SmallPicture(bitmap)))
    #expect(distance(color, [128, 128, 128]) <= 4, "\(color)")
  }
}

/// A decoder of ThumbHash without alpha, after the format's description.
private struct ThumbHashDecoder {
  let aspect: Double
  private let means: [Double]
  private var waves: [[(u: Int, v: Int, value: Double)]] = []

  init(_ bytes: [UInt8]) {
    let head = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
    let tail = Int(bytes[3]) | Int(bytes[4]) << 8
    let (isLandscape, side) = (tail >> 15 == 1, tail & 7)
    let (across, down) = isLandscape ? (7, side) : (side, 7)
    aspect = Double(across) / Double(down)
    means = [
      Double(head & 63) / 63, Double(head >> 6 & 63) / 31.5 - 1,
      Double(head >> 12 & 63) / 31.5 - 1,
    ]
    // The format makes colours 1.25 times as strong, for what rounding took away.
    let scales = [
      Double(head >> 18 & 31) / 31, Double(tail >> 3 & 63) / 63 * 1.25,
      Double(tail >> 9 & 63) / 63 * 1.25,
    ]
    var nibbles = bytes.dropFirst(5).flatMap { [Int($0 & 15), Int($0 >> 4)] }[...]
    for (channel, (nx, ny)) in [(max(3, across), max(3, down)), (3, 3), (3, 3)].enumerated() {
      var list: [(u: Int, v: Int, value: Double)] = []
      for v in 0..<ny {
        for u in 0..<nx where u * ny < nx * (ny - v) && u + v > 0 {
          list.append((u, v, (Double(nibbles.removeFirst()) / 7.5 - 1) * scales[channel]))
        }
      }
      waves.append(list)
    }
  }

  /// Red, green and blue, each 0…1, at a place, each side 0…1.
  func color(x: Double, y: Double) -> [Double] {
    let lpq = (0..<3).map { channel in
      waves[channel].reduce(means[channel]) { sum, wave in
        sum + 2 * wave.value * cos(.pi * Double(wave.u) * x) * cos(.pi * Double(wave.v) * y)
      }
    }
    let blue = lpq[0] - 2.0 / 3 * lpq[1]
    let red = (3 * lpq[0] - blue + lpq[2]) / 2
    return [red, red - lpq[2], blue].map { min(max($0, 0), 1) }
  }
}

extension Int {
  fileprivate var squared: Int { self * self }
}
