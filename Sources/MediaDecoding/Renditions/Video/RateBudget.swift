internal import CFFmpeg
internal import MediaModel

/// The bits a second that a cap on the file's size leaves for pictures and sound.
///
/// A larger cap leaves more for both, so that it never gives a worse rendition.
struct RateBudget {
  /// Bits a second for pictures, `nil` without a cap.
  let pictures: Int64?
  /// Bits a second for two channels of sound.
  let sound: Int64
  /// Bytes that streams which are copied may have.
  let copied: Int64
  /// Seconds that the encoder may run ahead of its rate.
  let slack: Double

  /// AAC at this rate is hard to tell from its source.
  private static let bestSound: Int64 = 160_000
  private static let worstSound: Int64 = 24_000
  private static let worstPictures: Int64 = 10_000
  /// Bits of a moving picture below which fewer pixels look better.
  private static let bitsPerPixel = 0.04

  /// Shares a cap of bytes over seconds; the index of the file takes a part of it.
  init(_ cap: Int64?, seconds: Double) throws(RenderFailure) {
    copied = cap.map { $0 - $0 / 20 } ?? .max
    guard let cap, seconds > 0 else {
      (pictures, sound, slack) = (nil, Self.bestSound, 1)
      return
    }
    slack = min(1, seconds / 10)
    let all = Double(cap) * 8 * 0.88 / (seconds + slack)
    let sound = min(Self.bestSound, max(Self.worstSound, Int64(all / 5)))
    let rest = Int64(all) - sound
    guard rest >= Self.worstPictures else { throw .overLimit(cap) }
    (pictures, self.sound) = (rest, sound)
  }

  /// The size for which the rate is enough.
  func reduced(_ size: PixelSize, framesPerSecond: Double) -> PixelSize {
    guard let pictures else { return size }
    let most = Double(pictures) / (min(max(framesPerSecond, 1), 60) * Self.bitsPerPixel)
    let scale = min(1, (most / Double(size.width * size.height)).squareRoot())
    return PixelSize(
      width: max(2, Int(Double(size.width) * scale)),
      height: max(2, Int(Double(size.height) * scale)))
  }
}
