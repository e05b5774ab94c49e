/// Writes fields behind what a buffer holds.
struct FieldEncoder: FieldCodec, ~Copyable {
  /// What is written so far.
  var output: [UInt8] = []

  mutating func number(_ value: inout UInt64) {
    var rest = value
    while rest >= 0x80 {
      output.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    output.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func byte(_ value: inout UInt8) { output.append(value) }

  mutating func eightBytes(_ value: inout UInt64) {
    withUnsafeBytes(of: value.littleEndian) { output.append(contentsOf: $0) }
  }

  mutating func text(_ value: inout String) {
    var count = UInt64(value.utf8.count)
    number(&count)
    value.withUTF8 { output.append(contentsOf: $0) }
  }

  mutating func bytes(_ value: inout [UInt8]) {
    var count = UInt64(value.count)
    number(&count)
    output.append(contentsOf: value)
  }

  mutating func count(_ count: inout Int) {
    var number = UInt64(count)
    self.number(&number)
  }

  /// Writes a value that is not to be changed.
  mutating func write<Value: FieldCoded>(_ value: consuming Value) {
    // An encoder throws nothing; the protocol's other half does.
    do { try value.visitFields(&self) } catch { preconditionFailure(error.reason) }
  }

  /// Overwrites four bytes, for a length that is known only afterwards.
  mutating func set(_ value: UInt32, at offset: Int) {
    withUnsafeBytes(of: value.littleEndian) {
      output.replaceSubrange(offset..<offset + 4, with: $0)
    }
  }
}
