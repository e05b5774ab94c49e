/// Reads Nikon's `NCDT` box: its `NCTG` child lists tags as EXIF does, without offsets.
///
/// - Note: Source: the layout ExifTool documents as "Nikon NCTG tags".
struct NikonReader {
  private let file: BoxFile

  /// Starts on a file.
  init(_ file: BoxFile) { self.file = file }

  /// Reads make, model and program.
  func read(_ ncdt: Box, into tags: inout MovieTags) throws(ByteError) {
    tags.offer(.make, "NIKON", from: .asset)
    var boxes = file.children(of: ncdt)
    while let box = try boxes.next() {
      guard box.type == "NCTG" else { continue }
      try file.read(box, upTo: 16 * 1_024) { reader throws(ByteError) in
        while reader.remaining >= 8 {
          let tag = try reader.read(UInt32.self)
          let format = Int(try reader.read(UInt16.self))
          let count = Int(try reader.read(UInt16.self))
          // Sizes of the TIFF types 1…12, the only ones written.
          let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]
          guard sizes.indices.contains(format) else { return }
          let bytes = try reader.bytes(sizes[format] * count)
          guard format == 2, let field = Self.field(of: tag) else { continue }
          tags.offer(field, MovieText.decode(bytes), from: .userData)
        }
      }
    }
  }

  private static func field(of tag: UInt32) -> MovieTags.Field? {
    switch tag {
    case 1: .make
    case 2: .model
    case 3: .software
    default: nil
    }
  }
}
