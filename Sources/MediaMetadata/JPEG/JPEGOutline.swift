package import MediaModel

/// What decoding a JPEG needs to know of its markers: frame, profile, and the small picture inside.
///
/// - Note: Source: ITU-T T.81 Annex B; ICC.1:2010 Annex B.4; Exif 2.32 §4.5.8.
package struct JPEGOutline: Sendable {
  /// The size of the first frame; `nil` when there is none.
  package private(set) var size: PixelSize?
  /// Colour components of the frame.
  package private(set) var componentCount = 0
  /// True when the whole picture stands in memory before the first row is known.
  package private(set) var isProgressive = false
  /// The ICC profile, joined from its parts; `nil` when there is none or a part is missing.
  package private(set) var profile: [UInt8]?
  /// Where the EXIF thumbnail stands in the bytes; it begins like a JPEG.
  package private(set) var thumbnail: Range<Int>?
  /// True when the scan was reached, so nothing is missing.
  package private(set) var isComplete = false

  /// Far more than the largest printer profile has.
  private static let maximumParts = 255

  /// Walks over the markers in the head of a file, or all of it.
  package init(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    var parts: [Int: ByteReader] = [:]
    var partCount = 0
    // The end of the bytes ends the walk.
    try? reader.skip(2)
    while let marker = reader.nextMarker() {
      if marker == 0xDA || marker == 0xD9 {
        isComplete = true
        break
      }
      if marker == 0x01 || (0xD0...0xD8).contains(marker) { continue }
      guard let count = try? reader.peek(UInt16.self, at: reader.position), count >= 2 else {
        continue
      }
      let start = reader.position
      guard let segment = try? reader.slice(Int(count)) else { break }
      switch marker {
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: readFrame(segment, marker)
      case 0xE1 where thumbnail == nil && segment.holds("Exif\0", at: 2):
        if let block = try? segment.slice(8..<segment.count), let found = Self.thumbnail(in: block)
        {
          thumbnail = start + 8 + found.lowerBound..<start + 8 + found.upperBound
        }
      case 0xE2 where segment.holds("ICC_PROFILE\0", at: 2) && parts.count < Self.maximumParts:
        guard let number = try? segment.peek(UInt8.self, at: 14),
          let all = try? segment.peek(UInt8.self, at: 15),
          let part = try? segment.slice(16..<segment.count)
        else { break }
        partCount = Int(all)
        parts[Int(number)] = parts[Int(number)] ?? part
      default: break
      }
    }
    profile = Self.join(parts, count: partCount)
  }

  private mutating func readFrame(_ segment: ByteReader, _ marker: UInt8) {
    guard size == nil, let height = try? segment.peek(UInt16.self, at: 3),
      let width = try? segment.peek(UInt16.self, at: 5),
      let components = try? segment.peek(UInt8.self, at: 7), width > 0, height > 0
    else { return }
    size = PixelSize(width: Int(width), height: Int(height))
    componentCount = Int(components)
    isProgressive = marker & 3 == 2
  }

  private static func join(_ parts: [Int: ByteReader], count: Int) -> [UInt8]? {
    guard count > 0 else { return nil }
    var joined: [UInt8] = []
    for number in 1...count {
      guard let part = parts[number] else { return nil }
      part.withRemaining { $0.append(0..<$0.count, to: &joined) }
    }
    return joined
  }

  /// The JPEG that the second directory of an EXIF block points to.
  private static func thumbnail(in block: ByteReader) -> Range<Int>? {
    guard var tiff = try? TIFFStructure(BlockBytes(block: block)),
      let first = (try? tiff.directory(at: tiff.firstDirectory)) ?? nil, first.nextDirectory > 0,
      let second = (try? tiff.directory(at: first.nextDirectory)) ?? nil
    else { return nil }
    var start: Int?
    var count: Int?
    for field in second {
      if field.tag == 0x0201 { start = tiff.withValue(of: field) { $0.integer() } ?? nil }
      if field.tag == 0x0202 { count = tiff.withValue(of: field) { $0.integer() } ?? nil }
    }
    guard let start, let count, start >= 8, count > 4, start <= block.count,
      (try? block.peek(UInt16.self, at: start)) == 0xFFD8
    else { return nil }
    return start..<start + min(count, block.count - start)
  }
}

extension ByteReader {
  /// Moves behind the next marker, over fill bytes and junk; `nil` at the end.
  fileprivate mutating func nextMarker() -> UInt8? {
    var isMarker = false
    while let byte = try? read(UInt8.self) {
      if byte == 0xFF { isMarker = true; continue }
      if isMarker, byte != 0 { return byte }
      isMarker = false
    }
    return nil
  }
}
