internal import Glibc

/// Bytes that someone else keeps alive for the length of a call; every read is checked.
///
/// Never store one: it does not own its bytes.
struct BorrowedBytes {
  private let bytes: UnsafeRawBufferPointer

  /// Borrows bytes.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Bytes in all.
  var count: Int { bytes.count }

  /// The byte at `index`, `nil` past the end.
  subscript(index: Int) -> UInt8? {
    index >= 0 && index < bytes.count ? bytes[index] : nil
  }

  /// Loads an integer, `nil` when it does not fit.
  func load<T: FixedWidthInteger>(
    _ type: T.Type = T.self, at offset: Int, bigEndian: Bool
  ) -> T? {
    guard offset >= 0, offset <= bytes.count - MemoryLayout<T>.size else { return nil }
    let value = bytes.loadUnaligned(fromByteOffset: offset, as: T.self)
    return bigEndian ? T(bigEndian: value) : T(littleEndian: value)
  }

  /// The bytes in `range`, cut to what there is.
  func slice(_ range: Range<Int>) -> BorrowedBytes {
    BorrowedBytes(UnsafeRawBufferPointer(rebasing: bytes[range.clamped(to: 0..<bytes.count)]))
  }

  /// The index of the first `byte`, `nil` when there is none.
  func firstIndex(of byte: UInt8) -> Int? { bytes.firstIndex(of: byte) }

  /// The index of the first `byte` at or after `start`, `nil` when there is none.
  func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    guard start >= 0, start < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + start, Int32(byte), bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// True when the bytes begin with those of `text`.
  func starts(with text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes.starts(with: $0) }
  }

  /// True when both hold the same bytes.
  func equals(_ other: BorrowedBytes) -> Bool { bytes.elementsEqual(other.bytes) }

  /// Appends the bytes in `range`, cut to what there is, to `array`.
  func append(_ range: Range<Int>, to array: inout [UInt8]) {
    array.append(contentsOf: bytes[range.clamped(to: 0..<bytes.count)])
  }

  /// The bytes as a copy that may be kept.
  func copy() -> [UInt8] { Array(bytes) }

  /// Runs `body` on the bytes as text code units.
  func withCodeUnits<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    bytes.withMemoryRebound(to: UInt8.self, body)
  }
}

extension ByteReader {
  /// Runs `body` on the bytes from the cursor to the end, without a copy.
  func withRemaining<R>(_ body: (BorrowedBytes) throws -> R) rethrows -> R {
    try withUnsafeRemainingBytes { try body(BorrowedBytes($0)) }
  }
}
