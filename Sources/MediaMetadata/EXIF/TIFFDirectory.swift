/// One field of a TIFF directory.
struct TIFFField {
  let tag: UInt16
  let type: EXIFValue.FieldType
  /// Values, not bytes.
  let count: UInt64
  /// Where the value stands when it is not inside the field.
  let offset: Int64
  /// The value when it is small enough to stand inside the field.
  let inline: ByteReader?

  /// Bytes of the value, `nil` when no memory could hold it.
  var byteCount: Int? {
    let (size, overflow) = count.multipliedReportingOverflow(by: UInt64(type.size))
    return overflow ? nil : Int(exactly: size)
  }
}

/// One directory of a TIFF structure, as a sequence of its readable fields.
///
/// Fields of unknown type are passed over.
struct TIFFDirectory: Sequence, IteratorProtocol {
  private var rest: ByteReader
  private let isBig: Bool
  /// Fields in all, readable or not.
  let count: Int
  /// True when it says that it has more fields than there is room for.
  let isCut: Bool
  /// Where the next directory of the chain begins; zero for none.
  let nextDirectory: Int64

  private static let maximumFields = 65_535

  init<Bytes: RandomAccessBytes>(
    in bytes: Bytes, at offset: Int64, bigEndian: Bool, isBig: Bool
  ) throws(ByteError) {
    let head = isBig ? 8 : 2
    let width = isBig ? 20 : 12
    var number = try bytes.reader(at: offset, count: head)
    number.isBigEndian = bigEndian
    let written =
      isBig ? Int(clamping: try number.read(UInt64.self)) : Int(try number.read(UInt16.self))
    let start = offset + Int64(head)
    let room = Int(clamping: (bytes.count - start) / Int64(width))
    self.count = Swift.min(written, Self.maximumFields, room)
    self.isBig = isBig
    self.isCut = written > count
    rest = try bytes.reader(at: start, count: count * width)
    rest.isBigEndian = bigEndian
    nextDirectory =
      written == count
      ? Self.link(in: bytes, at: start + Int64(count * width), bigEndian, isBig) : 0
  }

  /// The offset behind the fields; a directory that ends the block may lack it.
  private static func link<Bytes: RandomAccessBytes>(
    in bytes: Bytes, at offset: Int64, _ bigEndian: Bool, _ isBig: Bool
  ) -> Int64 {
    guard var link = try? bytes.reader(at: offset, count: isBig ? 8 : 4) else { return 0 }
    link.isBigEndian = bigEndian
    guard isBig else { return (try? link.read(UInt32.self)).map { Int64($0) } ?? 0 }
    return (try? link.read(UInt64.self)).map { Int64(clamping: $0) } ?? 0
  }

  mutating func next() -> TIFFField? {
    while !rest.isAtEnd {
      guard let field = try? readField() else { return nil }
      if let field { return field }
    }
    return nil
  }

  private mutating func readField() throws(ByteError) -> TIFFField?? {
    var field = try rest.slice(isBig ? 20 : 12)
    let tag = try field.read(UInt16.self)
    let type = EXIFValue.FieldType(rawValue: try field.read(UInt16.self))
    let count = isBig ? try field.read(UInt64.self) : UInt64(try field.read(UInt32.self))
    guard let type, count > 0 else { return .some(nil) }
    let room = UInt64(field.remaining)
    let (size, overflow) = count.multipliedReportingOverflow(by: UInt64(type.size))
    if !overflow, size <= room {
      return TIFFField(
        tag: tag, type: type, count: count, offset: 0, inline: try field.slice(Int(size)))
    }
    let offset =
      isBig ? Int64(clamping: try field.read(UInt64.self)) : Int64(try field.read(UInt32.self))
    return TIFFField(tag: tag, type: type, count: count, offset: offset, inline: nil)
  }
}
