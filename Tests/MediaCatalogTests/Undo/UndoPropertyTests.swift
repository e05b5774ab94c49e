import CatalogTestSupport
import MediaCatalog
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

@Suite("Random changes, undone and redone, against a naive model") struct UndoPropertyTests {
  /// What a person said of one item, as plainly as can be.
  private struct Item: Hashable {
    var isFavorite = false
    var isHidden = false
    var isTrashed = false
    var rating: Int?
    var title: String?
    var caption: String?
    var words: [String: Bool] = [:]
    var time: Time?
  }

  private struct Time: Hashable {
    var taken: Int64
    var offset: Int?
    var precision: String
  }

  private struct Album: Hashable {
    var title: String
    var parent: Int64?
    var items: [Int64]
  }

  private struct State: Hashable {
    var items: [Int64: Item] = [:]
    var albums: [Int64: Album] = [:]
  }

  private static let count: Int64 = 12
  private static let day: Int64 = 86_400_000_000_000

  @Test(arguments: 0..<12) func `agree, and end where they began`(round: Int) async throws {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    let fixture = try await CatalogFixture()
    let catalog = fixture.catalog
    for number in 1...Self.count {
      try await fixture.add("\(number)_2019010\(number % 9 + 1).jpg", day: Int(number))
    }
    try await catalog.database.write { connection in
      try connection.executeScript(
        """
        INSERT INTO keyword VALUES (1, 'a'), (2, 'b');
        INSERT INTO media_keyword SELECT id, 1 + id % 2, 0 FROM media;
        """)
    }
    // Something that was there before the log began.
    try await catalog.apply(.title("old"), to: [1, 2])
    let base = try await catalog.createAlbum("base")
    try await catalog.add([1, 2, 3], toAlbum: base)
    try await catalog.database.write { connection in
      for table in ["undo_entry", "undo_edit", "undo_album", "undo_album_item"] {
        try connection.execute("DELETE FROM \(raw: table)")
      }
    }
    var state = State()
    for number in 1...Self.count {
      state.items[number] = Item(title: number <= 2 ? "old" : nil)
    }
    state.albums[base] = Album(title: "base", parent: nil, items: [1, 2, 3])
    var undone: [(state: State, rows: String)] = []
    var done: [(state: State, rows: String)] = []
    var rows = try await catalog.typedRows()
    let start = rows

    for step in 0..<120 {
      let note: Comment = "seed \(seed), step \(step)"
      switch Int.random(in: 0..<10, using: &generator) {
      case 0, 1:
        let receipt = try await catalog.undo()
        #expect((receipt == nil) == done.isEmpty, note)
        #expect(receipt?.leftAlone ?? 0 == 0, note)
        if let last = done.popLast() {
          undone.append((state, rows))
          (state, rows) = last
        }
      case 2:
        let receipt = try await catalog.redo()
        #expect((receipt == nil) == undone.isEmpty, note)
        if let next = undone.popLast() {
          done.append((state, rows))
          (state, rows) = next
        }
      case 3: try await scan(catalog, &generator)
      default:
        let before = state
        try await change(&state, catalog, &generator)
        let now = try await catalog.typedRows()
        if now != (try await rescanned(rows, catalog)) {
          done.append((before, rows))
          undone = []
          rows = now
        } else {
          #expect(state == before, note)
        }
      }
      #expect(try await catalog.typedRows() == (try await rescanned(rows, catalog)), note)
      #expect(try await read(catalog) == state, note)
    }
    while try await catalog.undo() != nil {}
    #expect(try await catalog.typedRows() == (try await rescanned(start, catalog)), "seed \(seed)")
    let failures = try await catalog.database.read { try $0.rows("PRAGMA foreign_key_check").count }
    #expect(failures == 0)
    try await checkCounts(catalog, seed)
  }

  /// Rows as kept, but for the one column that follows from files.
  private func rescanned(_ rows: String, _ catalog: Catalog) async throws -> String {
    let taken = try await catalog.database.read { connection in
      try connection.rows("SELECT id, taken FROM media ORDER BY id").map { $0[1].int64 ?? 0 }
    }
    return rows.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.hasPrefix("album_item: ") else { return String(line) }
      var parts = line.dropFirst(12).split(separator: ",").map(String.init)
      parts[1] = "taken=\(taken[Int(parts[2].dropFirst(6))! - 1])"
      return "album_item: " + parts.joined(separator: ",")
    }.joined(separator: "\n")
  }

  /// What an index run does: files change, go and come back.
  private func scan(_ catalog: Catalog, _ generator: inout SeededGenerator) async throws {
    let item = Int64.random(in: 1...Self.count, using: &generator)
    let taken = Int64.random(in: 0..<20_000, using: &generator) * Self.day
    let isMissing = Bool.random(using: &generator)
    try await catalog.database.write { connection in
      try connection.execute(
        """
        UPDATE media SET taken = coalesce((SELECT taken FROM edit WHERE media = id), \(taken)),
          file_taken = \(taken), file_rating = id % 5, revision = revision + 1,
          exclusion = (exclusion & ~3) | \(isMissing ? 2 : 0) WHERE id = \(item)
        """)
    }
  }

  private func change(
    _ state: inout State, _ catalog: Catalog, _ generator: inout SeededGenerator
  ) async throws {
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int.random(in: values.indices, using: &generator)]
    }
    let items = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
      Int64.random(in: 1...Self.count, using: &generator)
    }
    let albums = state.albums.keys.sorted()
    switch Int.random(in: 0..<18, using: &generator) {
    case 0...8:
      let edit: MediaEdit = pick([
        .favorite(Bool.random(using: &generator)), .hidden(Bool.random(using: &generator)),
        .trashed(Bool.random(using: &generator)), .rating(pick([nil, -1, 0, 5])),
        .title(pick([nil, "", "t", "e\u{301}", "\u{E9}"])),
        .caption(pick([nil, "", "two\nlines"])), .addKeywords(pick([["a"], ["b", "c"]])),
        .removeKeywords(pick([["a"], ["b", "c"]])), .resetKeywords,
        .captureTime(
          .set(
            WallTime(nanoseconds: Self.day * Int64.random(in: 0..<9_000, using: &generator)),
            offset: pick([nil, .utc]), precision: pick([.day, .second]))),
        .captureTime(.shift(.seconds(pick([-3_600, 1, 86_400])))), .captureTime(.fromName),
        .captureTime(.offset(pick([nil, UTCOffset(seconds: 7_200)]))), .captureTime(.fromFile),
      ])
      let taken = try await catalog.database.read { connection in
        try connection.rows("SELECT id, taken FROM media ORDER BY id").map { $0[1].int64 ?? 0 }
      }
      for item in Set(items) {
        Self.apply(edit, to: &state.items[item]!, item, taken[Int(item) - 1])
      }
      try await catalog.apply(edit, to: items)
    case 9:
      let parent = pick([nil] + albums.map(Optional.some))
      let id = try await catalog.createAlbum("new", in: parent)
      #expect(state.albums[id] == nil)
      state.albums[id] = Album(title: "new", parent: parent, items: [])
    case 10:
      guard let id = albums.randomElement(using: &generator) else { return }
      let title = pick(["x", "y"])
      try await catalog.renameAlbum(id, to: title)
      state.albums[id]!.title = title
    case 11:
      guard
        let id = albums.filter({ id in !state.albums.values.contains { $0.parent == id } })
          .randomElement(using: &generator)
      else { return }
      try await catalog.deleteAlbum(id)
      state.albums[id] = nil
    case 12, 13, 14:
      guard let id = albums.randomElement(using: &generator) else { return }
      try await catalog.add(items, toAlbum: id)
      for item in items where !state.albums[id]!.items.contains(item) {
        state.albums[id]!.items.append(item)
      }
    case 15:
      guard let id = albums.randomElement(using: &generator) else { return }
      try await catalog.remove(items, fromAlbum: id)
      state.albums[id]!.items.removeAll(where: items.contains)
    case 16:
      guard let id = albums.randomElement(using: &generator),
        let item = state.albums[id]!.items.randomElement(using: &generator)
      else { return }
      try await catalog.move([item], inAlbum: id, to: .first)
      state.albums[id]!.items.removeAll { $0 == item }
      state.albums[id]!.items.insert(item, at: 0)
    default:
      guard let id = albums.randomElement(using: &generator) else { return }
      let copy = try await catalog.duplicateAlbum(id, as: "copy")
      state.albums[copy] = state.albums[id]
      state.albums[copy]!.title = "copy"
    }
  }

  private static func apply(_ edit: MediaEdit, to item: inout Item, _ id: Int64, _ taken: Int64) {
    var now = item.time ?? Time(taken: taken, offset: nil, precision: "second")
    switch edit {
    case .favorite(let isOn): item.isFavorite = isOn
    case .hidden(let isOn): item.isHidden = isOn
    case .trashed(let isOn): item.isTrashed = isOn
    case .rating(let stars): item.rating = stars
    case .title(let text): item.title = text
    case .caption(let text): item.caption = text
    case .addKeywords(let words): for word in words { item.words[word] = true }
    case .removeKeywords(let words):
      // Keyword 1, "a", is in the files of even items, "b" in those of odd ones.
      for word in words {
        item.words[word] = word == (id % 2 == 0 ? "a" : "b") ? false : nil
      }
    case .resetKeywords: item.words = [:]
    case .captureTime(.set(let time, let offset, let precision)):
      item.time = Time(
        taken: time.nanoseconds, offset: offset?.seconds, precision: precision.rawValue)
    case .captureTime(.shift(let duration)):
      let second = Int64(1_000_000_000)
      now.taken += duration.components.seconds * second
      // Nothing here is finer than a second: what is no longer a whole day or minute says so.
      let isMinute = now.taken % (60 * second) == 0
      if now.precision == "day" && now.taken % day != 0 { now.precision = "minute" }
      if now.precision == "minute" && !isMinute { now.precision = "second" }
      item.time = now
    case .captureTime(.offset(let offset)):
      now.offset = offset?.seconds
      item.time = now
    case .captureTime(.fromName):
      // 2019-01-01 is day 17,897; the name says the day of January.
      item.time = Time(taken: (17_896 + id % 9 + 1) * day, offset: nil, precision: "day")
    case .captureTime(.fromFile): item.time = nil
    }
  }

  private func read(_ catalog: Catalog) async throws -> State {
    try await catalog.database.read { connection in
      var state = State()
      for id in 1...Self.count { state.items[id] = Item() }
      try connection.forEach("SELECT * FROM edit") { row in
        var item = Item(
          isFavorite: row.bool(1), isHidden: row.bool(2), isTrashed: !row.isNull(11),
          rating: row.optionalInt(3),
          title: row.optionalText(5), caption: row.optionalText(6))
        if !row.isNull(7) {
          item.time = Time(
            taken: row.int64(7), offset: row.optionalInt(8), precision: row.text(9))
        }
        state.items[row.int64(0)] = item
      }
      try connection.forEach("SELECT media, text, present FROM edit_keyword") { row in
        state.items[row.int64(0)]?.words[row.text(1)] = row.bool(2)
      }
      try connection.forEach("SELECT id, title, parent FROM album") { row in
        state.albums[row.int64(0)] = Album(
          title: row.text(1), parent: row.optionalInt64(2), items: [])
      }
      try connection.forEach("SELECT album, media FROM album_item ORDER BY album, position") {
        row in
        state.albums[row.int64(0)]?.items.append(row.int64(1))
      }
      return state
    }
  }

  /// Counts that triggers keep, against counts made anew.
  private func checkCounts(_ catalog: Catalog, _ seed: UInt64) async throws {
    let (kept, counted) = try await catalog.database.read { connection in
      (
        try connection.rows(
          """
          SELECT 1 AS t, month AS k, type, count AS c FROM month_count
          UNION ALL SELECT 2, folder, type, count FROM folder_count
          UNION ALL SELECT 3, id, 1, image_count FROM album ORDER BY 1, 2, 3
          """),
        try connection.rows(
          """
          SELECT 1 AS t, month AS k, type, count(*) AS c FROM media WHERE exclusion = 0 GROUP BY 2, 3
          UNION ALL SELECT 2, folder, type, count(*) FROM media WHERE exclusion = 0 GROUP BY 2, 3
          UNION ALL SELECT 3, id, 1, (SELECT count(*) FROM album_item AS i JOIN media AS m
            ON m.id = i.media WHERE i.album = album.id AND m.exclusion = 0) FROM album
          ORDER BY 1, 2, 3
          """)
      )
    }
    #expect(kept == counted, "seed \(seed)")
  }
}
