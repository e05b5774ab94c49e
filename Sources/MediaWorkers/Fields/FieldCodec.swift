/// Moves fields between memory and bytes, in one direction.
///
/// A writer puts fields behind what ``output`` holds. A reader takes them from bytes that may be
/// damaged: every read is checked and throws. It borrows the bytes, so it must not outlive the
/// closure that lends them. One type serves both directions, because a codec that is a generic
/// parameter of every list of fields cost twice the time.
///
/// This is the only file of the module with unsafe loads.
struct FieldCodec: ~Copyable {
  /// What is written so far.
  var output: [UInt8] = []
  /// True for a reader.
  let isReading: Bool
  private let input: UnsafeRawBufferPointer
  private var cursor = 0

  /// Makes a writer.
  init() {
    isReading = false
    input = UnsafeRawBufferPointer(start: nil, count: 0)
  }

  /// Makes a reader of bytes.
  init(reading bytes: UnsafeRawBufferPointer) {
    isReading = true
    input = bytes
  }

  /// Bytes not read yet.
  var remaining: Int { input.count - cursor }

  /// Moves one byte.
  mutating func byte(_ value: inout UInt8) throws(FieldError) {
    if isReading { value = try nextByte() } else { output.append(value) }
  }

  /// Moves an unsigned integer, few bytes for a small one (LEB128).
  mutating func number(_ value: inout UInt64) throws(FieldError) {
    if isReading { value = try nextNumber() } else { append(value) }
  }

  /// Moves eight bytes.
  mutating func eightBytes(_ value: inout UInt64) throws(FieldError) {
    if isReading {
      guard remaining >= 8 else { throw .truncated }
      value = UInt64(littleEndian: input.loadUnaligned(fromByteOffset: cursor, as: UInt64.self))
      cursor += 8
    } else {
      withUnsafeBytes(of: value.littleEndian) { output.append(contentsOf: $0) }
    }
  }

  /// Moves a text.
  mutating func text(_ value: inout String) throws(FieldError) {
    if isReading {
      let text = try nextBytes().assumingMemoryBound(to: UInt8.self)
      // Five times as fast as `String(validating:as:)`, which is not specialised.
      do { value = String(copying: try UTF8Span(validating: text.span)) } catch { throw .notText }
    } else {
      value.withUTF8 { text in
        append(UInt64(text.count))
        output.append(contentsOf: text)
      }
    }
  }

  /// Moves bytes.
  mutating func bytes(_ value: inout [UInt8]) throws(FieldError) {
    if isReading {
      value = Array(try nextBytes())
    } else {
      append(UInt64(value.count))
      output.append(contentsOf: value)
    }
  }

  /// Moves the number of elements of a list; a read one is no larger than the bytes left.
  mutating func count(_ value: inout Int) throws(FieldError) {
    if isReading { value = try nextCount() } else { append(UInt64(value)) }
  }

  /// Moves a value by its list of fields.
  @inline(__always)
  mutating func visit<Value: FieldCoded>(_ value: inout Value) throws(FieldError) {
    try value.visitFields(&self)
  }

  /// Moves a value of a type that refuses some raw values, which are damage.
  @inline(__always)
  mutating func visit<Value, Raw: FieldCoded>(
    _ value: inout Value, as raw: Raw, _ make: (Raw) -> Value?
  ) throws(FieldError) {
    var raw = raw
    try raw.visitFields(&self)
    guard isReading else { return }
    guard let made = make(raw) else { throw .tooLarge }
    value = made
  }
}

// MARK: - Whole values

extension FieldCodec {
  /// Writes a value.
  mutating func write<Value: FieldCoded>(_ value: Value) {
    var value = value
    // A writer throws nothing; the other half of the lists does.
    do { try value.visitFields(&self) } catch { preconditionFailure(error.reason) }
  }

  /// Reads a value.
  mutating func read<Value: FieldCoded>(_ type: Value.Type = Value.self) throws(FieldError) -> Value
  {
    var value = Value.blank
    try value.visitFields(&self)
    return value
  }

  /// Overwrites four bytes that are written, for a length known only afterwards.
  mutating func set(_ value: UInt32, at offset: Int) {
    withUnsafeBytes(of: value.littleEndian) {
      output.replaceSubrange(offset..<offset + 4, with: $0)
    }
  }
}

// MARK: - Bytes

extension FieldCodec {
  private mutating func append(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      output.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    output.append(UInt8(truncatingIfNeeded: rest))
  }

  private mutating func nextByte() throws(FieldError) -> UInt8 {
    guard cursor < input.count else { throw .truncated }
    defer { cursor += 1 }
    return input[cursor]
  }

  private mutating func nextNumber() throws(FieldError) -> UInt64 {
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = UInt64(try nextByte())
      guard shift < 63 || byte <= 1 else { throw .tooLarge }
      result |= (byte & 0x7F) << shift
      if byte < 0x80 { return result }
      shift += 7
    }
  }

  private mutating func nextCount() throws(FieldError) -> Int {
    let number = try nextNumber()
    // An element has one byte or more, so a larger count is damage; nothing is allocated for it.
    guard number <= UInt64(remaining) else { throw .truncated }
    return Int(number)
  }

  private mutating func nextBytes() throws(FieldError) -> UnsafeRawBufferPointer {
    let count = try nextCount()
    defer { cursor += count }
    return UnsafeRawBufferPointer(rebasing: input[cursor..<cursor + count])
  }
}
