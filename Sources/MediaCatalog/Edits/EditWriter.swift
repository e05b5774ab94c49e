internal import MediaModel
internal import SQLiteDatabase

/// Writes edits; its statements are prepared once for all items.
struct EditWriter {
  let connection: Connection
  /// When the person typed, nanoseconds since 1970-01-01 UTC.
  let now: Int64

  init(_ connection: Connection, now: Int64) {
    self.connection = connection
    self.now = now
  }

  /// What became of one item.
  enum Outcome {
    case changed, unchanged, passedOver
  }

  /// Writes an edit of one item.
  typealias Write = (Int64) throws -> Outcome

  /// Applies an edit that was checked, inside a transaction.
  func apply(_ edit: MediaEdit, to items: [Int64]) throws -> EditReceipt {
    let write = try writer(of: edit)
    let look = try connection.statement("SELECT 1 FROM media WHERE id = ?")
    var receipt = EditReceipt()
    var seen: Set<Int64> = []
    seen.reserveCapacity(items.count)
    for item in items where seen.insert(item).inserted {
      try look.bind(item, at: 1)
      guard try look.step() else {
        throw CatalogError(code: .notFound, reason: "there is no item \(item)")
      }
      look.reset()
      switch try write(item) {
      case .changed: receipt.changed += 1
      case .unchanged: receipt.unchanged += 1
      case .passedOver: receipt.passedOver.append(item)
      }
    }
    return receipt
  }

  private func writer(of edit: MediaEdit) throws -> Write {
    switch edit {
    case .favorite(let isOn):
      try setting("favorite", to: .integer(isOn ? 1 : 0), absent: .integer(0))
    case .hidden(let isOn): try setting("hidden", to: .integer(isOn ? 1 : 0), absent: .integer(0))
    case .trashed(true):
      // What is in the trash stays there since when it is.
      try setting("trashed", to: .integer(now), absent: .null, where: "trashed IS NULL")
    case .trashed(false): try setting("trashed", to: .null, absent: .null)
    case .rating(let stars): try setting("rating", to: stars.sqlValue, absent: .null)
    case .title(let text): try setting("title", to: text.sqlValue, absent: .null)
    case .caption(let text): try setting("caption", to: text.sqlValue, absent: .null)
    case .addKeywords(let words): try addingKeywords(words)
    case .removeKeywords(let words): try removingKeywords(words)
    case .resetKeywords: try resettingKeywords()
    case .captureTime(.fromFile): try forgettingTimes()
    case .captureTime(let edit): try timing(edit)
    }
  }

  /// Sets one column of `edit`; a row is only made for what differs from no row.
  private func setting(
    _ column: String, to value: SQLValue, absent: SQLValue, where condition: String? = nil
  ) throws -> Write {
    let statement = try connection.statement(
      """
      INSERT INTO edit (media, \(column), updated) SELECT ?1, ?2, ?3
        WHERE ?2 IS NOT ?4 OR EXISTS (SELECT 1 FROM edit WHERE media = ?1)
      ON CONFLICT DO UPDATE SET \(column) = ?2, updated = ?3
        WHERE \(condition ?? "\(column) IS NOT ?2")
      """)
    return { item in
      try statement.bind(item, at: 1)
      try statement.bind(value, at: 2)
      try statement.bind(now, at: 3)
      try statement.bind(absent, at: 4)
      try statement.run()
      return outcome
    }
  }

  private var outcome: Outcome { connection.changes > 0 ? .changed : .unchanged }
}

// MARK: Keywords

extension EditWriter {
  private func addingKeywords(_ words: [String]) throws -> Write {
    try keywording(
      words,
      """
      INSERT INTO edit_keyword (media, text, present) VALUES (?1, ?2, 1)
        ON CONFLICT DO UPDATE SET present = 1 WHERE present = 0
      """)
  }

  /// What the file says is struck out; what only the person said is forgotten.
  private func removingKeywords(_ words: [String]) throws -> Write {
    try keywording(
      words,
      """
      INSERT INTO edit_keyword (media, text, present) SELECT ?1, ?2, 0
        WHERE EXISTS (SELECT 1 FROM keyword AS k JOIN media_keyword AS mk ON mk.keyword = k.id
          WHERE k.text = ?2 AND mk.media = ?1)
        ON CONFLICT DO UPDATE SET present = 0 WHERE present = 1
      """,
      "DELETE FROM edit_keyword WHERE media = ?1 AND text = ?2 AND present = 1")
  }

  private func keywording(_ words: [String], _ texts: String...) throws -> Write {
    let statements = try texts.map { try connection.statement($0) }
    let mark = try marking()
    return { item in
      var count: Int64 = 0
      for word in words {
        for statement in statements {
          try statement.bind(item, at: 1)
          try statement.bind(word, at: 2)
          try statement.run()
          count += connection.changes
        }
      }
      return count > 0 ? try mark(item) : .unchanged
    }
  }

  private func resettingKeywords() throws -> Write {
    let statement = try connection.statement("DELETE FROM edit_keyword WHERE media = ?")
    let mark = try marking()
    return { item in
      try statement.bind(item, at: 1)
      try statement.run()
      return connection.changes > 0 ? try mark(item) : .unchanged
    }
  }

  /// Writes down when keywords changed; the row's triggers tell clients of the item.
  private func marking() throws -> Write {
    let statement = try connection.statement(
      """
      INSERT INTO edit (media, updated) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET updated = ?2
      """)
    return { item in
      try statement.bind(item, at: 1)
      try statement.bind(now, at: 2)
      try statement.run()
      return .changed
    }
  }
}

// MARK: Capture times

extension EditWriter {
  private func timing(_ edit: CaptureTimeEdit) throws -> Write {
    let read = try connection.statement(
      """
      SELECT m.taken, iif(e.taken IS NULL, m.file_taken_offset, e.taken_offset),
        iif(e.taken IS NULL, m.file_taken_precision, e.taken_precision), m.name
      FROM media AS m LEFT JOIN edit AS e ON e.media = m.id WHERE m.id = ?
      """)
    let statement = try connection.statement(
      """
      INSERT INTO edit (media, taken, taken_offset, taken_precision, updated)
        VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT DO UPDATE SET taken = ?2, taken_offset = ?3, taken_precision = ?4, updated = ?5
        WHERE taken IS NOT ?2 OR taken_offset IS NOT ?3 OR taken_precision IS NOT ?4
      """)
    return { item in
      try read.bind(item, at: 1)
      guard try read.step() else { return .passedOver }
      let current = TypedTime(
        taken: WallTime(nanoseconds: read.int64(0)),
        offset: read.optionalInt(1).flatMap { UTCOffset(seconds: $0) },
        precision: TimePrecision(rawValue: read.text(2)) ?? .second)
      let name = FilePath(bytes: read.blob(3))
      read.reset()
      guard let time = try edit.time(after: current, name: name, item: item) else {
        return .passedOver
      }
      try statement.bind(item, at: 1)
      try statement.bind(time.taken.nanoseconds, at: 2)
      try statement.bind(time.offset?.seconds, at: 3)
      try statement.bind(time.precision.rawValue, at: 4)
      try statement.bind(now, at: 5)
      try statement.run()
      return outcome
    }
  }

  private func forgettingTimes() throws -> Write {
    let statement = try connection.statement(
      """
      UPDATE edit SET taken = NULL, taken_offset = NULL, taken_precision = NULL, updated = ?2
        WHERE media = ?1 AND taken IS NOT NULL
      """)
    return { item in
      try statement.bind(item, at: 1)
      try statement.bind(now, at: 2)
      try statement.run()
      return outcome
    }
  }
}
