import MediaModel
import TestSupport
import Testing

@testable import MediaCatalog

@Suite("Groups of look-alikes") struct LookAlikeGroupTests {
  private func item(
    _ id: Int64, _ bits: UInt64, detail: UInt8 = 60, type: Int64 = 1, aspect: Double? = 1.5,
    duration: Int64? = nil, area: Int64 = 100, size: Int64 = 100, taken: Int64 = 0
  ) -> LookAlike {
    LookAlike(
      item: id, hash: PerceptualHash(bits: bits, detail: detail), type: type, aspect: aspect,
      duration: duration, area: area, size: size, taken: taken)
  }

  private func groups(_ items: [LookAlike], within distance: Int = 6) throws -> [[Int64]] {
    try LookAlikeGroups(items).groups(within: distance).map { $0.members.map(\.item) }
  }

  /// The same rules, with every item compared with every other.
  private func expected(_ items: [LookAlike], within distance: Int) -> Set<[Int64]> {
    let sorted = items.filter { $0.hash.detail >= 32 }.sorted {
      ($1.area, $1.size, $0.item) < ($0.area, $0.size, $1.item)
    }
    var taken: Set<Int64> = []
    var groups: Set<[Int64]> = []
    for main in sorted where taken.insert(main.item).inserted {
      var members: [(distance: Int, item: Int64)] = []
      for other in sorted where !taken.contains(other.item) && other.type == main.type {
        let distances = (0..<4).compactMap { quarters -> Int? in
          let shape = quarters % 2 == 0 ? main.aspect : main.aspect.map { 1 / $0 }
          if let shape, let aspect = other.aspect {
            let ratio = shape / aspect
            if ratio > 1.03 || ratio < 1 / 1.03 { return nil }
          }
          return (main.hash.bits(turnedBy: quarters) ^ other.hash.bits).nonzeroBitCount
        }
        if let nearest = distances.min(), nearest <= distance {
          members.append((nearest, other.item))
        }
      }
      if members.isEmpty { continue }
      members.sort { ($0.distance, $0.item) < ($1.distance, $1.item) }
      taken.formUnion(members.map(\.item))
      groups.insert([main.item] + members.map(\.item))
    }
    return groups
  }

  private func random(_ count: Int, seed: UInt64) -> [LookAlike] {
    var generator = SeededGenerator(seed: seed)
    return HammingIndexTests.clustered(count, seed: seed).enumerated().map { place, bits in
      let turned = PerceptualHash(bits: bits, detail: 60)
        .bits(turnedBy: Int.random(in: 0..<4, using: &generator))
      return item(
        Int64(place + 1), turned, detail: UInt8.random(in: 28...64, using: &generator),
        type: Int64.random(in: 1...10, using: &generator) == 1 ? 2 : 1,
        aspect: [1.5, 1.48, 1 / 1.5, nil].randomElement(using: &generator) ?? nil,
        area: Int64.random(in: 1...5, using: &generator),
        size: Int64.random(in: 1...3, using: &generator),
        taken: Int64.random(in: 0...9, using: &generator))
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64], [2, 6, 9]) func `are those of comparing all with all`(
    seed: UInt64, distance: Int
  ) throws {
    let items = random(500, seed: seed)
    let found = try groups(items, within: distance)
    #expect(Set(found) == expected(items, within: distance))
    #expect(found.count >= 5)
    var generator = SeededGenerator(seed: seed)
    #expect(try groups(items.shuffled(using: &generator), within: distance) == found)
  }

  @Test func `are found among 100,000 with planted copies`() throws {
    var generator = SeededGenerator(seed: 9)
    var items = (1...100_000).map { item(Int64($0), generator.next()) }
    var planted: [[Int64]] = []
    for number in 0..<500 {
      let place = number * 200
      let copy = Int64(200_000 + number)
      let bits = HammingIndexTests.flipped(items[place].hash.bits, number % 7, &generator)
      items.append(item(copy, bits, area: 50))
      planted.append([items[place].item, copy])
    }
    // Random hashes of this seed are farther apart than 6 bits, however they are turned.
    #expect(try Set(groups(items)) == Set(planted))
  }

  @Test func `hold no chains: all are near the main item`() throws {
    let chain = [item(1, 0), item(2, 0x3F, area: 200), item(3, 0xFFF), item(4, 0x3_FFFF)]
    // 2 is the largest; 1 and 3 are near it, 4 is near 3 only.
    #expect(try groups(chain) == [[2, 1, 3]])
  }

  @Test func `begin with the largest picture, and stand in the order of time`() throws {
    let items = [
      item(1, 0, area: 10, taken: 5), item(2, 1, area: 30, taken: 5), item(3, 3, area: 20),
      item(4, .max, area: 30, size: 5, taken: 9), item(5, .max, area: 30, size: 6, taken: 8),
    ]
    #expect(try groups(items) == [[5, 4], [2, 1, 3]])
  }

  @Test func `hold no flat pictures, no other kinds, shapes or lengths`() throws {
    #expect(try groups([item(1, 0, detail: 31), item(2, 0, detail: 31)]) == [])
    #expect(try groups([item(1, 0, detail: 32), item(2, 0, detail: 32)]) == [[1, 2]])
    #expect(try groups([item(1, 0), item(2, 0, type: 2)]) == [])
    #expect(try groups([item(1, 0), item(2, 0, aspect: 1.6)]) == [])
    #expect(try groups([item(1, 0), item(2, 0, aspect: 1.53)]) == [[1, 2]])
    #expect(try groups([item(1, 0), item(2, 0, aspect: nil)]) == [[1, 2]])
    let clips = [
      item(1, 0, type: 2, duration: 60_000_000_000), item(2, 0, type: 2, duration: 62_000_000_000),
      item(3, 0, type: 2, duration: 60_900_000_000), item(4, 0, type: 2, duration: .max),
    ]
    #expect(try groups(clips) == [[1, 3]])
  }

  @Test func `hold pictures that were turned, and say by how much`() throws {
    let hash = PerceptualHash(bits: 0x0123_4567_89AB_CDEF, detail: 60)
    let items =
      [item(1, hash.bits, area: 200)]
      + (1..<4).map {
        item(Int64($0 + 1), hash.bits(turnedBy: $0), aspect: $0 == 2 ? 1.5 : 1 / 1.5)
      }
      + [item(9, hash.bits(turnedBy: 1), aspect: 1.5)]
    let group = try LookAlikeGroups(items).groups(within: 6)
    #expect(group.map { $0.members.map(\.item) } == [[1, 2, 3, 4]], "9 has the wrong shape")
    #expect(group.first?.members.map(\.quarterTurns) == [0, 1, 2, 3])
  }
}
