internal import SQLiteDatabase

/// Finds or makes the rows of cameras and lenses, within one transaction.
struct NamedRows {
  private struct Name: Hashable {
    var make: String
    var model: String
  }

  private let connection: Connection
  private let table: String
  private var ids: [Name: Int64] = [:]
  private var last: (name: Name, id: Int64)?

  init(connection: Connection, table: String) {
    self.connection = connection
    self.table = table
  }

  /// The row of a make and model, `nil` when neither is known.
  mutating func id(make: String?, model: String?) throws -> Int64? {
    guard make != nil || model != nil else { return nil }
    let name = Name(make: make ?? "", model: model ?? "")
    if let last, last.name == name { return last.id }
    let id = try ids[name] ?? lookUp(name)
    ids[name] = id
    last = (name, id)
    return id
  }

  private func lookUp(_ name: Name) throws -> Int64 {
    let found = try connection.first(
      "SELECT id FROM \(raw: table) WHERE make = \(name.make) AND model = \(name.model)")
    if let id = found?[0].int64 { return id }
    try connection.execute(
      "INSERT INTO \(raw: table) (make, model) VALUES (\(name.make), \(name.model))")
    return connection.lastInsertedRowID
  }
}
