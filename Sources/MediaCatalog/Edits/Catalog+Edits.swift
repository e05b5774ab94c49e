internal import SQLiteDatabase

extension Catalog {
  /// Changes what a person says of items, all of them or none.
  ///
  /// Missing, offline and failed items can be edited too. An item that is as wanted already is not
  /// written, and no client hears of it. ``undo()`` gives back what was.
  ///
  /// - Parameters:
  ///   - edit: The change.
  ///   - items: Ids, any number; one that is named twice counts once.
  /// - Returns: How many items changed.
  /// - Throws: ``CatalogError`` for an unknown item or a value that makes no sense; then nothing was
  ///   changed.
  @discardableResult
  public func apply(_ edit: MediaEdit, to items: [Int64]) async throws -> EditReceipt {
    try edit.check()
    let now = Self.currentTime()
    return try await database.write { connection in
      try connection.transaction {
        var (receipt, isUndoable) = try UndoLog(connection).record(
          at: now, as: { edit.summary($0.changed) }
        ) { try EditWriter(connection, now: now).apply(edit, to: items) }
        receipt.isTooLargeToUndo = receipt.changed > 0 && !isUndoable
        return receipt
      }
    }
  }

  /// Says what an edit would do, and does nothing.
  ///
  /// - Throws: What ``apply(_:to:)`` throws.
  public func preview(_ edit: MediaEdit, of items: [Int64]) async throws -> EditReceipt {
    try edit.check()
    let now = Self.currentTime()
    return try await database.write { connection in
      do {
        return try connection.transaction {
          throw Preview(receipt: try EditWriter(connection, now: now).apply(edit, to: items))
        }
      } catch let preview as Preview {
        return preview.receipt
      }
    }
  }

  /// Marks items as favourites, or takes the mark away.
  ///
  /// The mark is a person's: no scan changes it, and it survives a missing file.
  ///
  /// - Returns: How many items changed.
  /// - Throws: ``CatalogError`` for an unknown item; then nothing was changed.
  @discardableResult
  public func setFavorite(_ isFavorite: Bool, of items: [Int64]) async throws -> Int {
    try await apply(.favorite(isFavorite), to: items).changed
  }
}

/// Carries what would have been out of a transaction that is not made.
private struct Preview: Error {
  var receipt: EditReceipt
}
