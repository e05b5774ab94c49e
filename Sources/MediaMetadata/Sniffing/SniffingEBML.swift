internal import MediaModel

/// Tells EBML files by the document type in their header.
///
/// - Note: Source: RFC 8794 §4, §5, §11.2.
func sniffEBML(_ head: ByteReader) -> MediaFormat? {
  do {
    var cursor = head
    try cursor.skip(4)
    var header = try cursor.element()
    while !header.isAtEnd {
      let name = try header.variableInteger(isName: true)
      let content = try header.element()
      guard name == 0x4282 else { continue }
      if content.starts(with: "webm") { return .webm }
      return content.starts(with: "matroska") ? .matroska : nil
    }
    return nil
  } catch { return nil }  // A header that cannot be read names no document type.
}

extension ByteReader {
  /// Reads a size and as much of an element as there is.
  fileprivate mutating func element() throws(ByteError) -> ByteReader {
    let size = try variableInteger(isName: false)
    return try slice(Int(min(size, UInt64(remaining))))
  }

  /// Reads a number of 1…8 bytes, whose leading zero bits tell its length.
  ///
  /// A name keeps the bit that ends those zeros, a size does not.
  fileprivate mutating func variableInteger(isName: Bool) throws(ByteError) -> UInt64 {
    let first = try read(UInt8.self)
    let extra = first.leadingZeroBitCount
    guard extra < 8 else { throw .outOfBounds }
    var value = UInt64(first)
    if !isName { value &= 0x7F >> UInt64(extra) }
    for _ in 0..<extra { value = value << 8 | UInt64(try read(UInt8.self)) }
    return value
  }
}
