/// A hash of what a picture looks like: look-alikes differ in few of its 64 bits.
///
/// The picture is squeezed to 32×32 boxes of luma and transformed by the DCT-II. The bit of the
/// horizontal frequency *u* and the vertical frequency *v*, both 1…8, says whether the coefficient is
/// above zero; (1, 1) is the highest bit, *u* runs fastest. This is the hash of the pHash library
/// with zero in the place of the median, for two reasons: a picture that is turned or mirrored only
/// swaps *u* with *v* and changes signs, so its hash follows from the bits; and bits of photographs
/// are hardly correlated, so that chance hits stay as rare as those of random bits.
///
/// - Note: Source: C. Zauner, “Implementation and Benchmarking of Perceptual Image Hash Functions”,
///   2010, §3.2.1; `ph_dct_imagehash` of pHash.
public struct PerceptualHash: Hashable, Sendable {
  /// The 64 signs.
  public var bits: UInt64
  /// How many of the 64 waves are really there, 0…64: stronger than a fifth of a gray level.
  public var detail: UInt8

  /// With less detail the signs are those of noise, or of nothing at all.
  public static let leastDetail: UInt8 = 32

  /// Takes bits and detail.
  public init(bits: UInt64, detail: UInt8) {
    self.bits = bits
    self.detail = detail
  }

  /// False for flat pictures, plain gradients and simple drawings: they are nobody's look-alikes.
  public var isTelling: Bool { detail >= Self.leastDetail }

  /// How many bits differ, 0…64.
  public func distance(to other: PerceptualHash) -> Int { (bits ^ other.bits).nonzeroBitCount }

  /// The bits of the picture turned clockwise by so many quarters.
  public func bits(turnedBy quarters: Int) -> UInt64 {
    var turned = bits
    for _ in 0..<(quarters & 3) {
      // The new value of (u, v) is the old one of (v, u), negated for odd u.
      turned = Self.transposed(turned) ^ 0xAAAA_AAAA_AAAA_AAAA
    }
    return turned
  }

  /// Swaps rows and columns of 8×8 bits.
  ///
  /// - Note: Source: H. S. Warren, “Hacker's Delight”, §7–3.
  private static func transposed(_ bits: UInt64) -> UInt64 {
    var bits = bits
    for (shift, mask) in [
      (7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0),
    ] as [(UInt64, UInt64)] {
      let swapped = (bits ^ (bits >> shift)) & mask
      bits ^= swapped ^ (swapped << shift)
    }
    return bits
  }
}
