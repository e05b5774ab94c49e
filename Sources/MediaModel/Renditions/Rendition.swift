/// A file that stands for an item, and the record of how it was chosen or made.
public struct Rendition: Hashable, Sendable {
  /// How the file came to be.
  public enum Method: String, Hashable, Sendable, CaseIterable {
    /// It is the item's own file.
    case original
    /// The streams of a video stand in another container, bit for bit.
    case copied
    /// Pixels or sound were encoded anew.
    case encoded
  }

  /// Why it is this file and no other; stable text, new reasons may appear in any release.
  public struct Reason: RawRepresentable, Hashable, Sendable {
    /// The stable text.
    public let rawValue: String
    /// Takes the stable text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The policy asks for the item's own bytes.
    public static let asked = Reason(rawValue: "asked")
    /// The caller accepts the item's media type.
    public static let accepted = Reason(rawValue: "accepted")
    /// The item's own bytes are compatible and within the bounds.
    public static let compatible = Reason(rawValue: "compatible")
    /// Few programs open the item's format.
    public static let format = Reason(rawValue: "format")
    /// Few programs decode the item's codec.
    public static let codec = Reason(rawValue: "codec")
    /// The item is coded for screens brighter than most.
    public static let dynamicRange = Reason(rawValue: "dynamic-range")
    /// The item is outside the bounds of the specification.
    public static let constraints = Reason(rawValue: "constraints")
    /// Its streams have a profile, a pixel format or a sound that few programs decode.
    public static let streams = Reason(rawValue: "streams")
  }

  /// The file.
  public var path: FilePath
  /// The media type of RFC 6838.
  public var mime: String
  /// How it came to be.
  public var method: Method
  /// Why it is this file.
  public var reason: Reason
  /// The item's own file.
  public var source: FilePath
  /// Pixels as shown, when they are known.
  public var size: PixelSize?
  /// Bytes of the file.
  public var byteCount: Int64

  /// True when it is the item's own file.
  public var isOriginal: Bool { method == .original }

  /// Makes a record.
  public init(
    path: FilePath, mime: String, method: Method, reason: Reason, source: FilePath,
    size: PixelSize? = nil, byteCount: Int64
  ) {
    self.path = path
    self.mime = mime
    self.method = method
    self.reason = reason
    self.source = source
    self.size = size
    self.byteCount = byteCount
  }
}
