/// Reads fields from bytes that may be damaged: every read is checked and throws.
///
/// Borrows the bytes, so it must not outlive the closure that lends them. This is the only file of
/// the module with unsafe loads.
struct FieldDecoder: FieldCodec, ~Copyable {
  private let input: UnsafeRawBufferPointer
  private var cursor = 0

  /// Reads bytes from their start.
  init(_ bytes: UnsafeRawBufferPointer) { self.input = bytes }

  /// Bytes not read yet.
  var remaining: Int { input.count - cursor }

  mutating func number(_ value: inout UInt64) throws(FieldError) {
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      guard cursor < input.count else { throw .truncated }
      let byte = UInt64(input[cursor])
      cursor += 1
      guard shift < 63 || byte <= 1 else { throw .tooLarge }
      result |= (byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    value = result
  }

  mutating func byte(_ value: inout UInt8) throws(FieldError) {
    guard cursor < input.count else { throw .truncated }
    value = input[cursor]
    cursor += 1
  }

  mutating func eightBytes(_ value: inout UInt64) throws(FieldError) {
    guard remaining >= 8 else { throw .truncated }
    value = UInt64(littleEndian: input.loadUnaligned(fromByteOffset: cursor, as: UInt64.self))
    cursor += 8
  }

  mutating func text(_ value: inout String) throws(FieldError) {
    let text = try slice()
    guard let valid = String(validating: text.assumingMemoryBound(to: UInt8.self), as: UTF8.self)
    else { throw .notText }
    value = valid
  }

  mutating func bytes(_ value: inout [UInt8]) throws(FieldError) { value = Array(try slice()) }

  mutating func count(_ count: inout Int) throws(FieldError) {
    var number: UInt64 = 0
    try self.number(&number)
    // An element has one byte or more, so a larger count is damage; nothing is allocated for it.
    guard number <= UInt64(remaining) else { throw .truncated }
    count = Int(number)
  }

  /// Reads a value.
  mutating func read<Value: FieldCoded>(_ type: Value.Type = Value.self) throws(FieldError) -> Value
  {
    var value = Value.blank
    try value.visitFields(&self)
    return value
  }

  private mutating func slice() throws(FieldError) -> UnsafeRawBufferPointer {
    var count = 0
    try self.count(&count)
    defer { cursor += count }
    return UnsafeRawBufferPointer(rebasing: input[cursor..<cursor + count])
  }
}
