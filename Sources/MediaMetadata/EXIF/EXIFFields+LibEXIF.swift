internal import CExif
internal import MediaModel

extension EXIFFields {
  /// libexif reads no more of a block than this, the leading `Exif\0\0` included.
  private static let libraryLimit = 65_534
  private static let prefix: StaticString = "Exif\0\0"

  /// Reads one block, from its TIFF header on.
  ///
  /// libexif reads what it can; a larger block, and entries that libexif loses, are read by our
  /// own TIFF reader into the same values.
  mutating func read(_ block: ByteReader) {
    if block.count + 6 <= Self.libraryLimit, let block = Self.prefixed(block), readByLibrary(block)
    {
      return
    }
    do {
      var tiff = try TIFFStructure(BlockBytes(block: block))
      try read(&tiff)
    } catch {
      warnings.append(MetadataWarning(tag: "exif", reason: "block without a TIFF structure"))
    }
  }

  /// The block with `Exif\0\0` before it: where it was read from, else as a copy.
  private static func prefixed(_ block: ByteReader) -> ByteReader? {
    if let wider = block.widened(by: 6), wider.starts(with: prefix) { return wider }
    var block = block
    guard (try? block.seek(to: 0)) != nil, let bytes = try? block.bytes(block.count) else {
      return nil
    }
    return ByteReader(prefix.withUTF8Buffer { Array($0) } + bytes)
  }

  /// Reads with libexif; false when it lost an entry.
  private mutating func readByLibrary(_ block: ByteReader) -> Bool {
    block.withUnsafeRemainingBytes { bytes in
      guard let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress,
        let data = cexif_load(start, UInt32(bytes.count))
      else { return false }
      // Copied here, because the arena is emptied at the next block.
      take(from: data)
      return Self.isComplete(data, block)
    }
  }

  private mutating func take(from data: UnsafePointer<ExifData>) {
    let order = exif_data_get_byte_order(UnsafeMutablePointer(mutating: data))
    let isBigEndian = order == EXIF_BYTE_ORDER_MOTOROLA
    let directories = data.pointee.ifd
    for isFallback in [false, true] where !isFallback || hasMisplacedTags {
      take(directories.0, from: .ifd0, isBigEndian, isFallback: isFallback)
      take(directories.2, from: .exif, isBigEndian, isFallback: isFallback)
      take(directories.3, from: .gps, isBigEndian, isFallback: isFallback)
    }
  }

  private mutating func take(
    _ content: UnsafeMutablePointer<ExifContent>?, from directory: Directory, _ isBigEndian: Bool,
    isFallback: Bool
  ) {
    guard let content, let entries = content.pointee.entries else { return }
    for index in 0..<Int(content.pointee.count) {
      guard let entry = entries[index], let data = entry.pointee.data,
        let type = EXIFValue.FieldType(rawValue: UInt16(entry.pointee.format.rawValue))
      else { continue }
      let bytes = UnsafeRawBufferPointer(start: data, count: Int(entry.pointee.size))
      take(
        UInt16(truncatingIfNeeded: entry.pointee.tag.rawValue),
        EXIFValue(
          type: type, count: Int(entry.pointee.components), bytes: BorrowedBytes(bytes),
          isBigEndian: isBigEndian),
        from: directory, isFallback: isFallback)
    }
  }

  /// True when libexif has every entry of the three directories.
  ///
  /// It loses entries of types it does not know (Exif 3.0 text), of values outside the block and
  /// of tags written twice, and all of a directory whose pointer stands in the wrong place.
  private static func isComplete(_ data: UnsafePointer<ExifData>, _ block: ByteReader) -> Bool {
    guard let block = try? block.slice(6..<block.count),
      var tiff = try? TIFFStructure(BlockBytes(block: block)),
      let first = (try? tiff.directory(at: tiff.firstDirectory)) ?? nil
    else { return false }
    let read = data.pointee.ifd
    var pointers = 0
    for field in first {
      switch field.tag {
      case 0x8769:
        let inner = count(of: field, in: &tiff)
        if inner != count(read.2) + (count(read.4) > 0 ? 1 : 0) { return false }
        pointers += 1
      case 0x8825:
        if count(of: field, in: &tiff) != count(read.3) { return false }
        pointers += 1
      case 0xA005: pointers += 1
      default: break
      }
    }
    return first.count == count(read.0) + pointers
  }

  /// Entries that libexif has of a directory.
  private static func count(_ content: UnsafeMutablePointer<ExifContent>?) -> Int {
    content.map { Int($0.pointee.count) } ?? 0
  }

  /// Entries that are written in the directory a field points to.
  private static func count(
    of field: TIFFField, in tiff: inout TIFFStructure<BlockBytes>
  ) -> Int? {
    child(field, in: &tiff)?.count
  }
}
