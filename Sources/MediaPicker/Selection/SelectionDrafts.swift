public import MediaCatalog
internal import SQLiteDatabase

/// The selections that a person keeps under names, in the catalog; behaviours G-20.
///
/// A person made them: nothing but ``delete(_:)`` takes one away.
public struct SelectionDrafts: Sendable {
  private let catalog: Catalog

  /// The drafts of a catalog.
  public init(in catalog: Catalog) { self.catalog = catalog }

  /// Keeps a selection; a draft of the same name gives way to it.
  ///
  /// - Parameters:
  ///   - items: In order; of duplicates the first stays.
  ///   - name: A text that is not blank, at most 255 bytes.
  /// - Throws: ``PickerError`` `invalid` for another name.
  public func save(_ items: [PickerItemID], as name: String) async throws {
    try Self.check(name)
    var seen: Set<PickerItemID> = []
    let unique = items.filter { seen.insert($0).inserted }
    let json = String(decoding: try PickerJSON.bytes(of: unique), as: UTF8.self)
    let now = Catalog.currentTime()
    try await catalog.database.write { connection in
      try connection.execute(
        """
        INSERT INTO picker_draft (name, items, updated) VALUES (\(name), \(json), \(now))
        ON CONFLICT DO UPDATE SET items = excluded.items, updated = excluded.updated
        """)
    }
  }

  /// Reads a draft, and says which of its items are not there any more.
  ///
  /// - Throws: ``PickerError`` `notFound` when there is none of this name, `unreadable` when another
  ///   program has spoiled it.
  public func load(_ name: String) async throws -> SelectionDraft {
    try await catalog.database.read { connection in
      guard
        let row = try connection.first(
          "SELECT items, updated FROM picker_draft WHERE name = \(name)")
      else { throw Self.missing(name) }
      let items = try Self.items(row[0].text ?? "", of: name)
      return SelectionDraft(
        name: name, items: items, lost: try items.compactMap { try Self.loss(of: $0, connection) },
        updated: row[1].int64 ?? 0)
    }
  }

  /// Lists the drafts, the one saved last first.
  ///
  /// - Throws: As ``load(_:)``.
  public func list() async throws -> [SelectionDraft.Summary] {
    try await catalog.database.read { connection in
      try connection.rows(
        "SELECT name, items, updated FROM picker_draft ORDER BY updated DESC, name"
      ).map { row in
        let name = row[0].text ?? ""
        return SelectionDraft.Summary(
          name: name, count: try Self.items(row[1].text ?? "", of: name).count,
          updated: row[2].int64 ?? 0)
      }
    }
  }

  /// Gives a draft another name.
  ///
  /// - Throws: ``PickerError`` `notFound` when there is none of this name, `invalid` when the other
  ///   name is blank, too long or taken.
  public func rename(_ name: String, to other: String) async throws {
    try Self.check(other)
    try await catalog.database.write { connection in
      try connection.transaction {
        if name != other,
          try connection.first("SELECT 1 FROM picker_draft WHERE name = \(other)") != nil
        {
          throw PickerError(
            code: .invalid,
            reason: "there is a draft \(other) already; delete it, or choose another name")
        }
        try connection.execute("UPDATE picker_draft SET name = \(other) WHERE name = \(name)")
        if connection.changes == 0 { throw Self.missing(name) }
      }
    }
  }

  /// Deletes a draft; its items stay where they are.
  ///
  /// - Throws: ``PickerError`` `notFound` when there is none of this name.
  public func delete(_ name: String) async throws {
    try await catalog.database.write { connection in
      try connection.execute("DELETE FROM picker_draft WHERE name = \(name)")
      if connection.changes == 0 { throw Self.missing(name) }
    }
  }

  private static func check(_ name: String) throws(PickerError) {
    if name.allSatisfy(\.isWhitespace) {
      throw PickerError(code: .invalid, reason: "a draft needs a name")
    }
    if name.utf8.count > 255 || name.utf8.contains(0) {
      throw PickerError(
        code: .invalid, reason: "the name of a draft is a text of at most 255 bytes without NUL")
    }
  }

  private static func missing(_ name: String) -> PickerError {
    PickerError(code: .notFound, reason: "there is no draft \(name)")
  }

  private static func items(_ json: String, of name: String) throws -> [PickerItemID] {
    do {
      return try PickerJSON.value([PickerItemID].self, from: Array(json.utf8))
    } catch let error as PickerError {
      throw PickerError(code: .unreadable, reason: "the draft \(name) is spoiled: \(error)")
    }
  }

  /// Why an item is not there any more, `nil` when it is, or when only its program can tell.
  private static func loss(of id: PickerItemID, _ connection: Connection) throws -> Refusal? {
    switch id {
    case .media(let number):
      let row = try connection.first("SELECT 1 FROM media WHERE id = \(number)")
      return row == nil ? Refusal(id, .unknown) : nil
    case .capture(let uid):
      let row = try connection.first("SELECT state FROM capture WHERE uid = \(uid)")
      guard let row else { return Refusal(id, .unknown) }
      return row[0].text == "discarded" ? Refusal(id, .discarded) : nil
    case .source: return nil
    }
  }
}
