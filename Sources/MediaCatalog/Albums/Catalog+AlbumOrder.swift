internal import SQLiteDatabase

/// A place in an album's own order.
public enum AlbumPlace: Hashable, Sendable {
  /// Before all others.
  case first
  /// After all others.
  case last
  /// Right before an item of the album.
  case before(Int64)
  /// Right after an item of the album.
  case after(Int64)
}

extension Catalog {
  /// Moves items of an album within its own order.
  ///
  /// - Parameters:
  ///   - items: Items of the album, in the order they shall have.
  ///   - album: The album.
  ///   - place: Where they go, next to an item that does not move itself.
  /// - Throws: ``CatalogError`` for an unknown album, or an item that is not in it.
  public func move(
    _ items: [Int64], inAlbum album: Int64, to place: AlbumPlace
  ) async throws {
    let now = Self.currentTime()
    try await database.write { connection in
      try connection.change(
        at: now, as: { _ in "moved \(UndoText.items(Set(items).count)) within album \(album)" }
      ) {
        try Self.requireOwnItems(album, connection)
        var order = try connection.rows(
          "SELECT media FROM album_item WHERE album = \(album) ORDER BY position"
        ).compactMap { $0[0].int64 }
        let moving = Set(items)
        let present = Set(order)
        for item in items + place.neighbours where !present.contains(item) {
          throw CatalogError(code: .notFound, reason: "item \(item) is not in the album")
        }
        if let neighbour = place.neighbours.first, moving.contains(neighbour) {
          throw CatalogError(
            code: .invalid, reason: "item \(neighbour) cannot move next to itself")
        }
        order.removeAll(where: moving.contains)
        var seen: Set<Int64> = []
        order.insert(
          contentsOf: items.filter { seen.insert($0).inserted }, at: place.index(in: order))
        try Self.number(order, of: album, connection)
        try connection.execute("UPDATE album SET updated = \(now) WHERE id = \(album)")
      }
    }
  }

  /// Numbers items anew; only those whose number changes are written.
  private static func number(
    _ order: [Int64], of album: Int64, _ connection: Connection
  ) throws {
    let update = try connection.statement(
      "UPDATE album_item SET position = ?1 WHERE media = ?2 AND album = ?3 AND position <> ?1")
    for (index, item) in order.enumerated() {
      try update.bind(Int64(index + 1) * positionGap, at: 1)
      try update.bind(item, at: 2)
      try update.bind(album, at: 3)
      try update.run()
    }
  }
}

extension AlbumPlace {
  fileprivate var neighbours: [Int64] {
    switch self {
    case .first, .last: []
    case .before(let item), .after(let item): [item]
    }
  }

  fileprivate func index(in order: [Int64]) -> Int {
    switch self {
    case .first: 0
    case .last: order.count
    case .before(let item): order.firstIndex(of: item) ?? order.count
    case .after(let item): (order.firstIndex(of: item) ?? order.count - 1) + 1
    }
  }
}
