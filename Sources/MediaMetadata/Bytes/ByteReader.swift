/// A cursor over bytes in memory; every read is checked and throws instead of trapping.
///
/// Copies share the bytes. Unsafe loads stand only here and in ``BorrowedBytes``.
struct ByteReader {
  private let storage: [UInt8]
  private let start: Int
  private let end: Int
  private var cursor: Int
  /// Byte order of the multi-byte reads that name none.
  var isBigEndian: Bool

  /// Reads all of `bytes`.
  init(_ bytes: [UInt8], bigEndian: Bool = true) {
    self.storage = bytes
    self.start = 0
    self.end = bytes.count
    self.cursor = 0
    self.isBigEndian = bigEndian
  }

  private init(storage: [UInt8], range: Range<Int>, bigEndian: Bool) {
    self.storage = storage
    self.start = range.lowerBound
    self.end = range.upperBound
    self.cursor = range.lowerBound
    self.isBigEndian = bigEndian
  }

  /// Bytes in all.
  var count: Int { end - start }
  /// Bytes from the start to the cursor.
  var position: Int { cursor - start }
  /// Bytes from the cursor to the end.
  var remaining: Int { end - cursor }
  /// True when nothing is left.
  var isAtEnd: Bool { cursor == end }

  /// Moves the cursor to `offset` bytes from the start.
  mutating func seek(to offset: Int) throws(ByteError) {
    guard offset >= 0, offset <= count else { throw .outOfBounds }
    cursor = start + offset
  }

  /// Moves the cursor forward.
  mutating func skip(_ count: Int) throws(ByteError) {
    guard count >= 0, count <= remaining else { throw .outOfBounds }
    cursor += count
  }

  /// Reads a fixed-width integer in the reader's byte order.
  mutating func read<T: FixedWidthInteger>(_ type: T.Type = T.self) throws(ByteError) -> T {
    let size = MemoryLayout<T>.size
    guard size <= remaining else { throw .outOfBounds }
    let value = storage.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: cursor, as: T.self) }
    cursor += size
    return isBigEndian ? T(bigEndian: value) : T(littleEndian: value)
  }

  /// Reads an integer `offset` bytes from the start; the cursor stays.
  func peek<T: FixedWidthInteger>(_ type: T.Type = T.self, at offset: Int) throws(ByteError) -> T {
    let size = MemoryLayout<T>.size
    guard offset >= 0, offset <= count - size else { throw .outOfBounds }
    let value = storage.withUnsafeBytes {
      $0.loadUnaligned(fromByteOffset: start + offset, as: T.self)
    }
    return isBigEndian ? T(bigEndian: value) : T(littleEndian: value)
  }

  /// Reads `count` bytes as a reader of their own that shares them.
  mutating func slice(_ count: Int) throws(ByteError) -> ByteReader {
    guard count >= 0, count <= remaining else { throw .outOfBounds }
    defer { cursor += count }
    return ByteReader(storage: storage, range: cursor..<cursor + count, bigEndian: isBigEndian)
  }

  /// The bytes `range` from the start as a reader of their own that shares them.
  func slice(_ range: Range<Int>) throws(ByteError) -> ByteReader {
    guard range.lowerBound >= 0, range.upperBound <= count else { throw .outOfBounds }
    return ByteReader(
      storage: storage, range: start + range.lowerBound..<start + range.upperBound,
      bigEndian: isBigEndian)
  }

  /// The same bytes and `count` more before them, `nil` when the storage does not hold those.
  func widened(by count: Int) -> ByteReader? {
    guard count >= 0, count <= start else { return nil }
    return ByteReader(storage: storage, range: start - count..<end, bigEndian: isBigEndian)
  }

  /// Reads `count` bytes as a copy.
  mutating func bytes(_ count: Int) throws(ByteError) -> [UInt8] {
    guard count >= 0, count <= remaining else { throw .outOfBounds }
    defer { cursor += count }
    return Array(storage[cursor..<cursor + count])
  }

  /// True when the bytes at the cursor are those of `text`; the cursor stays.
  func starts(with text: StaticString) -> Bool {
    guard text.utf8CodeUnitCount <= remaining else { return false }
    return text.withUTF8Buffer { expected in
      storage.withUnsafeBufferPointer { bytes in
        for index in 0..<expected.count where bytes[cursor + index] != expected[index] {
          return false
        }
        return true
      }
    }
  }

  /// True when the bytes at `offset` from the start are those of `text`; the cursor stays.
  func holds(_ text: StaticString, at offset: Int) -> Bool {
    guard let rest = try? slice(offset..<max(offset, count)) else { return false }
    return rest.starts(with: text)
  }

  /// Runs `body` on the bytes from the cursor to the end, without a copy.
  func withUnsafeRemainingBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try storage.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[cursor..<end])) }
  }
}

/// Why bytes could not be had.
enum ByteError: Error, Hashable {
  /// A read past the end of what there is.
  case outOfBounds
  /// The system refused; `errno`.
  case system(Int32)
  /// The file asked for more reading than one file is worth.
  case budgetExhausted
}
