/// What a thumbnail shall be; equal specifications give equal bytes.
public struct ThumbnailSpecification: Hashable, Sendable {
  /// How a picture fills its bound.
  public enum Fit: String, Hashable, Sendable, CaseIterable {
    /// The whole picture, no side longer than the bound; never enlarged.
    case inside
    /// The bound is filled, what sticks out is cut; the cut keeps what draws attention.
    case cover
    /// The bound is filled, what sticks out is cut evenly on both sides.
    case coverCentre = "cover-centre"
  }

  /// How the thumbnail is encoded.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    case jpeg, webp

    /// The media type of RFC 6838.
    public var mime: String { "image/\(rawValue)" }
    /// The usual extension.
    public var fileExtension: String { self == .jpeg ? "jpg" : "webp" }
  }

  /// Largest width and height in pixels, 16…4,096 each; already multiplied by the pixel ratio.
  public var bound: PixelSize
  /// How the picture fills it.
  public var fit: Fit
  /// How it is encoded.
  public var format: Format
  /// 1…100.
  public var quality: Int
  /// Where in a video the poster is, `nil` for the first frame that is not blank.
  public var posterTime: Duration?

  /// The largest bound.
  public static let maximumSide = 4_096

  /// Makes a specification; values outside their ranges are moved to the nearest inside.
  public init(
    bound: PixelSize, fit: Fit = .inside, format: Format = .jpeg, quality: Int = 80,
    posterTime: Duration? = nil
  ) {
    func side(_ value: Int) -> Int { min(max(value, 16), Self.maximumSide) }
    self.bound = PixelSize(width: side(bound.width), height: side(bound.height))
    self.fit = fit
    self.format = format
    self.quality = min(max(quality, 1), 100)
    self.posterTime = posterTime
  }

  /// A square bound of `side` points at a display's pixel ratio.
  public init(side: Int, pixelRatio: Double = 1, fit: Fit = .inside, format: Format = .jpeg) {
    let pixels = Int(
      (Double(min(max(side, 1), Self.maximumSide)) * min(max(pixelRatio, 0.1), 8)).rounded(.up))
    self.init(bound: PixelSize(width: pixels, height: pixels), fit: fit, format: format)
  }
}
