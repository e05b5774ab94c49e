internal import MediaModel
internal import SQLiteDatabase

/// Turns a query into statements that give its rows in order, without sorting where an index can.
///
/// SQLite has no statistics of a fresh catalog, so the choices that matter are made here: what
/// leads to the items, and which columns may not (a unary plus keeps their index out).
struct QueryPlanner {
  let connection: Connection
  let query: MediaQuery
  /// What leads to the items.
  private(set) var path = AccessPath.media
  /// What must hold for an item, beside the path's own condition and the exclusion.
  private(set) var conditions: [SQL] = []
  /// Alternatives of which one must hold, each of which an index has in order; empty for none.
  private(set) var pins: [SQL] = []
  /// Values of `media.exclusion` that are let in.
  private(set) var exclusions: [Int64]
  /// What must stand before each statement.
  private(set) var prefix: SQL = ""
  private var compiler: FilterCompiler
  private var conjuncts: [Clause]
  /// Cameras and folders that conjuncts mean, looked up once for all choices.
  private var groups: [MediaPredicate: Group] = [:]

  /// Items that have one of some values in an indexed column.
  private struct Group {
    var column: String
    var ids: [Int64]
  }

  /// Sets of ids up to this size are sorted; larger ones are met often enough on the way.
  private static let fewItems = 20_000
  /// Alternatives that are merged; SQLite joins at most 500 SELECTs.
  private static let maximumPins = 16

  init(_ query: MediaQuery, connection: Connection) throws {
    try FilterCompiler.check(query.filter)
    self.query = query
    self.connection = connection
    compiler = FilterCompiler(connection: connection)
    conjuncts = Clause(query.filter).conjuncts
    let rules = Exclusions(liftedBy: query.filter)
    exclusions = rules.allowedValues
    for case .leaf(.mark(let mark), false) in conjuncts where mark != .any {
      let bits = mark.liftedBits
      exclusions.removeAll { $0 & bits != bits }
    }
    if rules.isOfflineExcluded,
      try connection.first("SELECT 1 FROM root WHERE state <> 'online' LIMIT 1") != nil
    {
      conditions.append("+m.folder NOT IN (\(FilterCompiler.offlineFolders))")
    }
    try choosePath()
    if case .media = path { try choosePins() }
    for case .leaf(.taken(let range), false) in conjuncts {
      if let condition = path.condition(takenIn: range) { conditions.append(condition) }
      // Bounds a walk by time; any other walk is for the order it has.
      if case .media = path, isByTime {
        conditions.append(FilterCompiler.condition("m.taken", range))
      }
    }
    for clause in conjuncts { conditions.append(try compiler.compile(clause)) }
    prefix = compiler.prefix
  }

  /// True when nothing is asked but what pages show by default.
  var isPlain: Bool {
    if case .media = path { conditions.isEmpty && pins.isEmpty && exclusions == [0] } else { false }
  }

  // MARK: Choices

  private mutating func choosePath() throws {
    if let album = query.album {
      path = .album(album)
    } else if let album = try takeAlbum() {
      path = .album(album)
    } else if let match = takeWords() {
      path = .search(match)
    } else if exclusions == [0], let area = try takeArea() {
      path = .cells(area)
    } else {
      try findGroups()
      if let ids = try takeGroup() { path = .ids(ids) }
    }
  }

  /// Whether the order is that of an index of cameras, folders and ratings.
  private var isByTime: Bool { query.sort == .taken || query.sort == .album }

  /// Takes the first conjunct out for which `body` has an answer.
  private mutating func take<Result>(_ body: (MediaPredicate) throws -> Result?) rethrows -> Result?
  {
    for (index, clause) in conjuncts.enumerated() {
      guard case .leaf(let predicate, false) = clause, let result = try body(predicate) else {
        continue
      }
      conjuncts.remove(at: index)
      return result
    }
    return nil
  }

  private mutating func takeAlbum() throws -> Int64? {
    let lookUp = AlbumLookUp(connection: connection)
    return try take { predicate in
      if case .inAlbum(let reference) = predicate { try lookUp.id(of: reference) } else { nil }
    }
  }

  /// All words that must be there, as one expression of FTS5.
  private mutating func takeWords() -> String? {
    var matches: [String] = []
    while let match = take(\.match) { matches.append(match) }
    // Words of a keyword lead to it in the order of time; that it is whole is still to be tested.
    for case .leaf(.text(.keyword, let text), false) in conjuncts {
      if let match = Self.keywordMatch(text) { matches.append(match) }
    }
    return matches.isEmpty ? nil : matches.map { "(\($0))" }.joined(separator: " AND ")
  }

  private static func keywordMatch(_ text: String) -> String? {
    let phrase = SearchWords.ofQuery(text, isExact: true)
    return TextPattern(text).hasWildcards || phrase.words.isEmpty
      ? nil : phrase.match(in: "keywords")
  }

  private mutating func takeArea() throws -> GeographicArea? {
    for case .leaf(.within(let area), false) in conjuncts
    where try isFew("SELECT 1 FROM \(AccessPath.bands(area))") {
      return take { $0 == .within(area) ? area : nil }
    }
    return nil
  }

  /// Finds the rows of `camera` and `folder` that conjuncts mean.
  private mutating func findGroups() throws {
    for case .leaf(let predicate, false) in conjuncts {
      switch predicate {
      case .text(let field, let text) where field == .camera || field == .make:
        groups[predicate] = Group(
          column: "camera", ids: try compiler.cameras(field, TextPattern(text)))
      case .inFolder(let folder):
        let rows = try connection.rows(FilterCompiler.folders(FolderPattern(folder)))
        groups[predicate] = Group(column: "folder", ids: rows.compactMap { $0[0].int64 })
      default: break
      }
    }
  }

  /// The items of cameras or folders that are few, but no index has them in the order wanted.
  private mutating func takeGroup() throws -> SQL? {
    guard exclusions == [0] else { return nil }
    let pinned = isByTime ? Self.maximumPins : 0
    for case .leaf(let predicate, false) in conjuncts {
      guard let group = groups[predicate], group.ids.count > pinned else { continue }
      let items: SQL = """
        SELECT id AS media FROM media
          WHERE exclusion = 0 AND \(raw: group.column) IN (\(raw: FilterCompiler.list(group.ids)))
        """
      if try isFew(items) { return items }
    }
    return nil
  }

  /// Pins what an index has in the order of time: cameras, folders, ratings, the type.
  private mutating func choosePins() throws {
    guard isByTime else { return }
    let groups = groups
    let found: [SQL]? = take { predicate in
      var group = groups[predicate]
      if case .number(.rating, let comparison) = predicate {
        let range = NumberField.rating.wholeRange(comparison)
        group = Group(column: "rating", ids: (-1...5).filter { range?.contains($0) ?? false })
      }
      guard let group, group.ids.count <= Self.maximumPins else { return nil }
      return group.ids.isEmpty
        ? ["0"] : group.ids.map { "m.\(raw: group.column) = \(raw: String($0))" }
    }
    if let found {
      pins = found
      return
    }
    for case .leaf(let predicate, false) in conjuncts {
      if case .type(let type) = predicate {
        conditions.append("m.type = \(raw: String(type.rawValue))")
      }
      if case .inFolder(let folder) = predicate { try boundTimes(of: folder) }
    }
  }

  /// Narrows the way to the times of many folders: those of a trip lie close together.
  private mutating func boundTimes(of folder: FilePath) throws {
    guard exclusions == [0] else { return }
    let row = try connection.first(
      """
      SELECT min((SELECT taken FROM media WHERE exclusion = 0 AND folder = p.id
          ORDER BY taken LIMIT 1)),
        max((SELECT taken FROM media WHERE exclusion = 0 AND folder = p.id
          ORDER BY taken DESC LIMIT 1))
      FROM (\(FilterCompiler.folders(FolderPattern(folder)))) AS p
      """)
    guard let first = row?[0].int64, let last = row?[1].int64 else {
      pins = ["0"]
      return
    }
    conditions.append("m.taken BETWEEN \(first) AND \(last)")
  }

  private func isFew(_ ids: SQL) throws -> Bool {
    let count = try connection.first(
      "SELECT count(*) FROM (SELECT 1 FROM (\(ids)) LIMIT \(Self.fewItems + 1))")
    return (count?[0].int ?? 0) <= Self.fewItems
  }
}

extension MediaPredicate {
  /// The expression of FTS5 that the predicate is, `nil` when it is none or has no word.
  fileprivate var match: String? {
    let (phrase, column): (SearchPhrase, String?)
    switch self {
    case .word(let text): (phrase, column) = (SearchWords.ofQuery(text, isExact: false), nil)
    case .phrase(let text): (phrase, column) = (SearchWords.ofQuery(text, isExact: true), nil)
    case .text(let field, let text) where field == .caption || field == .title:
      (phrase, column) = (TextField.phrase(text), field.rawValue)
    default: return nil
    }
    return phrase.words.isEmpty ? nil : phrase.match(in: column)
  }
}
