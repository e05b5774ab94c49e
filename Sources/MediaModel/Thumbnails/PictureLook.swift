/// What a picture looks like, in a few bytes.
public struct PictureLook: Hashable, Sendable {
  /// Finds look-alikes.
  public var hash: PerceptualHash
  /// The colour that covers most of it, `0xRRGGBB` in sRGB.
  public var dominantColor: UInt32
  /// A blur for the time until the thumbnail is there, in the published format ThumbHash.
  ///
  /// It has 17…24 bytes and holds the aspect ratio too. Decoders exist for browsers, iOS, Android
  /// and most languages.
  ///
  /// - Note: Source: <https://evanw.github.io/thumbhash/>.
  public var placeholder: [UInt8]

  /// The version of the computations; hashes of different versions are not comparable.
  public static let version: Int64 = 1

  /// Takes all three.
  public init(hash: PerceptualHash, dominantColor: UInt32, placeholder: [UInt8]) {
    self.hash = hash
    self.dominantColor = dominantColor
    self.placeholder = placeholder
  }
}
