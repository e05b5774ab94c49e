internal import MediaModel
internal import SQLiteDatabase
internal import UnicodeText

/// Compiles clauses into conditions over `media AS m`.
///
/// What lies too deep for SQLite's parser becomes a common table expression of ids.
struct FilterCompiler {
  let connection: Connection
  /// Bodies of the common table expressions so far, which are named `deep1` and so on.
  private var tables: [SQL] = []

  /// Groups nested deeper become a table of their own.
  private static let maximumLevel = 12
  /// Longer lists are cut: SQLite builds one tree level for each AND and OR.
  private static let maximumTerms = 400

  init(connection: Connection) { self.connection = connection }

  /// What must stand before the statement: nothing, or `WITH …`.
  var prefix: SQL {
    if tables.isEmpty { return "" }
    let list = tables.enumerated().map { index, body -> SQL in
      "deep\(raw: String(index + 1)) AS MATERIALIZED (\(body))"
    }
    return "WITH \(list.joined(separator: ", ")) "
  }

  /// Refuses a filter that is nested too deep.
  static func check(_ filter: MediaFilter) throws(CatalogError) {
    if filter.depth > MediaFilter.maximumDepth {
      throw CatalogError(
        code: .invalid, reason: "a filter is nested deeper than \(MediaFilter.maximumDepth)")
    }
  }

  /// The condition that a clause is; it may be NULL where it is not true.
  ///
  /// - Throws: ``CatalogError`` for an album that does not exist or whose name is ambiguous.
  mutating func compile(_ clause: Clause) throws -> SQL { try compile(clause, level: 0) }

  private mutating func compile(_ clause: Clause, level: Int) throws -> SQL {
    let (parts, separator, empty): ([Clause], SQL, SQL)
    switch clause {
    case .leaf(let predicate, let isNegated):
      let condition = try condition(predicate)
      return isNegated ? "(\(condition)) IS NOT TRUE" : condition
    case .all(let clauses): (parts, separator, empty) = (clauses, " AND ", "1")
    case .any(let clauses): (parts, separator, empty) = (clauses, " OR ", "0")
    }
    if parts.isEmpty { return empty }
    if level >= Self.maximumLevel {
      let inner = try compile(clause, level: 0)
      tables.append("SELECT m.id FROM media AS m WHERE \(inner)")
      return "m.id IN deep\(raw: String(tables.count))"
    }
    var conditions: [SQL] = []
    for part in parts { conditions.append(try compile(part, level: level + 1)) }
    return "(\(Self.joined(conditions, by: separator)))"
  }

  /// Joins conditions by AND or OR, in groups when there are many.
  static func joined(_ conditions: [SQL], by separator: SQL) -> SQL {
    guard conditions.count > maximumTerms else { return conditions.joined(separator: separator) }
    var groups: [SQL] = []
    var start = 0
    while start < conditions.count {
      let end = min(start + maximumTerms, conditions.count)
      groups.append("(\(conditions[start..<end].joined(separator: separator)))")
      start = end
    }
    return joined(groups, by: separator)
  }
}

extension FilterCompiler {
  /// The condition that a predicate is.
  func condition(_ predicate: MediaPredicate) throws -> SQL {
    switch predicate {
    case .type(let type): return "+m.type = \(raw: String(type.rawValue))"
    case .mark(let mark): return condition(mark)
    case .has(let detail): return condition(detail)
    case .taken(let range): return Self.condition("+m.taken", range)
    case .added(let range): return Self.condition("m.added", range)
    case .inFolder(let path): return "+m.folder IN (\(Self.folders(FolderPattern(path))))"
    case .inAlbum(let reference):
      let album = try AlbumLookUp(connection: connection).id(of: reference)
      return "EXISTS (SELECT 1 FROM album_item WHERE media = m.id AND album = \(album))"
    case .text(let field, let text): return try condition(field, text)
    case .number(let field, let comparison): return Self.condition(field, comparison)
    case .aspect(let width, let height):
      let tolerance = MediaPredicate.aspectTolerance
      return """
        m.display_width * \(height) BETWEEN m.display_height * \(width) * \(1 - tolerance)
          AND m.display_height * \(width) * \(1 + tolerance)
        """
    case .orientation(let orientation):
      switch orientation {
      case .portrait: return "m.display_width < m.display_height"
      case .landscape: return "m.display_width > m.display_height"
      case .square: return "m.display_width = m.display_height"
      }
    case .within(let area): return Self.condition(area, latitude: "m.latitude", "m.longitude")
    case .word(let text): return Self.search(SearchWords.ofQuery(text, isExact: false))
    case .phrase(let text): return Self.search(SearchWords.ofQuery(text, isExact: true))
    }
  }

  private func condition(_ mark: MediaMark) -> SQL {
    switch mark {
    case .any: return "1"
    case .favorite: return "m.favorite = 1"
    case .offline: return "+m.folder IN (\(Self.offlineFolders))"
    case .hidden, .missing, .failed, .trashed: return "(m.exclusion & \(mark.liftedBits)) <> 0"
    case .edited: return Self.stacked("edit")
    case .duplicate: return "m.id IN (\(Self.duplicates))"
    case .undated:
      return """
        (m.file_taken_source = 'mtime'
          AND NOT EXISTS (SELECT 1 FROM edit WHERE media = m.id AND taken IS NOT NULL))
        """
    default: return "(m.subtypes & \(mark.subtype?.rawValue ?? 0)) <> 0"
    }
  }

  private static func stacked(_ kind: String) -> SQL {
    """
    EXISTS (SELECT 1 FROM stack_member AS s JOIN stack ON stack.id = s.stack
      WHERE s.media = m.id AND stack.kind = \(kind))
    """
  }

  /// Ids of items whose bytes are those of another one, as far as digests are known.
  ///
  /// Missing, failed and trashed items are nobody's duplicates. One walk over the few digests there
  /// are, however many items a query passes.
  static let duplicates: SQL = """
    SELECT media FROM (
      SELECT f.media AS media, count(*) OVER (PARTITION BY f.digest) AS copies
      FROM file AS f CROSS JOIN media AS o ON o.id = f.media AND o.exclusion & 19 = 0
      WHERE f.digest IS NOT NULL AND f.role = 0)
    WHERE copies > 1
    """

  /// The same for one item of `media AS m`.
  static let isDuplicate: SQL = """
    (m.exclusion & 19 = 0 AND EXISTS (SELECT 1 FROM file AS a
      CROSS JOIN file AS b ON b.digest = a.digest AND b.role = 0 AND b.media <> a.media
      CROSS JOIN media AS o ON o.id = b.media AND o.exclusion & 19 = 0
      WHERE a.media = m.id AND a.role = 0 AND a.digest IS NOT NULL))
    """

  /// Ids of the folders whose root is not there.
  static let offlineFolders: SQL =
    "SELECT d.id FROM folder AS d JOIN root AS r ON r.id = d.root WHERE r.state <> 'online'"

  func condition(_ detail: MediaDetail) -> SQL {
    switch detail {
    case .location: "(m.latitude IS NOT NULL AND m.longitude IS NOT NULL)"
    case .camera: "m.camera IS NOT NULL"
    case .lens: "m.lens IS NOT NULL"
    case .audio: "m.has_audio = 1"
    case .title: Self.fileOrEdit("title")
    case .caption: Self.fileOrEdit("caption")
    case .rating: "m.rating IS NOT NULL"
    case .place: "m.place IS NOT NULL"
    case .keywords: Self.keyword("1", "1")
    case .album: "EXISTS (SELECT 1 FROM album_item WHERE media = m.id)"
    }
  }

  /// The person's text, else the file's; the empty text means that there is none.
  private static func fileOrEdit(_ column: String) -> SQL {
    """
    (coalesce((SELECT \(raw: column) FROM edit WHERE media = m.id), m.file_\(raw: column)) <> '')
    """
  }

  /// An item with a keyword for which a condition over `k` holds, or with one of a person's over
  /// `e`; what a person took away does not count.
  static func keyword(_ ofFile: SQL, _ ofPerson: SQL) -> SQL {
    """
    (EXISTS (SELECT 1 FROM media_keyword AS mk JOIN keyword AS k ON k.id = mk.keyword
      WHERE mk.media = m.id AND \(ofFile) AND NOT EXISTS (SELECT 1 FROM edit_keyword AS x
        WHERE x.media = m.id AND x.text = k.text AND x.present = 0))
    OR EXISTS (SELECT 1 FROM edit_keyword AS e
      WHERE e.media = m.id AND e.present = 1 AND \(ofPerson)))
    """
  }

  static func condition(_ column: SQL, _ range: WallTimeRange) -> SQL {
    var parts: [SQL] = []
    if let lower = range.lowerBound { parts.append("\(column) >= \(lower.nanoseconds)") }
    if let upper = range.upperBound { parts.append("\(column) < \(upper.nanoseconds)") }
    return parts.isEmpty ? "1" : "(\(parts.joined(separator: " AND ")))"
  }

  private static func condition(_ field: NumberField, _ comparison: NumberComparison) -> SQL {
    guard field.wholeUnits != nil else {
      let (lower, upper) = comparison.bounds(tolerance: field.tolerance)
      return "\(column(of: field)) BETWEEN \(lower) AND \(upper)"
    }
    guard let range = field.wholeRange(comparison) else { return "0" }
    return "\(column(of: field)) BETWEEN \(range.lowerBound) AND \(range.upperBound)"
  }

  /// The column of a field; a plus keeps an index out that has another order than a page.
  private static func column(of field: NumberField) -> SQL {
    switch field {
    case .iso: "m.iso"
    case .fNumber: "m.f_number"
    case .focalLength: "m.focal_length"
    case .exposureTime: "m.exposure_time"
    case .rating: "+m.rating"
    case .size: "+m.size"
    case .duration: "+m.duration"
    case .width: "m.width"
    case .height: "m.height"
    case .frameRate: "m.frame_rate"
    }
  }

  /// Ids of the folders that a pattern means.
  static func folders(_ pattern: FolderPattern) -> SQL {
    // Between slashes on both sides, so that only whole components match.
    let place: SQL =
      pattern.isAbsolute
      ? """
      instr(CAST(CASE r.path WHEN x'2f' THEN x'' ELSE r.path END
        || CASE WHEN d.path = x'' THEN '' ELSE '/' || d.path END || '/' AS BLOB),
        \(pattern.needle)) = 1
      """
      : "instr(CAST('/' || d.path || '/' AS BLOB), \(pattern.needle)) > 0"
    return "SELECT d.id FROM folder AS d JOIN root AS r ON r.id = d.root WHERE \(place)"
  }

  /// The exact test of a place, in the same steps as ``GeographicArea/contains(latitude:longitude:)``.
  static func condition(
    _ area: GeographicArea, latitude: SQL, _ longitude: SQL
  ) -> SQL {
    switch area {
    case .circle(let centerLatitude, let centerLongitude, let radius):
      let k = GeographicArea.radiansPerDegree
      let vertical: SQL = "sin((\(latitude) - \(centerLatitude)) * \(k / 2))"
      let horizontal: SQL = "sin((\(longitude) - \(centerLongitude)) * \(k / 2))"
      return """
        \(vertical) * \(vertical) + cos(\(centerLatitude * k)) * cos(\(latitude) * \(k))
          * \(horizontal) * \(horizontal) <= \(GeographicArea.haversine(radius))
        """
    case .box:
      let spans = area.longitudeSpans.map { span -> SQL in
        "\(longitude) BETWEEN \(span.lower) AND \(span.upper)"
      }
      return """
        (\(latitude) BETWEEN \(area.latitudes.lower) AND \(area.latitudes.upper)
          AND (\(spans.joined(separator: " OR "))))
        """
    }
  }

  /// Items that hold the words.
  static func search(_ phrase: SearchPhrase, in column: String? = nil) -> SQL {
    guard !phrase.words.isEmpty else { return "1" }
    return """
      m.id IN (SELECT rowid & \(raw: String(SearchIndex.idMask)) FROM search
        WHERE search MATCH \(phrase.match(in: column)))
      """
  }
}
