/// A table of a person's, and the one that keeps its rows from before and after each change.
struct UndoTable {
  /// The table itself; its rows are kept in `undo_` and this name.
  let name: String
  /// Columns that name a row, in the log and in the table.
  let keys: [(log: String, table: String)]
  /// The other columns of a person, in the log and in the table.
  ///
  /// One of them is never NULL, so that no row and a row are never equal.
  let columns: [(log: String, table: String)]
  /// Expressions over the kept row `u` for columns that cannot be taken as they are.
  var expressions: [String: String] = [:]
  /// Columns beside a person's that a row needs, as expressions over `u`.
  var derived: [(column: String, expression: String)] = []
  /// What must hold for a row `u` to be put back.
  let canPut: String
  /// What must hold for a row `u` to be taken away.
  var canTake = "1"

  var log: String { "undo_\(name)" }

  private static func same(_ names: String) -> [(log: String, table: String)] {
    names.split(separator: " ").map { (String($0), String($0)) }
  }

  private static let mediaExists = "EXISTS (SELECT 1 FROM media WHERE id = u.media)"

  static let edit = UndoTable(
    name: "edit", keys: same("media"),
    columns: same(
      "favorite hidden rating label title caption taken taken_offset taken_precision rotation"
        + " trashed updated"),
    canPut: mediaExists)

  static let keyword = UndoTable(
    name: "edit_keyword", keys: same("media text"), columns: [("added", "present")],
    canPut: mediaExists)

  static let album = UndoTable(
    name: "album", keys: [("album", "id")],
    columns: same("uid parent title title_key query sort cover position created updated"),
    // What they name may be gone by now.
    expressions: [
      "parent": "(SELECT id FROM album WHERE id = u.parent)",
      "cover": "(SELECT id FROM media WHERE id = u.cover)",
    ],
    canPut: "1",
    canTake: """
      NOT EXISTS (SELECT 1 FROM album_item WHERE album = u.album)
        AND NOT EXISTS (SELECT 1 FROM album WHERE parent = u.album)
      """)

  static let albumItem = UndoTable(
    name: "album_item", keys: same("media album"), columns: same("position added"),
    derived: [("taken", "(SELECT taken FROM media WHERE id = u.media)")],
    canPut: "\(mediaExists) AND EXISTS (SELECT 1 FROM album WHERE id = u.album)")

  static let all = [edit, keyword, album, albumItem]
}

// MARK: Statements

extension UndoTable {
  /// Keeps what rows are after a change, whose number is bound, for those kept from before it.
  var recordAfter: String {
    let log = keys.map { "u.\($0.log)" } + ["(t.\(keys[0].table) IS NOT NULL)"]
    return """
      INSERT INTO \(self.log) (entry, side, \(names(keys, \.log)), present, \(names(columns, \.log)))
      SELECT u.entry, 1, \(log.joined(separator: ", ")), \(names(columns, \.table, "t."))
      FROM \(self.log) AS u LEFT JOIN \(name) AS t ON \(isSameRow("t"))
      WHERE u.entry = ? AND u.side = 0
      """
  }

  /// Rows kept for an entry, and about how many bytes they take.
  var size: String {
    let texts = (keys + columns).map { "coalesce(length(CAST(\($0.log) AS BLOB)), 0)" }
    return
      "SELECT count(*), sum(16 + \(texts.joined(separator: " + "))) FROM \(log) WHERE entry = ?"
  }

  /// Puts rows back that were there on side ?2 of entry ?1.
  var put: String {
    let values = keys.map { "u.\($0.log)" } + columns.map { expressions[$0.log] ?? "u.\($0.log)" }
    let derivedNames = derived.map { ", \($0.column)" }.joined()
    let derivedValues = derived.map { ", \($0.expression)" }.joined()
    let sets = columns.map { "\($0.table) = excluded.\($0.table)" }
    return """
      INSERT INTO \(name) (\(names(keys, \.table)), \(names(columns, \.table))\(derivedNames))
      SELECT \(values.joined(separator: ", "))\(derivedValues) \(unchangedRows)
        AND u.present = 1 AND \(canPut)
      ON CONFLICT (\(names(keys, \.table))) DO UPDATE SET \(sets.joined(separator: ", "))
      """
  }

  /// Takes rows away that were not there on side ?2 of entry ?1.
  var take: String {
    """
    DELETE FROM \(name) WHERE (\(names(keys, \.table))) IN (
      SELECT \(names(keys, \.log, "u.")) \(unchangedRows) AND u.present = 0 AND \(canTake))
    """
  }

  /// Kept rows `u` of side ?2 whose row now, `t`, is still that of the other side, `v`.
  private var unchangedRows: String {
    let same = columns.map { "t.\($0.table) IS v.\($0.log)" }.joined(separator: " AND ")
    let other = keys.map { "v.\($0.log) = u.\($0.log)" }.joined(separator: " AND ")
    return """
      FROM \(log) AS u
        CROSS JOIN \(log) AS v ON v.entry = u.entry AND v.side = 1 - u.side AND \(other)
        LEFT JOIN \(name) AS t ON \(isSameRow("t"))
      WHERE u.entry = ?1 AND u.side = ?2 AND \(same)
      """
  }

  private func isSameRow(_ table: String) -> String {
    keys.map { "\(table).\($0.table) = u.\($0.log)" }.joined(separator: " AND ")
  }

  private func names(
    _ list: [(log: String, table: String)], _ path: KeyPath<(log: String, table: String), String>,
    _ prefix: String = ""
  ) -> String {
    list.map { prefix + $0[keyPath: path] }.joined(separator: ", ")
  }
}
