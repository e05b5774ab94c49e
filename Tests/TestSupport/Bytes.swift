/// Bytes of an integer, low or high byte first.
package func bytes<T: FixedWidthInteger>(_ value: T, bigEndian: Bool = true) -> [UInt8] {
  withUnsafeBytes(of: bigEndian ? value.bigEndian : value.littleEndian) { Array($0) }
}

/// Bytes of ASCII text.
package func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }
