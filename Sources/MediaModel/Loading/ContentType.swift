/// A media type such as `image/heic`, or a range of them such as `image/*`.
///
/// The text is kept in lower case and without parameters, so equal types are equal values.
///
/// - Note: Source: RFC 6838 §4.2 (names), RFC 9110 §12.5.1 (ranges).
public struct ContentType: Hashable, Sendable {
  /// The type in lower case, such as `image/jpeg`.
  public let rawValue: String

  /// Takes a type or a range; `nil` for anything else.
  ///
  /// - Parameter text: `type/subtype` in any case, with or without parameters; each name has at most
  ///   127 characters of RFC 6838 §4.2, `*` stands for any subtype, `*/*` for any type.
  public init?(_ text: String) {
    var parts = text.utf8.split(separator: 0x3B, maxSplits: 1, omittingEmptySubsequences: false)[0]
    while let first = parts.first, Self.isBlank(first) { parts = parts.dropFirst() }
    while let last = parts.last, Self.isBlank(last) { parts = parts.dropLast() }
    let names = parts.split(separator: 0x2F, omittingEmptySubsequences: false)
    guard names.count == 2 else { return nil }
    let isAnySubtype = names[1].elementsEqual("*".utf8)
    let isAny = isAnySubtype && names[0].elementsEqual("*".utf8)
    guard isAny || Self.isName(names[0]), isAnySubtype || Self.isName(names[1]) else { return nil }
    rawValue = String(decoding: parts, as: UTF8.self).lowercased()
  }

  private init(known text: String) { rawValue = text }

  /// The type of a format.
  public init(_ format: MediaFormat) { rawValue = format.mime }

  /// The type of an encoded thumbnail.
  public init(_ format: ThumbnailSpecification.Format) { rawValue = format.mime }

  /// True for `image/*` and `*/*`.
  public var isRange: Bool { rawValue.hasSuffix("/*") }

  /// True when everything of this type is of the other type too.
  ///
  /// A type conforms to itself and to the ranges that hold it; a range never to a single type.
  public func conforms(to other: ContentType) -> Bool {
    if self == other || other == .any { return true }
    return other.isRange && rawValue.hasPrefix(other.rawValue.dropLast())
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func isName(_ name: Substring.UTF8View) -> Bool {
    func isAlphanumeric(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    guard let first = name.first, isAlphanumeric(first), name.count <= 127 else { return false }
    return name.allSatisfy { isAlphanumeric($0) || "!#$&-^_.+".utf8.contains($0) }
  }
}

extension ContentType {
  /// Everything.
  public static let any = ContentType(known: "*/*")
  /// Any picture.
  public static let image = ContentType(known: "image/*")
  /// Any video.
  public static let video = ContentType(known: "video/*")
  /// Any text.
  public static let text = ContentType(known: "text/*")
  /// Bytes of which nothing is known.
  public static let data = ContentType(known: "application/octet-stream")
  /// JPEG.
  public static let jpeg = ContentType(MediaFormat.jpeg)
  /// PNG.
  public static let png = ContentType(MediaFormat.png)
  /// GIF.
  public static let gif = ContentType(MediaFormat.gif)
  /// WebP.
  public static let webP = ContentType(MediaFormat.webp)
  /// HEIC.
  public static let heic = ContentType(MediaFormat.heic)
  /// AVIF.
  public static let avif = ContentType(MediaFormat.avif)
  /// MP4.
  public static let mp4 = ContentType(MediaFormat.mp4)
  /// QuickTime.
  public static let quickTime = ContentType(MediaFormat.quickTime)
  /// Text without a structure.
  public static let plainText = ContentType(known: "text/plain")
  /// JSON.
  public static let json = ContentType(known: "application/json")
}

extension ContentType: CustomStringConvertible {
  /// The type.
  public var description: String { rawValue }
}
