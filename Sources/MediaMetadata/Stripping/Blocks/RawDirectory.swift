/// A directory of a TIFF as it is written, with the fields that readers pass over.
struct RawDirectory {
  /// One field.
  struct Field {
    let tag: UInt16
    let type: UInt16
    private(set) var count: UInt64
    /// All its bytes: 12, or 20 in a BigTIFF.
    private(set) var bytes: [UInt8]
    /// Where it is written.
    let place: Int64

    /// Bytes of one value; `nil` for a type that no standard has.
    var size: Int? {
      switch type {
      case 1, 2, 6, 7, 129: 1
      case 3, 8: 2
      case 4, 9, 11, 13: 4
      case 5, 10, 12, 16, 17, 18: 8
      default: nil
      }
    }

    /// Where the value stands, inside the field or elsewhere; `nil` outside the bytes.
    func valueRange<Bytes>(in tiff: TIFFStructure<Bytes>) -> Range<Int64>? {
      guard let size else { return nil }
      let (total, overflow) = count.multipliedReportingOverflow(by: UInt64(size))
      guard !overflow, let length = Int64(exactly: total), length > 0 else { return nil }
      let room: Int64 = tiff.isBig ? 8 : 4
      let inner = place + (tiff.isBig ? 12 : 8)
      if length <= room { return inner..<inner + length }
      var reader = ByteReader(bytes, bigEndian: tiff.isBigEndian)
      guard (try? reader.skip(tiff.isBig ? 12 : 8)) != nil else { return nil }
      let offset =
        tiff.isBig
        ? (try? reader.read(UInt64.self)).map { Int64(clamping: $0) }
        : (try? reader.read(UInt32.self)).map { Int64($0) }
      guard let offset, offset <= tiff.bytes.count, length <= tiff.bytes.count - offset else {
        return nil
      }
      return offset..<offset + length
    }

    /// Changes how many values there are.
    mutating func setCount<Bytes>(_ new: UInt64, _ tiff: TIFFStructure<Bytes>) {
      count = new
      let width = tiff.isBig ? 8 : 4
      for index in 0..<width {
        let shift = UInt64(8 * (tiff.isBigEndian ? width - 1 - index : index))
        bytes[4 + index] = UInt8(truncatingIfNeeded: new >> shift)
      }
    }
  }

  /// In file order.
  let fields: [Field]
  /// Where the next directory begins, zero for none.
  let next: Int64
  /// Bytes of the directory with its number and its link.
  let byteCount: Int64
  private let isBigEndian: Bool
  private let isBig: Bool
  private let linkCount: Int

  /// Reads the directory at `offset`, cut to the fields that fit.
  init<Bytes>(_ tiff: TIFFStructure<Bytes>, at offset: Int64) throws(ByteError) {
    isBigEndian = tiff.isBigEndian
    isBig = tiff.isBig
    let head = isBig ? 8 : 2
    let width = isBig ? 20 : 12
    var number = try tiff.bytes.reader(at: offset, count: head)
    number.isBigEndian = isBigEndian
    let written =
      isBig ? Int(clamping: try number.read(UInt64.self)) : Int(try number.read(UInt16.self))
    let start = offset + Int64(head)
    let room = Int(clamping: (tiff.bytes.count - start) / Int64(width))
    let count = min(written, room, 65_535)
    var table = try tiff.bytes.reader(at: start, count: count * width)
    table.isBigEndian = isBigEndian
    var fields: [Field] = []
    fields.reserveCapacity(count)
    for index in 0..<count {
      var field = try table.slice(width)
      let bytes = field.withRemaining { $0.copy() }
      let tag = try field.read(UInt16.self)
      let type = try field.read(UInt16.self)
      let number = isBig ? try field.read(UInt64.self) : UInt64(try field.read(UInt32.self))
      fields.append(
        Field(
          tag: tag, type: type, count: number, bytes: bytes,
          place: start + Int64(index * width)))
    }
    self.fields = fields
    // A directory that ends the block may lack its link.
    let end = start + Int64(count * width)
    var link: Int64 = 0
    linkCount = written == count && tiff.bytes.count - end >= (isBig ? 8 : 4) ? (isBig ? 8 : 4) : 0
    if linkCount > 0 {
      var reader = try tiff.bytes.reader(at: end, count: linkCount)
      reader.isBigEndian = isBigEndian
      link =
        isBig ? Int64(clamping: try reader.read(UInt64.self)) : Int64(try reader.read(UInt32.self))
    }
    next = link
    byteCount = Int64(head + count * width + linkCount)
  }

  /// The integers of a field, of 16, 32 or 64 bits.
  func integers<Bytes>(_ field: Field, _ tiff: TIFFStructure<Bytes>) -> [Int64] {
    guard let size = field.size, [3, 4, 13, 16, 18].contains(field.type),
      let range = field.valueRange(in: tiff),
      var reader = try? tiff.bytes.reader(
        at: range.lowerBound, count: Int(clamping: range.byteCount))
    else { return [] }
    reader.isBigEndian = isBigEndian
    var values: [Int64] = []
    values.reserveCapacity(reader.count / size)
    while reader.remaining >= size {
      let value: Int64? =
        switch size {
        case 2: (try? reader.read(UInt16.self)).map { Int64($0) }
        case 4: (try? reader.read(UInt32.self)).map { Int64($0) }
        default: (try? reader.read(UInt64.self)).map { Int64(clamping: $0) }
        }
      if let value { values.append(value) }
    }
    return values
  }

  /// The first integer of a field.
  func integer<Bytes>(_ field: Field, _ tiff: TIFFStructure<Bytes>) -> Int64? {
    field.count <= 64 ? integers(field, tiff).first : nil
  }

  /// The directory with some of its fields, at its old length; `nil` when nothing changed.
  ///
  /// Values inside of fields move with them, which no offset counts on.
  func rewritten(_ left: [Field], next: Int64) -> [UInt8]? {
    let isEqual =
      left.count == fields.count && next == self.next
      && zip(left, fields).allSatisfy { $0.bytes == $1.bytes }
    if isEqual { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(Int(byteCount))
    append(UInt64(left.count), isBig ? 8 : 2, to: &result)
    for field in left { result += field.bytes }
    if linkCount > 0 { append(UInt64(next), linkCount, to: &result) }
    return result + [UInt8](repeating: 0, count: max(0, Int(byteCount) - result.count))
  }

  private func append(_ value: UInt64, _ width: Int, to bytes: inout [UInt8]) {
    for index in 0..<width {
      let shift = UInt64(8 * (isBigEndian ? width - 1 - index : index))
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
