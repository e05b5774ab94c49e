import MediaCatalog
import SQLiteDatabase

extension Catalog {
  /// All that a person typed, row by row and byte by byte, from the tables themselves.
  func typedRows() async throws -> String {
    try await rows(
      of: [
        ("edit", "media"), ("edit_keyword", "media, text"), ("album", "id"),
        ("album_item", "album, media"),
      ])
  }

  /// What follows from it.
  func derivedRows() async throws -> String {
    try await rows(
      of: [
        ("month_count", "month, type"), ("folder_count", "folder, type"),
        ("scan_count", "scan, root, type"), ("v_media", "id"), ("v_album", "id"),
      ]) + rows(of: [("media", "id")])
  }

  private func rows(of tables: [(name: String, order: String)]) async throws -> String {
    try await database.read { connection in
      var text = ""
      for table in tables {
        // Counts of albums follow from files; the view has them.
        let columns = try connection.rows("SELECT name FROM pragma_table_info(\(table.name))")
          .compactMap { $0[0].text }
          .filter { table.name != "album" || !$0.hasSuffix("_count") }
        let quoted = columns.map { "'\($0)=' || quote(\($0))" }.joined(separator: " || ',' || ")
        try connection.forEach(
          "SELECT \(raw: quoted) FROM \(raw: table.name) ORDER BY \(raw: table.order)"
        ) { row in text += "\(table.name): \(row.text(0))\n" }
      }
      return text
    }
  }
}
