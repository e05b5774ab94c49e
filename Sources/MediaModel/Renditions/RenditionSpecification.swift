/// What a compatible rendition shall be; equal specifications of equal files give equal bytes.
///
/// A picture becomes JPEG, a video H.264 and AAC in MP4. A bound is an upper one: nothing is
/// enlarged, and an original that is compatible and within the bounds is left as it is.
public struct RenditionSpecification: Hashable, Sendable {
  /// Pixels of the longer side at most, 16…16,384.
  ///
  /// `nil` keeps all pixels of a picture. A video that must be encoded anew is then brought inside
  /// ``defaultVideoSide``; one whose streams can be copied keeps its size.
  public var maximumSide: Int?
  /// Bytes of the file at most; 1,024 or more.
  ///
  /// A larger cap never gives a smaller picture. What does not fit even at its smallest is refused
  /// with ``RenderFailure/Code/tooLarge``.
  public var maximumByteCount: Int64?
  /// JPEG quality, 1…100; lowered only to meet ``maximumByteCount``.
  public var quality: Int

  /// The longer side of an encoded video unless said otherwise.
  ///
  /// 1080p is level 4.2 of H.264, which hardware of the last fifteen years plays; 4K is level 5.1,
  /// takes four times as long, and is what the original is for.
  public static let defaultVideoSide = 1_920

  /// Makes a specification; values outside their ranges are moved to the nearest inside.
  public init(maximumSide: Int? = nil, maximumByteCount: Int64? = nil, quality: Int = 90) {
    self.maximumSide = maximumSide.map { min(max($0, 16), 16_384) }
    self.maximumByteCount = maximumByteCount.map { max($0, 1_024) }
    self.quality = min(max(quality, 1), 100)
  }

  /// True when a file needs no change for the bounds' sake; `nil` when its size is not known.
  public func admits(size: PixelSize?, byteCount: Int64) -> Bool? {
    if let maximumByteCount, byteCount > maximumByteCount { return false }
    guard let maximumSide else { return true }
    return size.map { max($0.width, $0.height) <= maximumSide }
  }
}
