internal import MediaModel
internal import SQLiteDatabase

/// One field of a media item: its stable name, where it comes from, and how it reads.
///
/// Field names are the same in JSON, CSV, columns, templates and the view `v_media`.
package struct MediaField: Sendable {
  /// The stable name.
  package let name: String
  /// Columns of the query that it is made from.
  let columns: [String]
  /// Tables it needs beside `media`.
  let tables: MediaTables
  /// True when the value is a number, so that tables align it right.
  package let isNumeric: Bool
  /// Makes the value from the columns, which start at an index.
  let decode: @Sendable (borrowing RowCursor, Int32) -> FieldValue

  /// Finds a field by its name.
  package static func named(_ name: String) -> MediaField? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

/// Tables that a query joins to `media`, under the letters of the view.
struct MediaTables: OptionSet, Sendable {
  let rawValue: Int

  static let file = MediaTables(rawValue: 1)
  static let folder = MediaTables(rawValue: 2)
  static let root = MediaTables(rawValue: 4)
  static let camera = MediaTables(rawValue: 8)
  static let lens = MediaTables(rawValue: 16)
  static let edit = MediaTables(rawValue: 32)
  static let look = MediaTables(rawValue: 64)

  /// What it takes to know a path.
  static let path: MediaTables = [.folder, .root]

  /// The joins; CROSS keeps SQLite from starting anywhere but at `media`.
  var joins: String {
    var text = ""
    if contains(.file) { text += " CROSS JOIN file AS f ON f.media = m.id AND f.role = 0" }
    if !isDisjoint(with: [.folder, .root]) { text += " CROSS JOIN folder AS d ON d.id = m.folder" }
    if contains(.root) { text += " CROSS JOIN root AS r ON r.id = d.root" }
    if contains(.camera) { text += " LEFT JOIN camera AS c ON c.id = m.camera" }
    if contains(.lens) { text += " LEFT JOIN lens AS l ON l.id = m.lens" }
    if contains(.edit) { text += " LEFT JOIN edit AS e ON e.media = m.id" }
    if contains(.look) {
      text += " LEFT JOIN look AS w ON w.media = m.id AND w.revision = m.revision"
    }
    return text
  }
}
