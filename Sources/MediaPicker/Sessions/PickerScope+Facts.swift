internal import MediaCatalog
internal import MediaModel
internal import SQLiteDatabase

/// What a configuration wants to know of items beyond what pages say.
struct FactNeeds: Hashable, Sendable {
  var digests: Bool
  var looks: Bool
  var albums: Set<Int64>

  init(_ configuration: PickerConfiguration) {
    let policy = configuration.selection
    digests = policy.duplicates.countsEqualBytes
    looks = policy.duplicates.lookAlikeDistance != nil
    albums = Set(policy.quota.albumCounts.keys)
  }

  /// True when pages say all.
  var isEmpty: Bool { !digests && !looks && albums.isEmpty }

  /// True when whoever has met the other needs has met these.
  func areMet(by other: FactNeeds) -> Bool {
    (!digests || other.digests) && (!looks || other.looks) && albums.isSubset(of: other.albums)
  }
}

extension PickerScope {
  /// Adds to items what their configuration wants to know; one statement for each kind of fact,
  /// whatever the number of items, and none when nothing is wanted.
  func completed(
    _ items: [PickerItem], _ configuration: PickerConfiguration
  ) async throws -> [PickerItem] {
    let needs = FactNeeds(configuration)
    let ids = needs.isEmpty ? [] : items.compactMap(\.id.mediaID)
    guard !ids.isEmpty else { return items }
    let digests = needs.digests ? try await digests(of: ids) : [:]
    let looks = needs.looks ? try await catalog.looks(of: ids) : [:]
    let albums = needs.albums.isEmpty ? [:] : try await albums(needs.albums, of: ids)
    var completed = items
    for index in completed.indices {
      guard let id = completed[index].id.mediaID else { continue }
      completed[index].facts.digest = digests[id]
      completed[index].facts.look = looks[id]?.hash
      completed[index].facts.albums = albums[id] ?? []
    }
    return completed
  }

  /// Which of some albums each item is in; items that are in none are absent.
  private func albums(
    _ albums: Set<Int64>, of ids: [Int64]
  ) async throws -> [Int64: Set<Int64>] {
    let (list, wanted) = (Self.list(ids), Self.list(albums.sorted()))
    return try await catalog.database.readBriefly { connection in
      var found: [Int64: Set<Int64>] = [:]
      try connection.forEach(
        """
        SELECT i.media, i.album FROM json_each(\(list)) AS j
          CROSS JOIN album_item AS i INDEXED BY album_item_media ON i.media = j.value
          WHERE i.album IN (SELECT value FROM json_each(\(wanted)))
        """
      ) { row in found[row.int64(0), default: []].insert(row.int64(1)) }
      return found
    }
  }

  /// Checks that quotas name albums that items can be put into.
  ///
  /// - Throws: ``PickerError`` `invalid` that says which does not.
  func requireAlbums(of configuration: PickerConfiguration) async throws {
    let wanted = configuration.selection.quota.albumCounts.keys.sorted()
    guard !wanted.isEmpty else { return }
    let list = Self.list(wanted)
    let isSmart = try await catalog.database.readBriefly { connection in
      var isSmart: [Int64: Bool] = [:]
      try connection.forEach(
        """
        SELECT id, query IS NOT NULL FROM album WHERE id IN (SELECT value FROM json_each(\(list)))
        """
      ) { row in isSmart[row.int64(0)] = row.bool(1) }
      return isSmart
    }
    for album in wanted {
      switch isSmart[album] {
      case false: continue
      case true:
        throw PickerError(
          code: .invalid,
          reason: "album \(album) shows a query; a quota counts what was put into an album")
      case nil:
        throw PickerError(
          code: .invalid, reason: "a quota names album \(album), which is not there")
      }
    }
  }

  private static func list(_ ids: [Int64]) -> String {
    "[\(ids.map(String.init).joined(separator: ","))]"
  }

  /// The digests that `mediacat duplicates` has kept, in hexadecimal.
  private func digests(of ids: [Int64]) async throws -> [Int64: String] {
    let list = Self.list(ids)
    return try await catalog.database.readBriefly { connection in
      var digests: [Int64: String] = [:]
      try connection.forEach(
        """
        SELECT f.media, lower(hex(f.digest)) FROM json_each(\(list)) AS j
          CROSS JOIN file AS f INDEXED BY file_media ON f.media = j.value AND f.role = 0
          WHERE f.digest IS NOT NULL
        """
      ) { row in digests[row.int64(0)] = row.text(1) }
      return digests
    }
  }
}
