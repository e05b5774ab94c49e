internal import MediaModel
internal import SQLiteDatabase
internal import UnicodeText

/// Compiles a filter into a condition over `media AS m`.
struct FilterCompiler {
  let connection: Connection

  /// The whole condition: the filter, and the default exclusions it does not lift.
  ///
  /// - Throws: ``CatalogError`` for an album that does not exist or whose name is ambiguous.
  func condition(for filter: MediaFilter) throws -> SQL {
    var parts: [SQL] = []
    let marks = filter.predicates.compactMap { if case .mark(let mark) = $0 { mark } else { nil } }
    if !marks.contains(.any) {
      let lifted = marks.reduce(Int64(0)) { $0 | Self.bit(of: $1) }
      // Written as in the partial indexes, so that they serve.
      parts.append(lifted == 0 ? "m.exclusion = 0" : "(m.exclusion & ~\(lifted)) = 0")
      if !marks.contains(.offline), try hasOfflineRoots() {
        parts.append("NOT \(Self.isOffline)")
      }
    }
    if filter != .everything { parts.append(try compile(filter)) }
    return parts.isEmpty ? "1" : parts.joined(separator: " AND ")
  }

  private static let isOffline: SQL = """
    m.folder IN (SELECT d.id FROM folder AS d JOIN root AS r ON r.id = d.root
      WHERE r.state <> 'online')
    """

  private static func bit(of mark: MediaMark) -> Int64 {
    switch mark {
    case .failed: Exclusion.failed
    case .missing: Exclusion.missing
    case .hidden: Exclusion.hidden
    case .trashed: Exclusion.trashed
    case .favorite, .offline, .any: 0
    }
  }

  private func hasOfflineRoots() throws -> Bool {
    try connection.first("SELECT 1 FROM root WHERE state <> 'online' LIMIT 1") != nil
  }

  private func compile(_ filter: MediaFilter) throws -> SQL {
    switch filter {
    case .all(let parts): return try join(parts, by: " AND ", empty: "1")
    case .any(let parts): return try join(parts, by: " OR ", empty: "0")
    case .not(let part): return "NOT (\(try compile(part)))"
    case .matches(let predicate): return try compile(predicate)
    }
  }

  private func join(_ parts: [MediaFilter], by separator: SQL, empty: SQL) throws -> SQL {
    if parts.isEmpty { return empty }
    return "(\(try parts.map { try compile($0) }.joined(separator: separator)))"
  }

  private func compile(_ predicate: MediaPredicate) throws -> SQL {
    switch predicate {
    case .type(let type): return "m.type = \(type.rawValue)"
    case .taken(let range): return compile(range)
    case .inFolder(let path): return compile(folder: path)
    case .inAlbum(let reference):
      let album = try AlbumLookUp(connection: connection).id(of: reference)
      return
        "EXISTS (SELECT 1 FROM album_item WHERE media = m.id AND album = \(album))"
    case .name(let pattern):
      let folded = Folding.search(Array(pattern.utf8))
      guard folded.contains(where: { "*?".contains($0) }) else {
        return "instr(m.name_folded, \(folded)) > 0"
      }
      return "m.name_folded GLOB \(folded.replacing("[", with: "[[]"))"
    case .word(let word):
      let folded = Folding.search(Array(word.utf8))
      return folded.isEmpty ? "1" : "instr(m.name_folded, \(folded)) > 0"
    case .mark(let mark): return compile(mark)
    }
  }

  private func compile(_ mark: MediaMark) -> SQL {
    switch mark {
    case .any: "1"
    case .favorite: "EXISTS (SELECT 1 FROM edit WHERE media = m.id AND favorite = 1)"
    case .offline: Self.isOffline
    case .hidden, .missing, .failed, .trashed: "(m.exclusion & \(Self.bit(of: mark))) <> 0"
    }
  }

  private func compile(_ range: WallTimeRange) -> SQL {
    var parts: [SQL] = []
    if let lower = range.lowerBound { parts.append("m.taken >= \(lower.nanoseconds)") }
    if let upper = range.upperBound { parts.append("m.taken < \(upper.nanoseconds)") }
    return parts.isEmpty ? "1" : "(\(parts.joined(separator: " AND ")))"
  }

  /// Whole components anywhere in the path below the root, or an absolute path.
  private func compile(folder path: FilePath) -> SQL {
    let slash = UInt8(ascii: "/")
    var bytes = path.bytes[...]
    while bytes.last == slash { bytes = bytes.dropLast() }
    let needle = (bytes.first == slash ? [] : [slash]) + bytes + [slash]
    // Between slashes on both sides, so that only whole components match.
    let haystack: SQL =
      path.isAbsolute
      ? "CAST(r.path || CASE WHEN d.path = x'' THEN '' ELSE '/' || d.path END || '/' AS BLOB)"
      : "CAST('/' || d.path || '/' AS BLOB)"
    let place: SQL =
      path.isAbsolute ? "instr(\(haystack), \(needle)) = 1" : "instr(\(haystack), \(needle)) > 0"
    return """
      m.folder IN (SELECT d.id FROM folder AS d JOIN root AS r ON r.id = d.root WHERE \(place))
      """
  }
}
