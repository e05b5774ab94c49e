internal import MediaModel

/// Reads the header and the properties of a GIMP image.
///
/// - Note: Source: GIMP's "Documentation of the XCF file format", devel-docs/xcf.txt.
func readXCF(_ source: ByteSource, into metadata: inout EmbeddedMetadata) throws {
  metadata.codec = "xcf"
  let header = try source.reader(at: 0, upTo: 30)
  metadata.pixelSize = PixelSize(
    checking: Int(try header.peek(UInt32.self, at: 14)), Int(try header.peek(UInt32.self, at: 18)))
  var blocks = MetadataBlocks()
  defer { blocks.read(into: &metadata) }
  // From version 4 on the precision stands before the properties.
  try readProperties(source, at: xcfVersion(header) >= 4 ? 30 : 26, into: &blocks)
  if metadata.pixelSize == nil { throw ContainerError.malformed("The header has no size.") }
}

/// Files have about ten properties.
private let maximumProperties = 256
/// Blocks of metadata above this are passed over.
private let maximumParasites = 4 << 20

/// The number in `gimp xcf v011`; the first version says `file` there.
private func xcfVersion(_ header: ByteReader) -> Int {
  guard header.holds("v", at: 9) else { return 0 }
  return (10..<13).reduce(0) { sum, index in
    let digit = (try? header.peek(UInt8.self, at: index)).map { Int($0) - 0x30 } ?? 0
    return sum * 10 + ((0...9).contains(digit) ? digit : 0)
  }
}

private func readProperties(
  _ source: ByteSource, at start: Int64, into blocks: inout MetadataBlocks
) throws(ByteError) {
  var offset = start
  for _ in 0..<maximumProperties {
    var head = try source.reader(at: offset, count: 8)
    let kind = try head.read(UInt32.self)
    let count = Int(try head.read(UInt32.self))
    if kind == 0 { return }
    if kind == 21, count <= maximumParasites {
      try readParasites(try source.reader(at: offset + 8, upTo: count), into: &blocks)
    }
    offset += 8 + Int64(count)
  }
}

/// Reads GIMP's parasites: named data that programs hang on an image.
private func readParasites(
  _ property: ByteReader, into blocks: inout MetadataBlocks
) throws(ByteError) {
  var parasites = property
  while parasites.remaining >= 12 {
    let name = try parasites.slice(Int(try parasites.read(UInt32.self)))
    try parasites.skip(4)
    let content = try parasites.slice(Int(try parasites.read(UInt32.self)))
    if name.starts(with: "exif-data\0") {
      blocks.exif.append(content.withoutEXIFPrefix)
    } else if name.starts(with: "icc-profile\0") {
      blocks.icc = blocks.icc ?? content
    } else if name.starts(with: "gimp-metadata\0"), content.starts(with: "GIMP_XMP_1") {
      blocks.xmp.append(try content.slice(10..<content.count))
    }
  }
}
