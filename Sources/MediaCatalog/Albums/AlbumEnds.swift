internal import MediaModel
internal import SQLiteDatabase

/// The first capture time of an album, and its newest item with its time.
///
/// Each end is one look into an index. A subquery gives one value, so both that the newest item has
/// are written into one text.
struct AlbumEnds {
  /// First and last capture time, nanoseconds.
  private(set) var dates: ClosedRange<WallTime>?
  /// The item with the highest id among those of the last time.
  private(set) var newest: Int64?

  /// The columns that ``init(_:from:)`` reads.
  ///
  /// - Parameters:
  ///   - rows: `FROM … WHERE …` of an album's items.
  ///   - taken: The column of the capture time.
  ///   - id: The column of the item.
  /// - Returns: Two subqueries.
  static func columns(of rows: SQL, taken: String = "taken", id: String = "id") -> SQL {
    """
    (SELECT \(raw: taken) \(rows) ORDER BY \(raw: taken) LIMIT 1),
      (SELECT \(raw: taken) || ' ' || \(raw: id) \(rows)
        ORDER BY \(raw: taken) DESC, \(raw: id) DESC LIMIT 1)
    """
  }

  /// Reads the columns from an index on; without items there are neither dates nor a newest.
  init(_ row: borrowing RowCursor, from column: Int32) {
    guard let first = row.optionalInt64(column), let text = row.optionalText(column + 1),
      let space = text.utf8.firstIndex(of: UInt8(ascii: " ")), let last = Int64(text[..<space]),
      let item = Int64(text[text.utf8.index(after: space)...]), first <= last
    else { return }
    dates = WallTime(nanoseconds: first)...WallTime(nanoseconds: last)
    newest = item
  }
}
