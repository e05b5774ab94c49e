internal import SQLiteDatabase

/// One stretch of an order: rows of one kind, compared by the same terms.
///
/// Most orders are one stretch; those by a value that may be absent have a second one for the rest.
struct SortStretch: Hashable {
  /// Which rows; `nil` for all.
  var condition: String?
  /// What rows are compared by, the last making the order total.
  var terms: [String]
  /// Whether all terms go down.
  var isDescending: Bool

  init(_ terms: [String], where condition: String? = nil, down isDescending: Bool) {
    self.condition = condition
    self.terms = terms
    self.isDescending = isDescending
  }

  /// The ORDER BY terms.
  var order: String { terms.map { isDescending ? "\($0) DESC" : $0 }.joined(separator: ", ") }

  /// The condition for rows behind a key.
  func isBehind(_ values: [SQLValue]) -> SQL {
    let list = values.map { value -> SQL in "\(value)" }.joined(separator: ", ")
    return """
      (\(raw: terms.joined(separator: ", "))) \(raw: isDescending ? "<" : ">") (\(list))
      """
  }
}

extension MediaSort {
  /// The stretches in the order of reading; in reverse the absent values still come last.
  func stretches(isReversed: Bool, inAlbum: Bool) -> [SortStretch] {
    let down = !isReversed
    switch self {
    case .taken where inAlbum: return [SortStretch(["ai.taken", "ai.media"], down: down)]
    case .album where inAlbum:
      return [SortStretch(["ai.position", "ai.taken", "ai.media"], down: isReversed)]
    case .taken, .album: return [SortStretch(["m.taken", "m.id"], down: down)]
    case .added: return [SortStretch(["m.id"], down: down)]
    case .name: return [SortStretch(["m.name_key", "m.id"], down: isReversed)]
    case .path: return [SortStretch(["r.path", "d.path", "f.name"], down: isReversed)]
    case .size: return [SortStretch(["m.size", "m.id"], down: down)]
    case .duration:
      return [
        SortStretch(["m.duration", "m.id"], where: "m.duration IS NOT NULL", down: down),
        SortStretch(["m.id"], where: "m.duration IS NULL", down: down),
      ]
    case .rating:
      return [
        SortStretch(["m.rating", "m.taken", "m.id"], where: "m.rating IS NOT NULL", down: down),
        SortStretch(["m.taken", "m.id"], where: "m.rating IS NULL", down: down),
      ]
    }
  }

  /// Tables the terms need.
  var tables: MediaTables {
    switch self {
    case .path: MediaTables.path.union(.file)
    default: []
    }
  }

  /// Tables to start from when nothing else leads to the items, outermost first.
  var source: (sql: SQL, tables: MediaTables) {
    switch self {
    case .path:
      (
        """
        root AS r CROSS JOIN folder AS d ON d.root = r.id
          CROSS JOIN file AS f ON f.folder = d.id AND f.role = 0
          CROSS JOIN media AS m ON m.id = f.media
        """, tables
      )
    default: ("media AS m", [])
    }
  }
}
