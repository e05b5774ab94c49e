internal import CommandOutput
internal import MediaCatalog
internal import MediaModel
internal import MediaPicker
internal import SQLiteDatabase
internal import Synchronization

/// Prints a choice, and before it every change if that is wanted.
final class PickResult: Sendable {
  private let picker: PickerSession
  private let columns: MediaColumns
  private let session: Session
  private let isFollowed: Bool
  private let refused = Mutex<[Refusal]>([])
  private let listener = Mutex<Task<Void, Never>?>(nil)

  init(
    _ picker: PickerSession, _ columns: MediaColumns, _ session: Session, isFollowed: Bool
  ) {
    self.picker = picker
    self.columns = columns
    self.session = session
    self.isFollowed = isFollowed
  }

  /// Listens from now on.
  func begin() {
    let events = picker.events()
    listener.withLock {
      $0 = Task { @concurrent [self] in
        for await event in events { hear(event) }
      }
    }
  }

  /// Names a refusal on standard error, and keeps it for the result.
  func tell(_ refusal: Refusal) {
    refused.withLock { $0.append(refusal) }
    let remedy = refusal.reason.remedy.map { " \($0)" } ?? ""
    session.say("item \(refusal.item): \(refusal.reason.message)\(remedy)")
  }

  /// Prints the choice.
  ///
  /// - Returns: The exit status: 0 for a choice, 1 for none.
  func end(_ catalog: Catalog) async throws -> Int32 {
    await listener.withLock { $0 }?.value
    let outcome = picker.outcome ?? .cancelled(original: [])
    let isCommitted = if case .committed = outcome { true } else { false }
    let ids = isCommitted ? outcome.items.compactMap(\.id.mediaID) : []
    let rows = try await catalog.database.read { [columns] connection in
      let listing = MediaListing(connection)
      return try ids.map { try listing.values(of: $0, fields: columns.fields) }
    }
    if isFollowed || columns.plan.isJSON {
      try printJSON(outcome, rows)
    } else if isCommitted {
      var writer = columns.plan.writer(style: session.outputStyle)
      try writer.begin(columns.columns)
      for row in rows { try writer.row(row) }
      try writer.end()
    }
    return isCommitted ? ExitStatus.done : ExitStatus.nothing
  }

  // MARK: Events

  private func hear(_ event: PickerEvent) {
    guard case .effect(let effect) = event.kind else { return }
    switch effect {
    case .refused(let refusal): tell(refusal)
    case .removed(let refusals): for refusal in refusals { tell(refusal) }
    case .reported(let report):
      refused.withLock { $0 += report.refused }
      session.say(report.message)
    case .changed(let change) where isFollowed: follow(event.sequence, change)
    default: break
    }
  }

  private func follow(_ sequence: Int, _ change: SelectionChange) {
    var json = JSONWriter()
    json.beginObject()
    json.key("event")
    json.string("changed")
    json.key("sequence")
    json.integer(Int64(sequence))
    for (name, ids) in [
      ("items", change.items.map(\.id)), ("added", change.added), ("removed", change.removed),
    ] {
      json.key(name)
      json.beginArray()
      for id in ids { json.id(id) }
      json.endArray()
    }
    json.endObject()
    json.lineEnd()
    // A reader that went away wants no changes; the result says so again.
    do { try session.print(json) } catch {}
  }

  private func printJSON(_ outcome: PickerOutcome, _ rows: [[FieldValue]]) throws {
    var json = JSONWriter()
    json.beginObject()
    if isFollowed {
      json.key("event")
      json.string("finished")
    }
    json.key("outcome")
    json.string(outcome.name)
    json.key("items")
    json.beginArray()
    for row in rows {
      json.beginObject()
      json.fields(columns.fields, row)
      json.endObject()
    }
    json.endArray()
    json.key("refused")
    json.beginArray()
    for refusal in refused.withLock({ $0 }) {
      json.beginObject()
      json.key("id")
      json.id(refusal.item)
      json.key("reason")
      json.string(refusal.reason.code)
      json.key("message")
      json.string(refusal.reason.message)
      json.endObject()
    }
    json.endArray()
    json.endObject()
    json.lineEnd()
    try session.print(json)
  }
}

extension JSONWriter {
  /// Writes an id: a number for an item of the catalog, else a text.
  fileprivate mutating func id(_ id: PickerItemID) {
    if let number = id.mediaID { integer(number) } else { string(id.description) }
  }
}
