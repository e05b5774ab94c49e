internal import Glibc

/// Encodes the published placeholder format ThumbHash: a blur of 17…24 bytes, with its aspect ratio.
///
/// Alpha, which the format could hold, is never there: thumbnails lie on white.
///
/// - Note: Source: <https://evanw.github.io/thumbhash/>; the order of bits is that of its
///   reference implementations.
enum ThumbHash {
  /// The most luminance frequencies of a side.
  private static let limit = 7

  /// Encodes a picture.
  ///
  /// - Parameters:
  ///   - picture: Its pixels, squeezed or not.
  ///   - width: The width it is shown with, for the aspect ratio.
  ///   - height: The height it is shown with.
  /// - Returns: The bytes of the format.
  static func encoded(_ picture: SmallPicture, width: Int, height: Int) -> [UInt8] {
    let longest = Double(max(width, height))
    let (across, down) = (
      max(1, Int((Double(limit * width) / longest).rounded())),
      max(1, Int((Double(limit * height) / longest).rounded()))
    )
    let planes = planes(picture)
    let luminance = Channel(planes[0], picture, across: max(3, across), down: max(3, down))
    let yellow = Channel(planes[1], picture, across: 3, down: 3)
    let red = Channel(planes[2], picture, across: 3, down: 3)
    let isLandscape = width > height

    var head = bits(63 * luminance.mean)
    head |= bits(31.5 + 31.5 * yellow.mean) << 6
    head |= bits(31.5 + 31.5 * red.mean) << 12
    head |= bits(31 * luminance.scale) << 18
    var tail = UInt32(isLandscape ? down : across) | (isLandscape ? 1 << 15 : 0)
    tail |= bits(63 * yellow.scale) << 3
    tail |= bits(63 * red.scale) << 9
    var bytes = [head, head >> 8, head >> 16, tail, tail >> 8].map(UInt8.init(truncatingIfNeeded:))
    let nibbles = (luminance.waves + yellow.waves + red.waves).map { UInt8(bits(15 * $0)) }
    for index in stride(from: 0, to: nibbles.count, by: 2) {
      bytes.append(nibbles[index] | (index + 1 < nibbles.count ? nibbles[index + 1] << 4 : 0))
    }
    return bytes
  }

  private static func bits(_ value: Double) -> UInt32 { UInt32(max(value.rounded(), 0)) }

  /// Luminance, yellow against blue, red against green, each pixel 0…1 or −1…1.
  private static func planes(_ picture: SmallPicture) -> [[Double]] {
    var planes = [[Double]](repeating: [], count: 3)
    for index in 0..<picture.count {
      let (red, green, blue) = (
        Double(picture.colors[index * 3]) / 255, Double(picture.colors[index * 3 + 1]) / 255,
        Double(picture.colors[index * 3 + 2]) / 255
      )
      planes[0].append((red + green + blue) / 3)
      planes[1].append((red + green) / 2 - blue)
      planes[2].append(red - green)
    }
    return planes
  }

  /// The mean of a channel and its waves of low frequencies, in a triangle, as 0…1 of the strongest.
  private struct Channel {
    var mean = 0.0
    var scale = 0.0
    var waves: [Double] = []

    init(_ plane: [Double], _ picture: SmallPicture, across: Int, down: Int) {
      let horizontal = SmallPicture.waves(across, over: picture.columns)
      let vertical = SmallPicture.waves(down, over: picture.rows)
      for v in 0..<down {
        // The rows of this vertical frequency, added up once for all horizontal ones.
        var line = [Double](repeating: 0, count: picture.columns)
        for row in 0..<picture.rows {
          let weight = vertical[v * picture.rows + row]
          for column in 0..<picture.columns {
            line[column] += plane[row * picture.columns + column] * weight
          }
        }
        var u = 0
        while u * down < across * (down - v) {
          var sum = 0.0
          for column in 0..<picture.columns {
            sum += line[column] * horizontal[u * picture.columns + column]
          }
          sum /= Double(picture.count)
          if u == 0, v == 0 { mean = sum } else { waves.append(sum) }
          u += 1
        }
      }
      scale = waves.lazy.map(abs).max() ?? 0
      if scale > 0 { waves = waves.map { 0.5 + 0.5 / scale * $0 } }
    }
  }
}
