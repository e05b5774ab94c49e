/// Finds all of many 64-bit hashes that differ from one in few bits, without a look at the others.
///
/// A hash is cut into four parts of 16 bits, and each part has a table of the hashes that have a
/// certain value there. When two hashes differ in at most 4*a* + *b* bits, *b* in 0…3, one of the
/// first *b* + 1 parts differs in at most *a*, or one of the others in at most *a* − 1: only the
/// hashes that stand under those values are compared.
///
/// - Note: Source: M. Norouzi, A. Punjani, D. J. Fleet, “Fast Search in Hamming Space with Multi-Index
///   Hashing”, CVPR 2012.
struct HammingIndex {
  /// Hashes by their value in one part: those of value *v* stand at `starts[v]..<starts[v + 1]`.
  private struct Part {
    var starts = [UInt32](repeating: 0, count: 1 << 16 + 1)
    var hashes: [UInt64]
    var indices: [UInt32]
  }

  private let parts: [Part]

  /// Larger distances compare nearly everything with everything.
  static let maximumDistance = 16

  /// Makes the tables; results name hashes by their places in this list.
  ///
  /// - Complexity: O(*n*), 48 bytes a hash and 1 MiB.
  init(_ hashes: [UInt64]) {
    precondition(hashes.count < Int(UInt32.max))
    parts = (0..<4).map { number in
      var part = Part(
        hashes: [UInt64](repeating: 0, count: hashes.count),
        indices: [UInt32](repeating: 0, count: hashes.count))
      for hash in hashes { part.starts[Self.value(of: hash, number) + 1] += 1 }
      for value in 0..<1 << 16 { part.starts[value + 1] += part.starts[value] }
      var next = part.starts
      for (index, hash) in hashes.enumerated() {
        let value = Self.value(of: hash, number)
        let place = Int(next[value])
        next[value] += 1
        part.hashes[place] = hash
        part.indices[place] = UInt32(index)
      }
      return part
    }
  }

  /// Hands over each hash that differs from one in at most `distance` bits, once, in no order.
  ///
  /// - Parameters:
  ///   - hash: The one; it need not be in the list.
  ///   - distance: 0…16.
  ///   - body: Gets the place in the list and the number of bits.
  func forEach(near hash: UInt64, within distance: Int, _ body: (Int, Int) -> Void) {
    let (whole, rest) = (distance / 4, distance % 4)
    for number in 0..<4 {
      let radius = number <= rest ? whole : whole - 1
      if radius < 0 { return }
      let value = Self.value(of: hash, number)
      for mask in Self.masks.prefix(Self.maskCounts[radius]) {
        search(
          number, value: value ^ Int(mask), near: hash, within: distance, whole: whole, rest: rest,
          body)
      }
    }
  }

  private func search(
    _ number: Int, value: Int, near hash: UInt64, within distance: Int, whole: Int, rest: Int,
    _ body: (Int, Int) -> Void
  ) {
    let (first, last) = (
      Int(parts[number].starts[value]), Int(parts[number].starts[value &+ 1])
    )
    var place = first
    while place < last {
      let difference = parts[number].hashes[place] ^ hash
      let count = difference.nonzeroBitCount
      if count <= distance, !Self.isFound(difference, before: number, whole, rest) {
        body(Int(parts[number].indices[place]), count)
      }
      place &+= 1
    }
  }

  /// True when an earlier part leads to a hash too.
  private static func isFound(
    _ difference: UInt64, before number: Int, _ whole: Int, _ rest: Int
  ) -> Bool {
    (0..<number).contains { earlier in
      value(of: difference, earlier).nonzeroBitCount <= (earlier <= rest ? whole : whole - 1)
    }
  }

  private static func value(of hash: UInt64, _ part: Int) -> Int {
    Int(truncatingIfNeeded: hash >> UInt64(part * 16) & 0xFFFF)
  }

  /// All values of 16 bits with at most four set, those with fewer first.
  private static let masks = (0...UInt16.max).filter { $0.nonzeroBitCount <= 4 }
    .sorted { ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1) }

  /// How many of them have at most 0, 1, 2, 3, 4 bits set.
  private static let maskCounts = (0...4).map { count in
    masks.count { $0.nonzeroBitCount <= count }
  }
}
