internal import MediaModel

/// Reads a Sigma X3F: size and rotation, the list of properties, and the EXIF of a preview.
///
/// - Note: Source: "X3F Raw File Format" 2.1; ExifTool's tag tables `SigmaRaw`.
func readX3F(_ source: ByteSource, into metadata: inout EmbeddedMetadata) throws {
  var header = try source.reader(at: 0, count: 52)
  header.isBigEndian = false
  // From version 4 on the sides stand a little later.
  let sides = try header.peek(UInt16.self, at: 6) >= 4 ? 40 : 28
  metadata.pixelSize = PixelSize(
    checking: Int(try header.peek(UInt32.self, at: sides)),
    Int(try header.peek(UInt32.self, at: sides + 4)))
  // A side of nonsense leaves the angle without meaning.
  let angle = Int(Int32(bitPattern: try header.peek(UInt32.self, at: sides + 8)))
  if metadata.pixelSize != nil { metadata.orientation = Orientation(degrees: angle) }
  let turned = metadata.orientation
  let sections = try X3FSection.list(in: source)
  for section in sections where section.type == "PROP" {
    try readX3FProperties(section, in: source, into: &metadata)
  }
  for section in sections where section.type == "IMA2" && metadata.captureTimes.isEmpty {
    try readX3FPreview(section, in: source, into: &metadata)
  }
  metadata.orientation = turned
}

/// An entry of the directory at the end of the file.
private struct X3FSection {
  let offset: Int64
  let count: Int
  let type: FourCC

  private static let maximumSections = 64

  static func list(in source: ByteSource) throws(ByteError) -> [X3FSection] {
    var end = try source.reader(at: source.count - 4, count: 4)
    end.isBigEndian = false
    let start = Int64(try end.read(UInt32.self))
    var directory = try source.reader(at: start, upTo: 12 + maximumSections * 12)
    directory.isBigEndian = false
    guard directory.starts(with: "SECd") else { throw .outOfBounds }
    try directory.skip(8)
    let count = min(Int(try directory.read(UInt32.self)), maximumSections)
    var sections: [X3FSection] = []
    for _ in 0..<count {
      let offset = Int64(try directory.read(UInt32.self))
      let size = Int(try directory.read(UInt32.self))
      let type = FourCC(try directory.read(UInt32.self).byteSwapped)
      sections.append(X3FSection(offset: offset, count: size, type: type))
    }
    return sections
  }
}

/// Reads the EXIF of a preview, which is a JPEG behind 28 bytes.
private func readX3FPreview(
  _ section: X3FSection, in source: ByteSource, into metadata: inout EmbeddedMetadata
) throws(ByteError) {
  var head = try source.reader(at: section.offset, upTo: 28)
  head.isBigEndian = false
  guard head.starts(with: "SECi"), try head.peek(UInt32.self, at: 12) == 18 else { return }
  var segments = JPEGSegments(source, at: section.offset + 28)
  do { try segments.scan() } catch {
    if case .system = error { throw error }
    // A preview that ends too early costs only what stands behind its end.
  }
  segments.blocks.read(into: &metadata)
}

/// Reads pairs of texts in UTF-16: a table of where they begin, then the texts.
private func readX3FProperties(
  _ section: X3FSection, in source: ByteSource, into metadata: inout EmbeddedMetadata
) throws(ByteError) {
  var properties = try source.reader(at: section.offset, upTo: min(section.count, 64 * 1_024))
  properties.isBigEndian = false
  guard properties.starts(with: "SECp") else { return }
  let count = min(Int(try properties.peek(UInt32.self, at: 8)), 256)
  let texts = 24 + count * 8
  for index in 0..<count {
    let name = text(at: try properties.peek(UInt32.self, at: 24 + index * 8))
    let value = text(at: try properties.peek(UInt32.self, at: 28 + index * 8))
    if let name, let value { metadata.take(x3fProperty: name, value) }
  }

  func text(at offset: UInt32) -> String? {
    var position = texts + Int(offset) * 2
    var units: [UInt16] = []
    while units.count < 256, let unit = try? properties.peek(UInt16.self, at: position), unit != 0 {
      units.append(unit)
      position += 2
    }
    return MetadataText.clean(Array(String(decoding: units, as: UTF16.self).utf8))
  }
}

extension EmbeddedMetadata {
  fileprivate mutating func take(x3fProperty name: String, _ value: String) {
    let number = Double(value).flatMap { $0 > 0 && $0 < 1e9 ? $0 : nil }
    switch name {
    case "CAMMANUF": camera.make = value
    case "CAMMODEL": camera.model = value
    case "CAMSERIAL": camera.serial = value
    case "FIRMVERS": camera.software = value
    case "ISO": exposure.iso = number.map { Int($0) }
    case "APERTURE": exposure.fNumber = number
    // Microseconds.
    case "EXPTIME": exposure.exposureTime = number.map { $0 / 1_000_000 }
    case "FLENGTH": exposure.focalLength = number
    case "FLEQ35MM": exposure.focalLength35mm = number
    case "TIME":
      if let seconds = Int(value), let time = CaptureTimeCandidate.cameraClock(seconds: seconds) {
        captureTimes.append(time)
      }
    default: break
    }
  }
}
