internal import MediaModel
internal import SQLiteDatabase

/// What leads to the items of a query.
enum AccessPath {
  /// An index of `media` in the order wanted.
  case media
  /// The list of a user album.
  case album(Int64)
  /// Rows of the search index, which are in the order of time.
  case search(String)
  /// Cells of places.
  case cells(GeographicArea)
  /// A list of ids, as the column `media` of a query.
  case ids(SQL)

  /// Tables to start from, outermost first.
  var source: SQL {
    switch self {
    case .media: "media AS m"
    case .album: "album_item AS ai CROSS JOIN media AS m ON m.id = ai.media"
    case .search:
      """
      search CROSS JOIN media AS m ON m.id = (search.rowid & \(raw: String(SearchIndex.idMask)))
      """
    case .cells(let area): "\(Self.bands(area)) CROSS JOIN media AS m ON m.id = c.media"
    case .ids(let ids): "(\(ids)) AS x CROSS JOIN media AS m ON m.id = x.media"
    }
  }

  /// What must hold for the path itself.
  var condition: SQL? {
    switch self {
    case .media, .ids: nil
    case .album(let album): "ai.album = \(album)"
    case .search(let match): "search MATCH \(match)"
    case .cells(let area): FilterCompiler.condition(area, latitude: "c.latitude", "c.longitude")
    }
  }

  /// What capture times in a range mean for the path, besides for the items.
  func condition(takenIn range: WallTimeRange) -> SQL? {
    switch self {
    case .media, .ids: return nil
    case .album: return FilterCompiler.condition("ai.taken", range)
    case .cells: return FilterCompiler.condition("c.taken", range)
    case .search:
      var parts: [SQL] = []
      if let lower = range.lowerBound?.nanoseconds {
        parts.append("search.rowid >= \(SearchIndex.firstDocument(at: lower))")
      }
      if let upper = range.upperBound?.nanoseconds {
        let last = SearchIndex.firstDocument(at: upper) | SearchIndex.idMask
        parts.append("search.rowid <= \(last)")
      }
      return parts.isEmpty ? nil : parts.joined(separator: " AND ")
    }
  }

  /// True when the path gives the items in the order of a sort.
  func isOrdered(by sort: MediaSort) -> Bool {
    switch self {
    case .media: true
    case .album: sort == .taken || sort == .album
    case .search, .cells, .ids: false
    }
  }

  /// Cells of an area, one range for each tenth of latitude.
  static func bands(_ area: GeographicArea) -> SQL {
    let latitudes = area.latitudes
    let rows = row(latitudes.lower)...max(row(latitudes.lower), row(latitudes.upper))
    let ranges = rows.flatMap { row in
      area.longitudeSpans.map { span in
        "(\(row * 4_096 + column(span.lower)), \(row * 4_096 + column(span.upper)))"
      }
    }
    return """
      (VALUES \(raw: ranges.joined(separator: ", "))) AS band
        CROSS JOIN media_cell AS c ON c.cell BETWEEN band.column1 AND band.column2
      """
  }

  // The same arithmetic as in the triggers.
  private static func row(_ latitude: Double) -> Int {
    latitude.isNaN ? 0 : Int((min(max(latitude, -90), 90) + 90) * 10)
  }
  private static func column(_ longitude: Double) -> Int {
    longitude.isNaN ? 0 : Int((min(max(longitude, -180), 180) + 180) * 10)
  }
}
