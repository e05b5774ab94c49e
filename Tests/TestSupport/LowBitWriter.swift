/// Writes bits from the lowest of each byte up.
package struct LowBitWriter {
  private var bits: [Bool] = []

  package init() {}

  /// Adds the lowest `count` bits of a number.
  package mutating func add(_ value: Int, _ count: Int) {
    for bit in 0..<count { bits.append(value >> bit & 1 == 1) }
  }

  /// The bits so far, filled up with zeros.
  package var bytes: [UInt8] {
    stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<min(start + 8, bits.count)].enumerated()
        .reduce(0) { $0 | ($1.element ? 1 << UInt8($1.offset) : 0) }
    }
  }
}
