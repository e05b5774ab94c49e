/// A metadata block as hexadecimal text, as ImageMagick writes it into PNG.
///
/// A line break, the name, a line break, the count in decimal, and the digits with line breaks.
enum RawProfile {
  /// Adds the block to the EXIF or the XMP blocks, by what it begins with.
  static func read(_ text: ByteReader, into blocks: inout MetadataBlocks) {
    guard let block = bytes(of: text) else { return }
    if block.starts(with: "http://ns.adobe.com/xap/1.0/\0") {
      if let packet = try? block.slice(29..<block.count) { blocks.xmp.append(packet) }
    } else {
      blocks.exif.append(block.withoutEXIFPrefix)
    }
  }

  /// The block's bytes; `nil` when the text is of another form.
  static func bytes(of text: ByteReader) -> ByteReader? {
    text.withRemaining { text in
      guard let start = digitsStart(in: text) else { return nil }
      var bytes: [UInt8] = []
      bytes.reserveCapacity((text.count - start) / 2)
      var high: UInt8?
      for index in start..<text.count {
        guard let digit = text[index].flatMap(value) else { continue }
        if let first = high {
          bytes.append(first << 4 | digit)
          high = nil
        } else {
          high = digit
        }
      }
      return bytes.isEmpty ? nil : ByteReader(bytes)
    }
  }

  /// Where the digits begin: behind the third line break.
  private static func digitsStart(in text: BorrowedBytes) -> Int? {
    var lines = 0
    for index in 0..<min(text.count, 200) where text[index] == 0x0A {
      lines += 1
      if lines == 3 { return index + 1 }
    }
    return nil
  }

  private static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}

extension ByteReader {
  /// An EXIF block from its TIFF header on; some writers keep the six bytes that JPEG needs.
  var withoutEXIFPrefix: ByteReader {
    guard starts(with: "Exif\0\0"), let block = try? slice(6..<count) else { return self }
    return block
  }
}
