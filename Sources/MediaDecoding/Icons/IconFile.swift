internal import CVips
internal import MediaModel

/// Decodes the largest picture of a Windows icon or cursor.
///
/// - Note: Source: Microsoft, "Icons" (1995): a directory, then PNG files or bitmaps without their
///   file header, of twice the height, whose second half is a mask of one bit a pixel.
struct IconFile {
  let limits: DecodingLimits

  /// Icons are small; cursors with many sizes have a few hundred kilobytes.
  private static let maximumCount = 16 << 20
  private static let directoryCount = 6
  private static let entryCount = 16

  /// Decodes an open file.
  func decode(_ file: borrowing OpenMedia) throws(RenderFailure) -> DecodedPicture {
    let bytes = try file.read(upTo: min(limits.fileByteCount, Self.maximumCount))
    let candidates = entries(of: bytes).sorted { $0.rank > $1.rank }
    var failure = RenderFailure.damaged("it has no picture")
    for entry in candidates {
      do throws(RenderFailure) { return try decode(Array(bytes[entry.content])) } catch {
        failure = error
      }
    }
    throw failure
  }

  private struct Entry {
    var content: Range<Int>
    /// The more pixels, then the more colours, the better.
    var rank: Int
  }

  private func entries(of bytes: [UInt8]) -> [Entry] {
    let count = Int(bytes.word(at: 4))
    return (0..<count).compactMap { index in
      let start = Self.directoryCount + index * Self.entryCount
      guard start + Self.entryCount <= bytes.count else { return nil }
      let offset = Int(bytes.long(at: start + 12))
      let length = Int(bytes.long(at: start + 8))
      guard offset < bytes.count, length >= 40 else { return nil }
      // Zero stands for 256.
      let width = bytes[start] == 0 ? 256 : Int(bytes[start])
      let height = bytes[start + 1] == 0 ? 256 : Int(bytes[start + 1])
      return Entry(
        content: offset..<min(offset + length, bytes.count),
        rank: width * height << 8 | Int(bytes.word(at: start + 6) & 0xFF))
    }
  }

  private func decode(_ content: [UInt8]) throws(RenderFailure) -> DecodedPicture {
    guard content.count >= 40 else { throw .damaged("an icon in it is cut") }
    if content.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      let memory = Bytes(content)
      let picture = try VipsPicture.make(memory: memory) {
        cvips_png_buffer(memory.buffer.baseAddress, memory.buffer.count, $0)
      }
      let (area, isTooLarge) = picture.size.width.multipliedReportingOverflow(
        by: picture.size.height)
      guard !isTooLarge, area <= limits.byteCount / 8 else { throw .tooLarge(picture.size) }
      return DecodedPicture(pixels: .lazy(picture), orientation: .up)
    }
    return DecodedPicture(pixels: .bitmap(try bitmap(content)), orientation: .up)
  }

  /// Decodes a bitmap and makes transparent what its mask says.
  private func bitmap(_ content: [UInt8]) throws(RenderFailure) -> Bitmap {
    let headerCount = Int(content.long(at: 0))
    let width = Int(Int32(bitPattern: content.long(at: 4)))
    let height = Int(Int32(bitPattern: content.long(at: 8))) / 2
    let depth = Int(content.word(at: 14))
    guard headerCount == 40, (1...1_024).contains(width), (1...1_024).contains(height),
      [1, 4, 8, 16, 24, 32].contains(depth)
    else { throw .damaged("an icon in it has an impossible header") }
    let colors = depth > 8 ? 0 : content.long(at: 32) == 0 ? 1 << depth : Int(content.long(at: 32))
    let pixelStart = headerCount + min(colors, 256) * 4
    var file: [UInt8] = [0x42, 0x4D] + littleEndian(14 + content.count) + littleEndian(0)
    file += littleEndian(14 + pixelStart) + content
    file.replaceSubrange(14 + 8..<14 + 12, with: littleEndian(height))
    let picture = try StillDecoder(limits: limits).decode(file, as: .bmp)
    guard picture.channels == 4, picture.size == PixelSize(width: width, height: height) else {
      return picture
    }
    let rowCount = (width * depth + 31) / 32 * 4
    let isOpaque = stride(from: 3, to: picture.pixels.count, by: 4).allSatisfy {
      picture.pixels[$0] == 255
    }
    if isOpaque { mask(picture, content, at: pixelStart + rowCount * height) }
    return picture
  }

  private func mask(_ picture: Bitmap, _ content: [UInt8], at start: Int) {
    let rowCount = (picture.width + 31) / 32 * 4
    guard start + rowCount * picture.height <= content.count else { return }
    for row in 0..<picture.height {
      let line = start + (picture.height - 1 - row) * rowCount
      for column in 0..<picture.width
      where content[line + column / 8] & (0x80 >> UInt8(column % 8)) != 0 {
        picture.pixels[(row * picture.width + column) * 4 + 3] = 0
      }
    }
  }

  private func littleEndian(_ value: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: value).littleEndian) { Array($0) }
  }
}

extension Array<UInt8> {
  /// A little-endian number, zero past the end.
  fileprivate func word(at offset: Int) -> UInt16 {
    offset + 1 < count ? UInt16(self[offset]) | UInt16(self[offset + 1]) << 8 : 0
  }

  /// A little-endian number, zero past the end.
  fileprivate func long(at offset: Int) -> UInt32 {
    UInt32(word(at: offset)) | UInt32(word(at: offset + 2)) << 16
  }
}
