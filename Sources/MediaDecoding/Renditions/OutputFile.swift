internal import CFFmpeg
internal import Glibc
internal import MediaModel

/// The file a rendition is written to: at any place, up to a limit, never through its offset.
final class OutputFile {
  let descriptor: Int32
  private let limit: Int64
  /// Bytes up to the last one written.
  private(set) var count: Int64 = 0
  /// Why the last write failed.
  private(set) var failure: RenderFailure?
  /// Told after each write.
  var onWrite: (() -> Void)?

  /// Takes a descriptor that somebody else closes.
  init(_ descriptor: Int32, limit: Int64) {
    self.descriptor = descriptor
    self.limit = limit
  }

  /// Writes all bytes at a place; false when that failed, see ``failure``.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Bool {
    var done = 0
    guard offset >= 0, Int64(bytes.count) <= limit - offset else {
      failure = .overLimit(limit)
      return false
    }
    while done < bytes.count {
      let written = pwrite(
        descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset) + off_t(done))
      if written < 0, errno == EINTR { continue }
      guard written > 0 else {
        failure = errno == EFBIG ? .overLimit(limit) : .writing(errno)
        return false
      }
      done += written
    }
    count = max(count, offset + Int64(bytes.count))
    onWrite?()
    return true
  }

  /// Writes bytes as the whole file.
  func write(_ bytes: [UInt8]) throws(RenderFailure) {
    guard bytes.withUnsafeBytes({ write($0, at: 0) }) else { throw failure ?? .writing(EIO) }
  }

  /// Reads what was written; 0 at the end, `nil` for an error.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int? {
    while true {
      let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
      if count < 0, errno == EINTR { continue }
      return count < 0 ? nil : count
    }
  }
}

extension RenderFailure {
  /// The rendition has become larger than it may.
  static func overLimit(_ limit: Int64) -> RenderFailure {
    RenderFailure(
      code: .tooLarge, reason: "Its rendition takes more than the \(limit) bytes it may have.")
  }

  /// The system refused to write.
  static func writing(_ code: Int32) -> RenderFailure {
    let isFull = code == ENOSPC || code == EDQUOT
    let words = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    return RenderFailure(
      code: isFull ? .noSpace : .unreadable, reason: "Its rendition cannot be written: \(words).")
  }
}
