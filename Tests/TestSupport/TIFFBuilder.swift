/// Makes TIFF structures: EXIF blocks and small TIFF files.
package struct TIFFBuilder {
  /// One field with its value in final byte order.
  package struct Field {
    package var tag: UInt16
    package var type: UInt16
    package var count: UInt32
    package var value: [UInt8]
  }

  /// Directories by name: `ifd0`, `exif`, `gps`, `ifd1`.
  package enum Directory: Int, CaseIterable {
    case ifd0, exif, gps, ifd1
  }

  package var isBigEndian: Bool
  package var magic: UInt16 = 42
  private var directories: [[Field]] = [[], [], [], []]

  package init(bigEndian: Bool = false) { isBigEndian = bigEndian }

  /// Adds a field as it is.
  package mutating func add(
    _ tag: UInt16, type: UInt16, count: Int, _ value: [UInt8], to directory: Directory
  ) {
    directories[directory.rawValue].append(
      Field(tag: tag, type: type, count: UInt32(count), value: value))
  }

  /// Adds text with a closing NUL.
  package mutating func text(_ tag: UInt16, _ text: String, to directory: Directory) {
    ascii(tag, Array(text.utf8) + [0], to: directory)
  }

  /// Adds bytes of type ASCII.
  package mutating func ascii(_ tag: UInt16, _ value: [UInt8], to directory: Directory) {
    add(tag, type: 2, count: value.count, value, to: directory)
  }

  /// Adds 16-bit numbers.
  package mutating func short(_ tag: UInt16, _ values: UInt16..., to directory: Directory) {
    add(
      tag, type: 3, count: values.count, values.flatMap { bytes($0, bigEndian: isBigEndian) },
      to: directory)
  }

  /// Adds 32-bit numbers.
  package mutating func long(_ tag: UInt16, _ values: UInt32..., to directory: Directory) {
    add(
      tag, type: 4, count: values.count, values.flatMap { bytes($0, bigEndian: isBigEndian) },
      to: directory)
  }

  /// Adds fractions, given as numerator and denominator in turn.
  package mutating func rational(_ tag: UInt16, _ values: UInt32..., to directory: Directory) {
    add(
      tag, type: 5, count: values.count / 2,
      values.flatMap { bytes($0, bigEndian: isBigEndian) }, to: directory)
  }

  /// Adds signed fractions.
  package mutating func signedRational(_ tag: UInt16, _ values: Int32..., to directory: Directory) {
    add(
      tag, type: 10, count: values.count / 2,
      values.flatMap { bytes($0, bigEndian: isBigEndian) }, to: directory)
  }

  /// The structure: header, directories one after the other, then the values.
  package func build() -> [UInt8] {
    var layout = Layout(isBigEndian: isBigEndian, magic: magic)
    let written = directories.enumerated().map { index, fields in
      index == 0 ? fields + pointers : fields
    }
    var offsets: [Int] = []
    var end = 8
    for (index, fields) in written.enumerated() {
      offsets.append(end)
      if index == 0 || !fields.isEmpty { end += 2 + fields.count * 12 + 4 }
    }
    layout.valueOffset = end
    for (index, fields) in written.enumerated() where index == 0 || !fields.isEmpty {
      let next = index == 0 && !written[Directory.ifd1.rawValue].isEmpty ? offsets[3] : 0
      layout.append(fields, next: next) { tag in
        tag == 0x8769 ? offsets[1] : tag == 0x8825 ? offsets[2] : nil
      }
    }
    return layout.head + layout.values
  }

  /// Fields that point to the other directories; their values are set while building.
  private var pointers: [Field] {
    let none: [UInt8] = [0, 0, 0, 0]
    var fields: [Field] = []
    if !directories[1].isEmpty { fields.append(Field(tag: 0x8769, type: 4, count: 1, value: none)) }
    if !directories[2].isEmpty { fields.append(Field(tag: 0x8825, type: 4, count: 1, value: none)) }
    return fields
  }

  /// Bytes in two parts: what stands at fixed places, and the values they point to.
  private struct Layout {
    var head: [UInt8]
    var values: [UInt8] = []
    var valueOffset = 0
    let isBigEndian: Bool

    init(isBigEndian: Bool, magic: UInt16) {
      self.isBigEndian = isBigEndian
      head =
        Array((isBigEndian ? "MM" : "II").utf8) + bytes(magic, bigEndian: isBigEndian)
        + bytes(UInt32(8), bigEndian: isBigEndian)
    }

    mutating func append(_ fields: [Field], next: Int, pointer: (UInt16) -> Int?) {
      head += bytes(UInt16(fields.count), bigEndian: isBigEndian)
      for field in fields {
        head += bytes(field.tag, bigEndian: isBigEndian) + bytes(field.type, bigEndian: isBigEndian)
        head += bytes(field.count, bigEndian: isBigEndian)
        if field.value == [0, 0, 0, 0], let offset = pointer(field.tag) {
          head += bytes(UInt32(offset), bigEndian: isBigEndian)
        } else if field.value.count <= 4 {
          head += field.value + [UInt8](repeating: 0, count: 4 - field.value.count)
        } else {
          head += bytes(UInt32(valueOffset + values.count), bigEndian: isBigEndian)
          values += field.value
        }
      }
      head += bytes(UInt32(next), bigEndian: isBigEndian)
    }
  }
}
