internal import MediaModel
internal import SQLiteDatabase

extension Catalog {
  /// Bits that may differ between look-alikes unless another number is asked for.
  ///
  /// Measured on 187 pictures and 17,279 pairs of different ones: within 6 bits are 97 % or more of
  /// each kind of copy (recompressed, half or a third as large, cut by 2 %, 10 % lighter or darker)
  /// and no different picture; the nearest of those are 16 bits apart. Of frames of one video, half
  /// of those half a second apart are within 6 bits, and one in thirty of those two seconds apart.
  public static let lookAlikeDistance = 6
  /// The largest number of bits that can be asked for.
  public static let maximumLookAlikeDistance = HammingIndex.maximumDistance

  /// Finds groups of items that look alike, turned ones too.
  ///
  /// What an item looks like is learned when a thumbnail of it is made; the report counts those of
  /// which nothing is known yet. Images are compared with images, videos by their posters with
  /// videos of the same length; shapes must agree. Flat pictures and simple drawings are left out.
  ///
  /// - Parameters:
  ///   - query: Which items are compared with each other; its order and limit count.
  ///   - distance: Bits of the hash that may differ, 0…16; larger numbers are cut.
  /// - Returns: Disjoint groups, those of the newest main items first. The main item of a group has
  ///   the most pixels, then the most bytes, then the lowest id; all others are within `distance` of
  ///   it.
  /// - Throws: ``CatalogError`` for an unknown album; `CancellationError`.
  public func lookAlikes(
    matching query: MediaQuery = MediaQuery(), within distance: Int = lookAlikeDistance
  ) async throws -> DuplicateReport {
    let (items, unknownCount) = try await looks(matching: query)
    return DuplicateReport(
      groups: try await Self.groups(of: items, within: Self.allowed(distance)),
      unknownCount: unknownCount)
  }

  /// Finds the items that look like one, the nearest first; hidden, missing, offline, failed and
  /// trashed ones are left out.
  ///
  /// - Parameters:
  ///   - item: The one.
  ///   - distance: Bits of the hash that may differ, 0…16; larger numbers are cut.
  /// - Returns: Nothing when the picture tells nothing; `nil` when nobody has learned yet what it
  ///   looks like.
  /// - Throws: ``CatalogError`` `notFound`; `CancellationError`.
  public func similar(
    to item: Int64, within distance: Int = lookAlikeDistance
  ) async throws -> [DuplicateGroup.Member]? {
    await looks.flush()
    let one = try await database.read { connection in
      var found: [LookAlike?] = []
      try connection.forEach(
        """
        SELECT \(raw: LookAlike.columns) FROM media AS m\(raw: LookAlike.tables.joins)
          WHERE m.id = \(item)
        """
      ) { found.append(LookAlike($0, from: 0)) }
      guard let one = found.first else {
        throw CatalogError(code: .notFound, reason: "there is no item \(item)")
      }
      return one
    }
    guard let one else { return nil }
    guard one.hash.isTelling else { return [] }
    let (items, _) = try await looks(matching: MediaQuery())
    return LookAlikeGroups(items).neighbors(of: one, within: Self.allowed(distance))
  }

  private static func allowed(_ distance: Int) -> Int {
    min(max(distance, 0), maximumLookAlikeDistance)
  }

  @concurrent private static func groups(
    of items: [LookAlike], within distance: Int
  ) async throws -> [DuplicateGroup] {
    try LookAlikeGroups(items).groups(within: distance)
  }

  /// What the items of a query look like, and how many are unknown.
  private func looks(
    matching query: MediaQuery
  ) async throws -> (items: [LookAlike], unknownCount: Int) {
    await looks.flush()
    try await prepareSearch(for: query.filter)
    return try await database.read { connection in
      var items: [LookAlike] = []
      var unknownCount = 0
      let planner = try QueryPlanner(query, connection: connection)
      try MediaListing(connection).forEach(
        planner, columns: LookAlike.columns, tables: LookAlike.tables, after: nil,
        limit: query.limit
      ) { row, statement in
        if let item = LookAlike(row, from: Int32(1 + statement.termCount)) {
          items.append(item)
        } else {
          unknownCount += 1
        }
      }
      return (items, unknownCount)
    }
  }
}
