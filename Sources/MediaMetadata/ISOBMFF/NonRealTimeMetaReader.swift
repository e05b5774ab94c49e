/// Reads the XML that Sony's cameras write into a `meta` box: date with zone, device, capture rate.
///
/// Only attributes of four elements are wanted, so no XML is parsed: the elements are looked for.
///
/// - Note: Source: the `NonRealTimeMeta` element of Sony's XAVC; ExifTool's "XML tags".
struct NonRealTimeMetaReader {
  private let file: BoxFile

  /// Bytes that are searched; real ones have about 3,000.
  private static let maximumBytes = 64 * 1_024

  /// Starts on a file.
  init(_ file: BoxFile) { self.file = file }

  /// Reads an `xml ` box.
  func read(_ box: Box, into tags: inout MovieTags) throws(ByteError) {
    try file.read(box, upTo: Self.maximumBytes) { reader throws(ByteError) in
      try reader.skip(4)
      let bytes = try reader.bytes(reader.remaining)
      guard Self.find("<NonRealTimeMeta", in: bytes[...]) != nil else { return }
      tags.offer(.creationDate, Self.value("value", of: "<CreationDate ", in: bytes), from: .keys)
      tags.offer(.make, Self.value("manufacturer", of: "<Device ", in: bytes), from: .keys)
      tags.offer(.model, Self.value("modelName", of: "<Device ", in: bytes), from: .keys)
      tags.offer(.lensModel, Self.value("modelName", of: "<Lens ", in: bytes), from: .keys)
      let serial = Self.value("serialNo", of: "<Device ", in: bytes)
      // All ones say that the camera keeps its number to itself.
      if serial != "4294967295" { tags.offer(.serial, serial, from: .keys) }
      let rate = Self.value("captureFps", of: "<VideoFrame ", in: bytes)
      tags.offer(
        .captureFrameRate, rate.map { String($0.prefix { $0 != "p" && $0 != "i" }) }, from: .keys)
    }
  }

  /// The value of an attribute of the first element that starts with `mark`.
  private static func value(
    _ attribute: StaticString, of mark: StaticString, in bytes: [UInt8]
  ) -> String? {
    guard let start = find(mark, in: bytes[...]) else { return nil }
    let element = bytes[start...].prefix { $0 != UInt8(ascii: ">") }
    guard let name = find(attribute, in: element) else { return nil }
    let rest = element[name...].dropFirst(attribute.utf8CodeUnitCount)
    guard rest.starts(with: [UInt8(ascii: "="), UInt8(ascii: "\"")]) else { return nil }
    let text = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "\"") }
    return MovieText.decode(Array(text.prefix(256)))
  }

  /// The first place of a text of ASCII.
  private static func find(_ text: StaticString, in bytes: ArraySlice<UInt8>) -> Int? {
    text.withUTF8Buffer { wanted in
      bytes.indices.first { bytes[$0] == wanted.first && bytes[$0...].starts(with: wanted) }
    }
  }
}
