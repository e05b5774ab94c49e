import TestSupport

@testable import MediaMetadata

/// Small pictures of the formats with a short header.
enum PictureFixtures {
  static func little<T: FixedWidthInteger>(_ value: T) -> [UInt8] { bytes(value, bigEndian: false) }

  static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  /// A profile of which only the description matters.
  static func profile(named name: String) -> [UInt8] {
    let text = ascii("desc") + zeros(4) + bytes(UInt32(name.utf8.count + 1)) + ascii(name) + [0]
    return zeros(128) + bytes(UInt32(1)) + ascii("desc") + bytes(UInt32(144))
      + bytes(UInt32(text.count)) + text
  }

  // MARK: Bitmaps

  static func bmp(header: [UInt8]) -> [UInt8] {
    ascii("BM") + little(UInt32(14 + header.count)) + zeros(4)
      + little(UInt32(14 + header.count)) + header
  }

  /// A header of `count` bytes with 32-bit sides.
  static func bitmapHeader(_ width: Int32, _ height: Int32, count: Int = 40) -> [UInt8] {
    let head =
      little(UInt32(count)) + little(width) + little(height) + little(UInt16(1))
      + little(UInt16(24))
    return head + zeros(count - head.count)
  }

  /// A version 5 header with a profile behind it.
  static func bitmapHeader(profile: [UInt8]) -> [UInt8] {
    var header = bitmapHeader(3, 2, count: 124)
    header.replaceSubrange(56..<60, with: little(UInt32(0x4D42_4544)))
    header.replaceSubrange(112..<120, with: little(UInt32(124)) + little(UInt32(profile.count)))
    return header + profile
  }

  /// An icon of pictures with the sides that its directory names.
  static func icon(
    kind: UInt16 = 1, _ pictures: [(width: UInt8, height: UInt8, bytes: [UInt8])]
  ) -> [UInt8] {
    var head = little(UInt16(0)) + little(kind) + little(UInt16(pictures.count))
    var offset = head.count + 16 * pictures.count
    for picture in pictures {
      head += [picture.width, picture.height, 0, 0, 1, 0, 32, 0]
      head += little(UInt32(picture.bytes.count)) + little(UInt32(offset))
      offset += picture.bytes.count
    }
    return head + pictures.flatMap(\.bytes)
  }

  // MARK: JPEG 2000 and JPEG XL

  /// The first markers of a JPEG 2000 codestream.
  static func codestream(
    _ width: UInt32, _ height: UInt32, left: UInt32 = 0, top: UInt32 = 0
  ) -> [UInt8] {
    [0xFF, 0x4F, 0xFF, 0x51, 0, 41, 0, 0] + bytes(width + left) + bytes(height + top)
      + bytes(left) + bytes(top) + zeros(20)
  }

  static func jp2(_ boxes: [UInt8], brand: String = "jp2 ") -> [UInt8] {
    [0, 0, 0, 12] + ascii("jP  \r\n") + [0x87, 0x0A]
      + BoxBuilder.box("ftyp", ascii(brand), zeros(4), ascii(brand)) + boxes
  }

  static func imageHeader(_ width: UInt32, _ height: UInt32) -> [UInt8] {
    BoxBuilder.box("ihdr", bytes(height), bytes(width), [0, 3, 7, 7, 0, 0])
  }

  static func jxl(_ boxes: [UInt8]...) -> [UInt8] {
    [0, 0, 0, 12] + ascii("JXL \r\n") + [0x87, 0x0A]
      + BoxBuilder.box("ftyp", ascii("jxl "), zeros(4), ascii("jxl ")) + boxes.flatMap { $0 }
  }

  /// A JPEG XL codestream of 120 by 80 with all fields of its metadata.
  static func jxlCodestream(
    orientation: Int = 1, isAnimated: Bool = false, transfer: Int? = nil, extraChannels: Int = 0
  ) -> [UInt8] {
    var bits = LowBitWriter()
    bits.add(0, 1)  // sides are not multiples of eight
    bits.add(0, 2)
    bits.add(80 - 1, 9)
    bits.add(0, 3)  // no ratio
    bits.add(0, 2)
    bits.add(120 - 1, 9)
    bits.add(0, 1)  // not all default
    bits.add(1, 1)  // extra fields
    bits.add(orientation - 1, 3)
    bits.add(0, 1)
    bits.add(0, 1)
    bits.add(isAnimated ? 1 : 0, 1)
    if isAnimated {
      bits.add(0, 2)
      bits.add(0, 2)
      bits.add(0, 2)
      bits.add(0, 1)
    }
    bits.add(0, 1)  // integers
    bits.add(0, 2)  // of eight bits
    bits.add(1, 1)
    if extraChannels == 0 {
      bits.add(0, 2)
    } else {
      bits.add(2, 2)
      bits.add(extraChannels - 2, 4)
      for _ in 0..<extraChannels { bits.add(1, 1) }
    }
    bits.add(1, 1)  // XYB
    if let transfer {
      bits.add(0, 1)
      bits.add(0, 1)
      bits.add(0, 2)  // RGB
      bits.add(1, 2)  // D65
      bits.add(2, 2)  // primaries of Rec. 2100
      bits.add(9 - 2, 4)
      bits.add(0, 1)  // no gamma
      bits.add(transfer == 1 ? 1 : transfer < 18 ? 2 : 3, 2)
      if transfer > 1 {
        bits.add(transfer - (transfer < 18 ? 2 : 18), transfer < 18 ? 4 : 6)
      }
    } else {
      bits.add(1, 1)
    }
    return [0xFF, 0x0A] + bits.bytes + zeros(8)
  }

  // MARK: Layers

  static func resource(_ id: UInt16, _ content: [UInt8], name: String = "") -> [UInt8] {
    let pascal = [UInt8(name.utf8.count)] + ascii(name)
    return ascii("8BIM") + bytes(id) + pascal + zeros(pascal.count & 1)
      + bytes(UInt32(content.count)) + content + zeros(content.count & 1)
  }

  static func psd(_ resources: [UInt8], version: UInt16 = 1) -> [UInt8] {
    ascii("8BPS") + bytes(version) + zeros(6) + bytes(UInt16(3)) + bytes(UInt32(225))
      + bytes(UInt32(300)) + bytes(UInt16(8)) + bytes(UInt16(3)) + bytes(UInt32(5)) + zeros(5)
      + bytes(UInt32(resources.count)) + resources + bytes(UInt32(0))
  }

  static func parasite(_ name: String, _ content: [UInt8]) -> [UInt8] {
    bytes(UInt32(name.utf8.count + 1)) + ascii(name) + [0] + bytes(UInt32(1))
      + bytes(UInt32(content.count)) + content
  }

  static func xcf(_ parasites: [UInt8], version: String = "file") -> [UInt8] {
    ascii("gimp xcf \(version)\0") + bytes(UInt32(30)) + bytes(UInt32(20)) + bytes(UInt32(0))
      + (version == "file" ? [] : bytes(UInt32(150))) + bytes(UInt32(17)) + bytes(UInt32(1)) + [1]
      + bytes(UInt32(21)) + bytes(UInt32(parasites.count)) + parasites + zeros(8)
  }

  static func pcx(left: UInt16, top: UInt16, right: UInt16, bottom: UInt16) -> [UInt8] {
    [10, 5, 1, 8] + [left, top, right, bottom].flatMap { little($0) } + zeros(53) + [3] + zeros(62)
  }
}
