public import MediaModel
internal import SQLiteDatabase

extension Catalog {
  /// Finds media.
  ///
  /// - Parameter query: Which, in which order, how many.
  /// - Returns: The items in order; all of them in memory, so set a limit or read pages.
  /// - Throws: ``CatalogError`` for an album that does not exist; `CancellationError`.
  public func media(matching query: MediaQuery = MediaQuery()) async throws -> [Media] {
    try await reading(query) { connection in
      let reader = try PageReader(query, connection: connection)
      return try reader.items(limit: query.limit)
    }
  }

  /// The media of some ids, in the order of the ids; unknown ones are left out.
  public func media(withIDs ids: [Int64]) async throws -> [Media] {
    try await database.readBriefly { connection in
      var reader = try MediaReader(connection, capacity: ids.count)
      for id in ids {
        try connection.forEach(
          """
          SELECT m.id, \(raw: reader.columns)
            FROM media AS m\(raw: reader.tables.joins) WHERE m.id = \(id)
          """
        ) { row in reader.read(row, from: 1) }
      }
      return try reader.finish()
    }
  }

  /// Counts media, whatever the query's limit.
  ///
  /// - Complexity: Constant for everything, else O(*n*) in what the filter leads to.
  public func count(matching query: MediaQuery = MediaQuery()) async throws -> Int {
    try await reading(query) { try MediaListing($0).count(query) }
  }

  /// Reads one page of a query.
  ///
  /// The query's limit does not count here.
  ///
  /// - Parameters:
  ///   - query: Which media, in which order.
  ///   - place: Which page.
  ///   - count: How many items at most, 1 or more.
  /// - Returns: The items, with the places of the pages around.
  /// - Throws: ``CatalogError`` for a token of another order, an unknown album, or a count below 1.
  /// - Complexity: O(*count*), wherever the page is, for orders and filters that an index has; free
  ///   words, places and keywords may sort what they find.
  public func page(
    of query: MediaQuery, _ place: PagePlace = .start, count: Int = 100
  ) async throws -> MediaPage {
    guard count > 0 else {
      throw CatalogError(code: .invalid, reason: "a page holds at least one item")
    }
    return try await glancing(query) { connection in
      try PageReader(query, connection: connection).page(place, count: min(count, 1 << 30))
    }
  }

  /// Counts media by year, month or day; times without items are left out.
  ///
  /// - Returns: The newest first.
  /// - Complexity: Constant for years and months of everything, else O(*n*) in what the filter
  ///   leads to.
  public func timeline(
    matching query: MediaQuery = MediaQuery(), by unit: TimelineUnit = .month
  ) async throws -> [TimelineBucket] {
    try await glancing(query) { try TimelineReader(connection: $0).buckets(of: query, by: unit) }
  }

  /// Counts the items that a query shows before one of them, `nil` when it does not show that one.
  ///
  /// - Complexity: O(*n*) in the items before it.
  public func position(of item: Int64, in query: MediaQuery) async throws -> Int? {
    try await reading(query) { connection in
      let reader = try PageReader(query, connection: connection)
      return try reader.token(behind: item).map { try reader.count(before: $0) }
    }
  }

  /// Counts the items up to a place that is just behind one, that one included while it stands there.
  package func count(upTo token: PageToken, of item: Int64, in query: MediaQuery) async throws
    -> Int
  {
    try await glancing(query) { connection in
      let reader = try PageReader(query, connection: connection)
      return try reader.count(before: token) + (reader.token(behind: item) == token ? 1 : 0)
    }
  }

  /// The place just behind an item in the order of a query, `nil` when it does not show that item.
  public func place(behind item: Int64, in query: MediaQuery) async throws -> PageToken? {
    try await glancing(query) { connection in
      try PageReader(query, connection: connection).token(behind: item)
    }
  }

  /// Sorts items as a query shows them; those that it does not show are left out.
  ///
  /// - Complexity: O(*n* log *n*) in the ids, whatever the query finds.
  public func order(of items: [Int64], in query: MediaQuery) async throws -> [Int64] {
    try await reading(query) { connection in
      try PageReader(query, connection: connection).order(of: items)
    }
  }

  /// Says why a filter shows an item, or the first thing that keeps it out.
  ///
  /// - Throws: ``CatalogError`` `notFound` for an unknown item.
  public func explain(_ item: Int64, _ filter: MediaFilter) async throws -> QueryExplanation {
    try await database.readBriefly { connection in
      guard let subject = try FilterSubject(item: item, connection: connection) else {
        throw CatalogError(code: .notFound, reason: "there is no item \(item)")
      }
      if let mark = Exclusions(liftedBy: filter).first(of: subject) { return .excluded(mark) }
      return filter.firstFailure(for: subject).map { .fails($0) } ?? .matches
    }
  }

  /// Reads what may take its time.
  private func reading<Value: Sendable>(
    _ query: MediaQuery, _ body: @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    try await prepareSearch(for: query.filter)
    return try await database.read { try Self.requireAlbum(of: query, $0, then: body) }
  }

  /// Reads what an index answers in a moment, for most queries.
  private func glancing<Value: Sendable>(
    _ query: MediaQuery, _ body: @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    try await prepareSearch(for: query.filter)
    return try await database.readBriefly { try Self.requireAlbum(of: query, $0, then: body) }
  }

  private static func requireAlbum<Value>(
    of query: MediaQuery, _ connection: Connection, then body: (Connection) throws -> Value
  ) throws -> Value {
    if let album = query.album { try requireAlbum(album, connection) }
    return try body(connection)
  }
}
