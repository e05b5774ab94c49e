internal import Glibc

/// Random access to the bytes of one file, through one window, within a budget.
///
/// The first read fetches the head of the file at once: most formats are answered by it alone.
final class ByteSource {
  /// Bytes in the file when it was opened.
  let count: Int64
  private let descriptor: Int32
  /// Where the bytes begin in the file.
  private let base: Int64
  private var window: [UInt8] = []
  private var windowOffset: Int64 = 0
  private var budget: Int
  /// Set while jumping over data: fetches then take little more than what is asked for.
  var isSeeking = false

  /// The first fetch: an EXIF block (64 KiB at most) seldom needs a second one.
  static let headCount = 32 * 1_024
  /// Later fetches are rounded up to this.
  static let blockCount = 16 * 1_024
  /// Fetches while jumping are rounded up to this.
  static let seekCount = 256
  /// No single read is larger.
  static let maximumRead = 16 << 20
  /// All reads of one file together.
  static let defaultBudget = 64 << 20

  /// Reads an open descriptor, which stays the caller's.
  init(descriptor: Int32, count: Int64, budget: Int = ByteSource.defaultBudget) {
    self.descriptor = descriptor
    self.base = 0
    self.count = count
    self.budget = budget
  }

  /// Reads a part of a file as if it were one, with the budget that is left now.
  ///
  /// - Throws: `outOfBounds` for a range that does not lie in the file.
  init(part range: Range<Int64>, of whole: ByteSource) throws(ByteError) {
    guard range.lowerBound >= 0, range.upperBound <= whole.count else { throw .outOfBounds }
    self.descriptor = whole.descriptor
    self.base = whole.base + range.lowerBound
    self.count = range.upperBound - range.lowerBound
    self.budget = whole.budget
    if descriptor < 0 {
      window = Array(whole.window[Int(range.lowerBound)..<Int(range.upperBound)])
    }
  }

  /// Reads bytes in memory, as if they were a file.
  init(bytes: [UInt8]) {
    self.descriptor = -1
    self.base = 0
    self.count = Int64(bytes.count)
    self.window = bytes
    self.budget = 0
  }

  /// Exactly `count` bytes at `offset`.
  ///
  /// - Throws: `outOfBounds` when the file is shorter, `budgetExhausted` above the limits.
  func reader(at offset: Int64, count: Int) throws(ByteError) -> ByteReader {
    guard offset >= 0, count >= 0, offset <= self.count, Int64(count) <= self.count - offset else {
      throw .outOfBounds
    }
    return try fetch(at: offset, count: count)
  }

  /// As many of `count` bytes at `offset` as the file holds; none past its end.
  func reader(at offset: Int64, upTo count: Int) throws(ByteError) -> ByteReader {
    guard offset >= 0, count >= 0 else { throw .outOfBounds }
    return try fetch(at: offset, count: Int(max(0, min(Int64(count), self.count - offset))))
  }

  private func fetch(at offset: Int64, count: Int) throws(ByteError) -> ByteReader {
    guard count <= Self.maximumRead else { throw .budgetExhausted }
    if count == 0 { return ByteReader([]) }
    if offset < windowOffset || offset - windowOffset > Int64(window.count)
      || Int(offset - windowOffset) > window.count - count
    {
      try load(at: offset, count: count)
    }
    let start = Int(offset - windowOffset)
    return try ByteReader(window).slice(start..<start + count)
  }

  private func load(at offset: Int64, count: Int) throws(ByteError) {
    guard descriptor >= 0 else { throw .outOfBounds }
    let wanted = max(
      count, offset == 0 ? Self.headCount : isSeeking ? Self.seekCount : Self.blockCount)
    let size = Int(min(Int64(wanted), self.count - offset))
    guard size <= budget else { throw .budgetExhausted }
    budget -= size
    var failure: Int32 = 0
    let loaded = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
      while initialized < size {
        let got = pread(
          descriptor, buffer.baseAddress! + initialized, size - initialized,
          off_t(base + offset) + off_t(initialized))
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { break }
        initialized += got
      }
    }
    guard failure == 0 else { throw .system(failure) }
    // The file shrank after it was opened.
    guard loaded.count >= count else { throw .outOfBounds }
    window = loaded
    windowOffset = offset
  }
}
