import Glibc
import MediaCatalog
import MediaIndexing
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

@Suite("R62 Moves against a model, at random", .serialized) struct MoveModelTests {
  /// What a name is at one time: of an item's row, or on disk.
  private struct Place: Hashable {
    var name: String
    var inode: Int64
    var size: Int64
    var modified: Int64

    func isSameFile(as other: Place) -> Bool {
      (inode, size, modified) == (other.inode, other.size, other.modified)
    }

    func looks(like other: Place) -> Bool {
      (FilePath(name).lastComponent, size, modified)
        == (FilePath(other.name).lastComponent, other.size, other.modified)
    }
  }

  private struct Row {
    var id: Int64
    var place: Place
    var isMissing: Bool
  }

  /// Says which item each name is, by looking at everything for everything.
  private struct Model {
    var rows: [Row]
    /// In the order of the walk.
    var disk: [Place]

    private func onDisk(_ name: String) -> Place? { disk.first { $0.name == name } }

    private func row(_ id: Int64) -> Row? { rows.first { $0.id == id } }

    private typealias Waiting = (place: Place, owner: Int64?, found: Int64)

    /// Items by name, `nil` for new ones, and the names of items that lost theirs.
    func expected() -> (items: [String: Int64?], lost: [Int64: String]) {
      var items: [String: Int64?] = [:]
      var taken: Set<Int64> = []
      var waiting: [Waiting] = []
      var doubtful: [Place] = []
      for place in disk {
        let owner = rows.first { $0.place.name == place.name && !taken.contains($0.id) }
        items[place.name] = .some(owner?.id)
        if let owner, owner.place.inode == place.inode { continue }
        let files = rows.filter {
          $0.id != owner?.id && !taken.contains($0.id) && $0.place.isSameFile(as: place)
            && onDisk($0.place.name)?.inode != place.inode
        }.sorted { left, right in
          (onDisk(left.place.name) == nil ? 0 : 1, left.isMissing ? 1 : 0, left.id)
            < (onDisk(right.place.name) == nil ? 0 : 1, right.isMissing ? 1 : 0, right.id)
        }
        if let found = files.first {
          if owner == nil, onDisk(found.place.name) == nil {
            items[place.name] = .some(found.id)
            taken.insert(found.id)
          } else {
            waiting.append((place, owner?.id, found.id))
          }
        } else if owner == nil {
          doubtful.append(place)
        }
      }
      var lost: [Int64: String] = [:]
      var circles = waiting
      for first in waiting where !waiting.contains(where: { $0.owner == first.found }) {
        var chain = [first]
        while let owner = chain[chain.count - 1].owner,
          let next = waiting.first(where: { $0.found == owner })
        { chain.append(next) }
        circles.removeAll { one in chain.contains { $0.found == one.found } }
        let name = row(first.found)?.place.name ?? ""
        guard follows(chain, from: name) else { continue }
        for one in chain { items[one.place.name] = .some(one.found) }
        let last = chain[chain.count - 1].owner
        if onDisk(name) != nil {
          items[name] = .some(last)
        } else if let last {
          lost[last] = name
        }
      }
      for one in circles { items[one.place.name] = .some(one.found) }
      for place in doubtful {
        let used = items.values.compactMap(\.self)
        let alike = rows.filter {
          !used.contains($0.id) && lost[$0.id] == nil && $0.place.looks(like: place)
            && onDisk($0.place.name) == nil
        }
        if alike.count == 1 { items[place.name] = .some(alike[0].id) }
      }
      return (items, lost)
    }

    /// True when a chain is a series of renames, false when it is one file saved over another.
    private func follows(_ chain: [Waiting], from name: String) -> Bool {
      guard chain.count == 1 else { return true }
      let (new, old) = (FilePath(chain[0].place.name), FilePath(name))
      if onDisk(name) != nil, new.lastComponent == old.lastComponent { return false }
      return chain[0].owner.map { row($0)?.isMissing == true } ?? true
    }
  }

  // MARK: A collection and its disk

  private static let folders = ["", "d", "m", "m/s", "x", "x/s"]

  private static func randomName(_ generator: inout SeededGenerator) -> String {
    let folder = folders.randomElement(using: &generator) ?? ""
    return (folder.isEmpty ? "" : folder + "/") + "\(Int.random(in: 0..<9, using: &generator)).jpg"
  }

  /// Files below the root, in the order of the walk: files of a folder, then its folders.
  private static func disk(_ collection: Collection) -> [Place] {
    folders.flatMap { folder in
      (0..<9).compactMap { number in
        let name = (folder.isEmpty ? "" : folder + "/") + "\(number).jpg"
        guard let stamp = ScriptedReader.stamp(of: collection.path(name)) else { return nil }
        return Place(
          name: name, inode: stamp.inode, size: stamp.size, modified: stamp.modificationTime)
      }
    }
  }

  private static func rows(_ collection: Collection) async throws -> [Row] {
    try await collection.catalog.database.read { connection in
      try connection.rows(
        """
        SELECT f.media, CASE WHEN d.path = x'' THEN '' ELSE CAST(d.path AS TEXT) || '/' END
          || CAST(f.name AS TEXT), f.inode, f.size, f.mtime, f.missing_since IS NOT NULL
        FROM file AS f JOIN folder AS d ON d.id = f.folder WHERE f.role = 0 ORDER BY 1
        """
      ).map { row in
        Row(
          id: row[0].int64 ?? 0,
          place: Place(
            name: row[1].text ?? "", inode: row[2].int64 ?? 0, size: row[3].int64 ?? 0,
            modified: row[4].int64 ?? 0), isMissing: row[5].int64 == 1)
      }
    }
  }

  /// Does something to the files, and says what.
  private static func change(
    _ collection: Collection, size: inout Int, _ generator: inout SeededGenerator
  ) -> String {
    let names = disk(collection).map(\.name)
    let free = randomName(&generator)
    guard let name = names.randomElement(using: &generator),
      let other = names.randomElement(using: &generator), names.count > 4
    else {
      size += 1
      collection.write(free, content: Array(repeating: 1, count: size))
      return "write \(free)"
    }
    switch Int.random(in: 0..<13, using: &generator) {
    case 0:
      collection.remove(name)
      return "rm \(name)"
    case 1, 2:
      size += 1
      collection.write(free, content: Array(repeating: 1, count: size))
      return "write \(free)"
    case 3 where !names.contains(free):
      collection.copy(name, to: free)
      return "cp -p \(name) \(free)"
    case 4 where name != other:
      collection.move(name, to: other)
      return "mv \(name) \(other)"
    case 5, 6:
      collection.move(name, to: "t")
      if name != other { collection.move(other, to: name) }
      collection.move("t", to: other)
      return "swap \(name) \(other)"
    case 8:
      let count = Int.random(in: 2...5, using: &generator)
      let chain = names.shuffled(using: &generator).prefix(count)
      collection.remove(chain[0])
      for (to, from) in zip(chain, chain.dropFirst()) { collection.move(from, to: to) }
      guard Bool.random(using: &generator) else { return "shift \(chain)" }
      size += 1
      collection.write(chain[chain.count - 1], content: Array(repeating: 1, count: size))
      return "shift and write \(chain)"
    case 7:
      collection.move("m", to: "t")
      collection.move("x", to: "m")
      collection.move("t", to: "x")
      return "swap m x"
    default:
      guard !names.contains(free) else { return "" }
      collection.move(name, to: free)
      return "mv \(name) \(free)"
    }
  }

  /// Stops a run at the file of some number.
  private struct Stop: Error {}

  @Test(arguments: 0..<24) func `every name is the item that the model says`(
    number: Int
  ) async throws {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    let collection = try Collection()
    for folder in Self.folders.dropFirst() {
      mkdir(collection.path(folder).displayText, 0o755)
    }
    var size = 0
    for _ in 0..<14 {
      size += 1
      collection.write(Self.randomName(&generator), content: Array(repeating: 1, count: size))
    }
    try await collection.index()
    for round in 0..<8 {
      let log = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
        Self.change(collection, size: &size, &generator)
      }
      let rows = try await Self.rows(collection)
      let model = Model(rows: rows, disk: Self.disk(collection))
      let (expected, lost) = model.expected()
      if Bool.random(using: &generator) {
        // As if killed: what was stored until then stays.
        let stopping = ScriptedReader(concurrency: 1) { _ in throw Stop() }
        _ = try? await collection.catalog.index([collection.root], reader: stopping)
      }
      try await collection.index()
      let now = Dictionary(
        uniqueKeysWithValues: try await Self.rows(collection).map { ($0.place.name, $0) })
      let note: Comment = "seed \(seed), round \(round): \(log)"
      for (name, item) in expected {
        let row = try #require(now[name], note)
        #expect(!row.isMissing, note)
        if let item {
          #expect(row.id == item, note)
        } else {
          #expect(!rows.contains { $0.id == row.id }, note)
        }
      }
      // What is at no name is missing where it was, or where who took its name was.
      for row in rows where !expected.values.contains(row.id) {
        let name = lost[row.id] ?? row.place.name
        #expect(now[name]?.id == row.id, note)
        #expect(now[name]?.isMissing == true, note)
      }
      #expect(now.count == Set(rows.map(\.id)).union(now.values.map(\.id)).count, note)
    }
  }
}
