/// A 128-bit identifier as RFC 9562 describes them (UUID), kept without an allocation.
public struct UniqueIdentifier: Hashable, Sendable {
  /// The first eight bytes, the most significant first.
  public let high: UInt64
  /// The last eight bytes, the most significant first.
  public let low: UInt64

  /// The nil UUID of RFC 9562 §5.9, which no item has.
  public static let zero = UniqueIdentifier(high: 0, low: 0)

  /// Makes an identifier of both halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Takes 16 bytes in the order of the network; `nil` for any other number of bytes.
  public init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 16 else { return nil }
    high = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
    low = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }

  /// Takes 16 bytes in the order of the network; `nil` for any other number of bytes.
  public init?(bytes: [UInt8]) {
    guard let found = bytes.withUnsafeBytes({ Self(bytes: $0) }) else { return nil }
    self = found
  }

  /// The 16 bytes in the order of the network.
  public var bytes: [UInt8] {
    Array(unsafeUninitializedCapacity: 16) { buffer, count in
      for (half, word) in [high, low].enumerated() {
        for index in 0..<8 {
          buffer[half * 8 + index] = UInt8(truncatingIfNeeded: word >> UInt64(56 - index * 8))
        }
      }
      count = 16
    }
  }

  /// 32 hexadecimal digits in lower case.
  public var hexDigits: String { high.hexDigits + low.hexDigits }
}

extension UInt64 {
  /// 16 hexadecimal digits in lower case.
  package var hexDigits: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

extension UniqueIdentifier: Comparable {
  /// Orders by bytes, so that identifiers of version 7 are in the order of their times.
  public static func < (left: Self, right: Self) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

extension UniqueIdentifier: CustomStringConvertible {
  /// The text of RFC 9562 §4: `0190163d-8694-739b-aea5-966c26f8ad91`.
  public var description: String {
    var rest = hexDigits[...]
    return [8, 4, 4, 4, 12].map { count in
      defer { rest = rest.dropFirst(count) }
      return String(rest.prefix(count))
    }.joined(separator: "-")
  }
}
