internal import MediaCatalog
internal import MediaModel
internal import SQLiteDatabase

/// What a configuration wants to know of items beyond what pages say.
struct FactNeeds: Hashable, Sendable {
  var digests: Bool
  var looks: Bool

  init(_ configuration: PickerConfiguration) {
    let policy = configuration.selection
    digests = policy.duplicates.countsEqualBytes
    looks = policy.duplicates.lookAlikeDistance != nil
  }

  /// True when pages say all.
  var isEmpty: Bool { !digests && !looks }

  /// True when whoever has met the other needs has met these.
  func areMet(by other: FactNeeds) -> Bool {
    (!digests || other.digests) && (!looks || other.looks)
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
    var completed = items
    for index in completed.indices {
      guard let id = completed[index].id.mediaID else { continue }
      completed[index].facts.digest = digests[id]
      completed[index].facts.look = looks[id]?.hash
    }
    return completed
  }

  /// The digests that `mediacat duplicates` has kept, in hexadecimal.
  private func digests(of ids: [Int64]) async throws -> [Int64: String] {
    let list = "[\(ids.map(String.init).joined(separator: ","))]"
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
