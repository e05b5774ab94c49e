import MediaCatalog
import MediaModel
import SQLiteDatabase
import Testing

@testable import MediaCatalog

@Suite("Search by words") struct SearchTests {
  @Test(arguments: [
    ("IMG_1234.JPG", ["img", "1234", "jpg"]),
    // A number inside a word is found by itself.
    ("DSC01234.jpg", ["dsc01234", "jpg", "01234"]),
    ("Été à Düsseldorf", ["ete", "a", "dusseldorf"]),
    ("東京タワー", ["東京", "京タ", "タワ", "ワー", "ー"]),
    ("ｆｕｌｌ　ＷＩＤＴＨ", ["full", "width"]), ("…!?", []), ("東", ["東"]),
    ("X100V", ["x100v", "100"]),
  ])
  func `of a text are`(text: String, words: [String]) {
    #expect(SearchWords.ofDocument(text) == words)
  }

  @Test func `are the same in one pass over ASCII`() {
    var filters = RandomFilters(seed: 62)
    let pieces = ["a", "Bc", "1", "12", "123", "-", " ", ".", "x100v", "é", "_"]
    for _ in 0..<5_000 {
      let text = (0..<filters.pick([0, 1, 4, 9])).map { _ in filters.pick(pieces) }.joined()
      #expect(
        SearchWords.text(of: text) == SearchWords.ofDocument(text).joined(separator: " "),
        "\(text)")
    }
  }

  @Test(arguments: [
    ("beach", "beaches at noon", true), ("each", "beach", false), ("1234", "DSC1234", true),
    ("京", "東京タワー", true), ("京タワ", "東京タワー", true), ("京ワ", "東京タワー", false),
    ("ー", "東京タワー", true), ("ÉTÉ", "ete", true), ("x100", "FUJIFILM X100V", true),
    ("東京 2023", "東京 2023", true), ("ไทย", "ประเทศไทย", true),
  ])
  func `a free word finds`(word: String, text: String, isFound: Bool) {
    let phrase = SearchWords.ofQuery(word, isExact: false)
    #expect(phrase.occurs(in: SearchWords.ofDocument(text)) == isFound)
  }

  @Test(arguments: [
    ("first day", "the first day", true), ("first da", "the first day", false),
    ("day first", "the first day", false), ("東京", "東京タワー", true), ("", "x", true),
  ])
  func `words in quotes find`(words: String, text: String, isFound: Bool) {
    let phrase = SearchWords.ofQuery(words, isExact: true)
    #expect(phrase.occurs(in: SearchWords.ofDocument(text)) == isFound)
  }

  @Test func `rows of the index are in the order of time, also before 1970`() {
    let times: [Int64] = [.min, -1_500_000_000, -1, 0, 999_999_999, 1_000_000_000, .max]
    let documents = times.map { SearchIndex.document(taken: $0, id: 7) }
    #expect(documents == documents.sorted())
    #expect(documents[0] >= 0)
    #expect(documents.map { $0 & SearchIndex.idMask } == Array(repeating: 7, count: 7))
  }

  @Test func `the index follows what files and people say`() async throws {
    let random = try await RandomCatalog(seed: 61, count: 40)
    let steps: [SQL] = [
      "UPDATE media SET file_caption = 'zebra crossing' WHERE id = 1",
      "INSERT INTO edit (media, title, updated) SELECT 2, 'zebra', 1 WHERE 1 ON CONFLICT DO UPDATE SET title = 'zebra'",
      "INSERT INTO edit_keyword (media, text, present) VALUES (3, 'zebra', 1)",
      "UPDATE media SET place = 'Zebra County', taken = taken + 5000000000 WHERE id = 4",
      "UPDATE edit SET title = NULL WHERE media = 2",
      "DELETE FROM edit_keyword WHERE text = 'zebra'",
      "UPDATE media SET taken = taken - 123456789012 WHERE id = 4",
    ]
    let expected: [[Int64]] = [
      [1], [1, 2], [1, 2, 3], [1, 2, 3, 4], [1, 3, 4], [1, 4], [1, 4],
    ]
    let filter = MediaFilter.all([.matches(.word("zebra")), .matches(.mark(.any))])
    for (step, ids) in zip(steps, expected) {
      try await random.catalog.database.write { try $0.execute(step) }
      try await random.catalog.prepareSearch(for: filter)
      let found = try await random.catalog.database.read { connection in
        try connection.rows(
          "SELECT rowid & \(SearchIndex.idMask) FROM search WHERE search MATCH 'zebra' ORDER BY 1"
        ).compactMap { $0[0].int64 }
      }
      #expect(found == ids)
    }
    // FTS5 itself finds nothing left over of what was replaced.
    try await random.catalog.database.write { connection in
      try connection.execute("INSERT INTO search (search) VALUES ('integrity-check')")
    }
    await random.catalog.close()
  }
}
