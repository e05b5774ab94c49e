internal import Glibc

/// What one file may cost.
public struct DecodingLimits: Hashable, Sendable {
  /// Pixels of a picture whose format cannot be shrunk while it is decoded.
  public var pixelCount = 300_000_000
  /// Bytes that the pixels of one picture may take while it is decoded, as estimated beforehand.
  public var byteCount = 512 << 20
  /// Bytes of a file that are read into memory.
  public var fileByteCount = 256 << 20
  /// How long one file may take; decoders that cannot be interrupted may exceed it.
  public var time = Duration.seconds(20)

  /// The default limits.
  public init() {}
}

/// A moment after which decoding ends.
struct Deadline: Sendable {
  /// Milliseconds of the monotonic clock.
  let milliseconds: Int64

  /// Takes a moment of the monotonic clock.
  init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// A moment from now.
  init(in time: Duration) {
    let (seconds, attoseconds) = time.components
    milliseconds =
      Self.now &+ Int64(clamping: seconds.multipliedReportingOverflow(by: 1_000).partialValue)
      &+ attoseconds / 1_000_000_000_000_000
  }

  /// True when the moment is over.
  var isOver: Bool { Self.now > milliseconds }

  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
