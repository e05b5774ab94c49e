/// Makes TIFF and BigTIFF files of several directories, with children.
package struct TIFFFileBuilder {
  package var isBigEndian: Bool
  package var isBig: Bool
  /// What stands behind the byte order, instead of 42 or 43.
  package var magic: UInt16?
  /// The chain of directories.
  package var pages: [Directory]
  /// Bytes behind the header, before all directories.
  package var prefix: [UInt8] = []

  /// A value in no byte order yet.
  package enum Value {
    case short([UInt16])
    case long([UInt32])
    case rational([UInt32])
    case text(String)
    case bytes(type: UInt16, [UInt8])
    /// A field that says it has more than it has.
    case forged(type: UInt16, count: UInt32, offset: UInt32)
    /// Directories of its own.
    case directories([Directory])
  }

  /// One directory.
  package struct Directory {
    package var fields: [(tag: UInt16, value: Value)]
    package init(_ fields: [(UInt16, Value)]) { self.fields = fields.map { ($0.0, $0.1) } }
  }

  package init(_ pages: [Directory], bigEndian: Bool = false, big: Bool = false) {
    self.pages = pages
    isBigEndian = bigEndian
    isBig = big
  }

  /// The file.
  package func build() -> [UInt8] {
    var file = ascii(isBigEndian ? "MM" : "II")
    file += number(magic ?? (isBig ? 43 : 42))
    if isBig { file += number(UInt16(8)) + number(UInt16(0)) }
    let link = file.count
    file += offset(0) + prefix
    var next = 0
    for page in pages.reversed() { next = append(page, next: next, to: &file) }
    file.replaceSubrange(link..<link + offset(0).count, with: offset(next))
    return file
  }

  private func number<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
    bytes(value, bigEndian: isBigEndian)
  }

  private func offset(_ value: Int) -> [UInt8] {
    isBig ? number(UInt64(value)) : number(UInt32(value))
  }

  /// Appends values, children and the directory itself; returns where the directory begins.
  private func append(_ directory: Directory, next: Int, to file: inout [UInt8]) -> Int {
    var table: [UInt8] = []
    for field in directory.fields {
      let (type, count, value) = encode(field.value, &file)
      table += number(field.tag) + number(type)
      table += isBig ? number(UInt64(count)) : number(UInt32(count))
      let room = isBig ? 8 : 4
      if value.count <= room {
        table += value + [UInt8](repeating: 0, count: room - value.count)
      } else {
        table += offset(file.count)
        file += value
      }
    }
    let start = file.count
    let count = directory.fields.count
    file += (isBig ? number(UInt64(count)) : number(UInt16(count))) + table + offset(next)
    return start
  }

  private func encode(
    _ value: Value, _ file: inout [UInt8]
  ) -> (type: UInt16, count: Int, bytes: [UInt8]) {
    switch value {
    case .short(let values): (3, values.count, values.flatMap(number))
    case .long(let values): (4, values.count, values.flatMap(number))
    case .rational(let values): (5, values.count / 2, values.flatMap(number))
    case .text(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
    case .bytes(let type, let bytes): (type, bytes.count, bytes)
    case .forged(let type, let count, let offset): (type, Int(count), number(offset))
    case .directories(let directories):
      (
        isBig ? 18 : 13, directories.count,
        directories.flatMap { offset(append($0, next: 0, to: &file)) }
      )
    }
  }
}
