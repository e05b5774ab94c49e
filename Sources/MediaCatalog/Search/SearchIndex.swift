internal import MediaModel
package import SQLiteDatabase
internal import UnicodeText

/// Keeps the words by which items are found.
///
/// Triggers note items whose words may have changed; this brings the index up to date. It must be
/// done by the program, because SQLite cannot fold texts, nor use FTS5 in a trigger of a file that
/// it does not trust.
package struct SearchIndex {
  private let connection: Connection

  /// Works on a connection that may write.
  package init(_ connection: Connection) { self.connection = connection }

  /// Bits of a row number of the index that are the item's id; above them is the second.
  static let idBits: Int64 = 28
  static let idMask: Int64 = 1 << idBits - 1

  /// The row of an item in the index: rows are in the order of capture time, then id.
  ///
  /// - Returns: 0…2^63; items of one second are in the order of their ids.
  static func document(taken: Int64, id: Int64) -> Int64 { firstDocument(at: taken) | id & idMask }

  /// The smallest row of the second that holds a wall time.
  static func firstDocument(at taken: Int64) -> Int64 {
    let remainder = taken % 1_000_000_000
    let second = taken / 1_000_000_000 - (remainder < 0 ? 1 : 0)
    // Counted from the first second that 64 bits of nanoseconds can say, so never negative.
    return (second + 9_223_372_037) << idBits
  }

  /// True when words of some items are not up to date.
  package func isPending() throws -> Bool {
    try connection.first("SELECT 1 FROM search_pending LIMIT 1") != nil
  }

  /// Items whose words may wait for the next search, which then takes a fifth of a second longer.
  package static let backlogLimit = 25_000

  /// Brings the index up to date when more items wait than one search should be kept waiting for.
  ///
  /// An index run that is bound by its writer, as one of a warm disk is, ends earlier by what the
  /// words cost; they are found all the same, because a search looks after the rest first.
  package func updateIfBehind() throws {
    let waiting = try connection.first(
      "SELECT count(*) FROM (SELECT 1 FROM search_pending LIMIT \(Self.backlogLimit + 1))")
    if let count = waiting?[0].int, count > Self.backlogLimit { try update() }
  }

  /// Brings the index up to date for items that changed, at most `limit` of them, and says how many
  /// were looked at.
  @discardableResult
  package func update(limit: Int = .max) throws -> Int {
    var count = 0
    while count < limit {
      let batch = try nextBatch(min(Self.batchSize, limit - count))
      if batch.isEmpty { break }
      try store(batch)
      count += batch.count
    }
    return count
  }

  /// Large enough for few segments of the index, small enough for memory.
  private static let batchSize = 20_000

  /// Words of one item, before and now.
  private struct Entry {
    var id: Int64
    var old: StoredWords?
    var new: StoredWords?
  }

  private func nextBatch(_ size: Int) throws -> [Entry] {
    let keywords = try keywords(of: size)
    var reader = SearchTextReader()
    var entries: [Entry] = []
    try connection.forEach(
      """
      SELECT p.media, s.doc, s.name, s.title, s.caption, s.keywords, s.place, m.id, m.taken,
        m.name_folded, m.folder, d.path, m.camera, c.make, c.model, coalesce(e.title, m.file_title),
        coalesce(e.caption, m.file_caption), m.place
      FROM (SELECT media FROM search_pending ORDER BY media LIMIT \(size)) AS p
        LEFT JOIN media AS m ON m.id = p.media LEFT JOIN search_text AS s ON s.media = p.media
        LEFT JOIN folder AS d ON d.id = m.folder LEFT JOIN camera AS c ON c.id = m.camera
        LEFT JOIN edit AS e ON e.media = p.media
      """
    ) { row in
      let id = row.int64(0)
      let old = row.isNull(1) ? nil : StoredWords(stored: row, from: 1)
      // Larger ids than any collection has would share rows; they are found by all but words.
      let isGone = row.isNull(7) || id > Self.idMask
      let new = isGone ? nil : reader.words(of: row, from: 8, id: id, keywords[id] ?? [])
      entries.append(Entry(id: id, old: old, new: new))
    }
    return entries
  }

  /// Keywords of the items of a batch; most have none.
  private func keywords(of size: Int) throws -> [Int64: [String]] {
    var keywords: [Int64: [String]] = [:]
    try connection.forEach(
      """
      WITH p AS MATERIALIZED (SELECT media FROM search_pending ORDER BY media LIMIT \(size))
      SELECT mk.media, k.text FROM p CROSS JOIN media_keyword AS mk ON mk.media = p.media
        CROSS JOIN keyword AS k ON k.id = mk.keyword
        WHERE NOT EXISTS (SELECT 1 FROM edit_keyword AS x
          WHERE x.media = mk.media AND x.text = k.text AND x.present = 0)
      UNION
      SELECT e.media, e.text FROM p CROSS JOIN edit_keyword AS e ON e.media = p.media
        WHERE e.present = 1
      """
    ) { row in keywords[row.int64(0), default: []].append(row.text(1)) }
    return keywords
  }

  /// Replaces what changed.
  ///
  /// Rows go in the order of their numbers, because FTS5 starts a new segment at a step back.
  private func store(_ entries: [Entry]) throws {
    let changed = entries.filter { $0.old != $0.new }
    let gone = changed.compactMap(\.old).sorted { $0.document < $1.document }
    if !gone.isEmpty {
      try connection.withStatement(
        """
        INSERT INTO search (search, rowid, name, title, caption, keywords, place)
          VALUES ('delete', ?, ?, ?, ?, ?, ?)
        """
      ) { statement in for words in gone { try words.run(statement, from: 1) } }
    }
    let come = changed.compactMap(\.new).sorted { $0.document < $1.document }
    try connection.withStatement(
      "INSERT INTO search (rowid, name, title, caption, keywords, place) VALUES (?, ?, ?, ?, ?, ?)"
    ) { statement in for words in come { try words.run(statement, from: 1) } }
    try connection.withStatement("DELETE FROM search_text WHERE media = ?") { statement in
      for entry in changed where entry.old != nil {
        try statement.bind(entry.id, at: 1)
        try statement.run()
      }
    }
    try connection.withStatement(
      """
      INSERT INTO search_text (media, doc, name, title, caption, keywords, place)
        VALUES (?, ?, ?, ?, ?, ?, ?)
      """
    ) { statement in
      for entry in changed {
        guard let new = entry.new else { continue }
        try statement.bind(entry.id, at: 1)
        try new.run(statement, from: 2)
      }
    }
    guard let last = entries.map(\.id).max() else { return }
    try connection.execute("DELETE FROM search_pending WHERE media <= \(last)")
  }
}
