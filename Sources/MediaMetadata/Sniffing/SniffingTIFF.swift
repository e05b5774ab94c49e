internal import MediaModel

/// Tells the formats that share TIFF's header.
func sniffTIFF(_ source: ByteSource, _ head: ByteReader) -> MediaFormat? {
  if head.holds("RO", at: 2) || head.holds("RS", at: 2) || head.holds("OR", at: 2) { return .orf }
  if head.starts(with: "IIU\0") { return .rw2 }
  if head.holds("HEAPCCDR", at: 6) { return .crw }
  guard var tiff = try? TIFFStructure(source), tiff.magic == 42 || tiff.magic == 43 else {
    return nil
  }
  if head.holds("CR", at: 8) { return .cr2 }
  // A header whose directory cannot be read is still a TIFF, though a damaged one.
  guard let first = (try? tiff.directory(at: tiff.firstDirectory)) ?? nil else {
    return tiff.firstDirectory >= 8 ? .tiff : nil
  }
  var picture = TIFFPicture()
  picture.read(first, of: &tiff)
  return picture.format ?? (first.isCut ? .tiff : nil)
}

/// What tells a camera's raw file from a picture that was only edited from one.
private struct TIFFPicture {
  private var make = ""
  private var isDNG = false
  private var holdsSensorData = false
  private var holdsPicture = false

  private static let maximumChildren = 8

  mutating func read(_ first: TIFFDirectory, of tiff: inout TIFFStructure<ByteSource>) {
    for field in first {
      switch field.tag {
      case 0x010F: make = Self.text(field, tiff)
      case 0xC612: isDNG = true
      case 0x0111, 0x0144, 0x014A, 0x0201: holdsPicture = true
      default: break
      }
    }
    inspect(first, of: tiff)
    var children = Self.children(of: first, tiff)
    if first.nextDirectory > 0 { children.append(first.nextDirectory) }
    for offset in children.prefix(Self.maximumChildren) where !holdsSensorData && !isDNG {
      if let child = (try? tiff.directory(at: offset)) ?? nil { inspect(child, of: tiff) }
    }
  }

  /// Looks for a colour filter array or for a compression that only cameras use.
  private mutating func inspect(_ directory: TIFFDirectory, of tiff: TIFFStructure<ByteSource>) {
    for field in directory where field.tag == 0x0103 || field.tag == 0x0106 {
      let value = tiff.number(field) ?? 0
      let isSensor =
        field.tag == 0x0106
        ? value == 32_803 || value == 34_892
        : [262, 32_767, 32_769, 32_770, 34_713, 65_000, 65_535].contains(value)
      if isSensor { holdsSensorData = true }
    }
  }

  /// The format; `nil` for an EXIF block saved as a file, which says nothing of pixels.
  var format: MediaFormat? {
    if isDNG { return .dng }
    guard holdsPicture else { return nil }
    guard holdsSensorData else { return .tiff }
    let makers: [(String, MediaFormat)] = [
      ("NIKON", .nef), ("SONY", .arw), ("PENTAX", .pef), ("ASAHI", .pef), ("RICOH", .pef),
      ("SAMSUNG", .srw), ("CANON", .cr2), ("SEIKO EPSON", .erf), ("EPSON", .erf),
      ("EASTMAN KODAK", .kdc), ("KODAK", .kdc), ("HASSELBLAD", .raw3fr), ("PHASE ONE", .raw3fr),
      ("LEAF", .raw3fr), ("MAMIYA", .raw3fr), ("IMACON", .raw3fr), ("OLYMPUS", .orf),
    ]
    return makers.first { make.hasPrefix($0.0) }?.1 ?? .tiff
  }

  private static func children(of directory: TIFFDirectory, _ tiff: TIFFStructure<ByteSource>)
    -> [Int64]
  {
    directory.first { $0.tag == 0x014A }.map { tiff.numbers($0).map { Int64($0) } } ?? []
  }

  private static func text(_ field: TIFFField, _ tiff: TIFFStructure<ByteSource>) -> String {
    guard field.count <= 256, let bytes = try? tiff.bytes(of: field) else { return "" }
    return bytes.withRemaining(MetadataText.clean)?.uppercased() ?? ""
  }
}
