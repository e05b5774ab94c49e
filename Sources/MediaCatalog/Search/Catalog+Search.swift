package import MediaModel
internal import SQLiteDatabase

extension Catalog {
  /// Brings the search index up to date when a filter needs it.
  ///
  /// Indexing runs do it themselves; this is for catalogs of an older version and after edits. When
  /// another program keeps the file busy, words are found as they were before.
  package func prepareSearch(for filter: MediaFilter) async throws {
    guard filter.predicates.contains(where: \.needsSearch),
      try await database.readBriefly({ try SearchIndex($0).isPending() })
    else { return }
    do {
      var isDone = false
      while !isDone {
        // One batch a transaction, so that others may write between.
        isDone = try await database.write { connection in
          try connection.transaction {
            try SearchIndex(connection).update(limit: 20_000) < 20_000
          }
        }
      }
    } catch let error as DatabaseError where error.isBusy || error.isReadOnly {
      return
    }
  }
}

extension MediaPredicate {
  /// True when the search index answers it.
  var needsSearch: Bool {
    switch self {
    case .word, .phrase, .text(.caption, _), .text(.title, _), .text(.keyword, _): true
    default: false
    }
  }
}
