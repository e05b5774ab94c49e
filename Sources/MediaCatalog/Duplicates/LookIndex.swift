internal import MediaModel

/// Pictures that come one after the other, and which of them looks like another one.
///
/// Few questions are answered by a look at every picture; tables are made once those looks have cost
/// as much as the tables do.
package struct LookIndex: Sendable {
  private var looks: [LookAlike] = []
  private var tables: HammingIndex?
  /// How many of the looks, from the first on, stand in the tables.
  private var tabledCount = 0
  /// Looks at pictures since tables were made.
  private var scannedCount = 0

  /// Makes an index of nothing.
  package init() {}

  /// Takes a picture, whose place is the number of those before it.
  package mutating func append(_ look: LookAlike) { looks.append(look) }

  /// The place of the first picture that looks like another one, turned or not; `nil` when none does.
  ///
  /// - Parameters:
  ///   - look: The other one.
  ///   - distance: Bits of the hash that may differ, 0…16.
  /// - Returns: A place, from 0.
  package mutating func first(like look: LookAlike, within distance: Int) -> Int? {
    guard look.hash.isTelling else { return nil }
    makeTablesIfDue()
    let turned = (0..<4).map { look.hash.bits(turnedBy: $0) }
    if let place = firstInTables(like: look, turned, within: distance) { return place }
    let rest = looks[tabledCount...]
    scannedCount += rest.count
    return rest.firstIndex { other in
      other.hash.isTelling
        && turned.indices.contains { quarters in
          (turned[quarters] ^ other.hash.bits).nonzeroBitCount <= distance
            && look.agrees(with: other, turnedBy: quarters)
        }
    }
  }

  private func firstInTables(
    like look: LookAlike, _ turned: [UInt64], within distance: Int
  ) -> Int? {
    guard let tables else { return nil }
    var first: Int?
    for (quarters, bits) in turned.enumerated() {
      tables.forEach(near: bits, within: distance) { place, _ in
        guard place < first ?? .max, looks[place].hash.isTelling,
          look.agrees(with: looks[place], turnedBy: quarters)
        else { return }
        first = place
      }
    }
    return first
  }

  /// A table entry costs about as much as thirty looks, the empty tables as much as a quarter of a
  /// million.
  private mutating func makeTablesIfDue() {
    guard scannedCount > 1 << 18 + 32 * looks.count else { return }
    tables = HammingIndex(looks.map(\.hash.bits))
    tabledCount = looks.count
    scannedCount = 0
  }
}
