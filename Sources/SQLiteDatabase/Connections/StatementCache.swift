/// Prepared statements by their text; the least recently used leaves first.
struct StatementCache {
  private var entries: [Key: Entry] = [:]
  private var clock: UInt64 = 0
  private let limit: Int

  init(limit: Int) { self.limit = max(1, limit) }

  /// Statements kept now.
  var count: Int { entries.count }

  /// The statement of a text, `nil` when there is none or someone holds it.
  ///
  /// Only the cache's reference may be left: two loops over one text must not share a statement.
  mutating func take(_ text: String) -> Statement? {
    guard let index = entries.index(forKey: Key(text: text)) else { return nil }
    guard isKnownUniquelyReferenced(&entries.values[index].statement) else { return nil }
    clock += 1
    entries.values[index].lastUse = clock
    return entries.values[index].statement
  }

  /// Keeps a statement, unless its text has one already.
  mutating func insert(_ statement: Statement, for text: String) {
    let key = Key(text: text)
    guard entries[key] == nil else { return }
    if entries.count >= limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      entries[oldest.key] = nil
    }
    clock += 1
    entries[key] = Entry(statement: statement, lastUse: clock)
  }

  mutating func removeAll() { entries.removeAll() }

  private struct Entry {
    var statement: Statement
    var lastUse: UInt64
  }

  /// A text by its bytes: canonical equivalents are different SQL.
  private struct Key: Hashable {
    let text: String

    static func == (left: Key, right: Key) -> Bool { left.text.hasSameBytes(as: right.text) }

    func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
  }
}
