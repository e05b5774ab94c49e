internal import CXXHash

/// An XXH3-128 digest: tells contents apart, at near memory speed.
///
/// It finds equal and altered contents; it is no proof against someone who forges them.
public struct ContentDigest: Hashable, Sendable {
  /// The upper 64 bits.
  public let high: UInt64
  /// The lower 64 bits.
  public let low: UInt64

  /// Takes the two halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Digests bytes in memory; a pointer of no bytes may be `nil`.
  public static func of(_ bytes: UnsafeRawBufferPointer) -> ContentDigest {
    ContentDigest(XXH3_128bits(bytes.baseAddress, bytes.count))
  }

  /// Digests an array of bytes.
  public static func of(_ bytes: [UInt8]) -> ContentDigest {
    bytes.withUnsafeBytes { of($0) }
  }

  /// Digests the UTF-8 bytes of a text.
  public static func of(_ text: String) -> ContentDigest {
    var text = text
    return text.withUTF8 { of(UnsafeRawBufferPointer($0)) }
  }

  init(_ hash: XXH128_hash_t) {
    self.init(high: hash.high64, low: hash.low64)
  }
}

extension ContentDigest: CustomStringConvertible {
  /// The 16 bytes in the order of xxHash's canonical form, the most significant first.
  public var bytes: [UInt8] {
    [high, low].flatMap { half in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: half >> UInt64($0)) }
    }
  }

  /// The 16 bytes of the canonical form, `nil` unless there are exactly 16.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    func half(_ part: some Collection<UInt8>) -> UInt64 {
      part.reduce(0) { $0 << 8 | UInt64($1) }
    }
    self.init(high: half(bytes.prefix(8)), low: half(bytes.dropFirst(8)))
  }

  /// 32 lower-case hexadecimal digits, as `xxhsum -H2` prints them.
  public var hex: String {
    [high, low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }

  /// The digits of ``hex``.
  public var description: String { hex }
}
