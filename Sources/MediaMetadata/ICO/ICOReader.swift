internal import MediaModel

/// Reads the largest picture of an icon or a cursor.
///
/// - Note: Source: Microsoft's documentation of ICONDIR; PNG inside icons since Windows Vista.
func readICO(_ source: ByteSource, into metadata: inout EmbeddedMetadata) throws {
  var head = try source.reader(at: 0, count: 6)
  head.isBigEndian = false
  let count = Int(try head.peek(UInt16.self, at: 4))
  var directory = try source.reader(at: 6, upTo: count * 16)
  directory.isBigEndian = false
  var best: IconPicture?
  for _ in 0..<min(count, maximumPictures) where directory.remaining >= 16 {
    let entry = IconEntry(try directory.slice(16))
    let picture = IconPicture(entry, in: source)
    if let picture, picture.area > best?.area ?? 0 { best = picture }
  }
  guard let best else { throw ContainerError.malformed("None of its entries has a picture.") }
  metadata.codec = best.codec
  metadata.pixelSize = best.size
}

/// Pictures that are looked at; icons have about ten.
private let maximumPictures = 64

/// One entry of an icon's directory.
private struct IconEntry {
  let width: Int
  let height: Int
  let offset: Int64

  /// Reads 16 bytes; a side of zero means 256.
  init(_ entry: ByteReader) {
    func side(_ byte: UInt8?) -> Int { byte.map { $0 == 0 ? 256 : Int($0) } ?? 256 }
    width = side(try? entry.peek(UInt8.self, at: 0))
    height = side(try? entry.peek(UInt8.self, at: 1))
    offset = Int64((try? entry.peek(UInt32.self, at: 12)) ?? .max)
  }
}

/// What an entry points to.
///
/// The directory has only eight bits for a side, so the picture's own header is believed.
private struct IconPicture {
  let size: PixelSize
  let codec: String
  var area: Int { size.width * size.height }

  /// Reads the head of the picture; `nil` when it lies outside the file.
  init?(_ entry: IconEntry, in source: ByteSource) {
    guard let head = try? source.reader(at: entry.offset, upTo: 24), head.count >= 8 else {
      return nil
    }
    if (try? head.peek(UInt64.self, at: 0)) == 0x8950_4E47_0D0A_1A0A {
      codec = "png"
      guard let width = try? head.peek(UInt32.self, at: 16),
        let height = try? head.peek(UInt32.self, at: 20),
        let size = PixelSize(checking: Int(width), Int(height))
      else { return nil }
      self.size = size
      return
    }
    codec = "bmp"
    guard let bitmap = (try? BitmapHeader(source, at: entry.offset))?.size else { return nil }
    // The mask stands below the picture and counts as its rows, though not for all writers.
    let isPlain = bitmap.width == entry.width && bitmap.height == entry.height
    size = PixelSize(
      width: bitmap.width, height: isPlain ? bitmap.height : max(1, bitmap.height / 2))
  }
}
