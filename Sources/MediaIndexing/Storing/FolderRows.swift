internal import MediaModel
internal import SQLiteDatabase
internal import UnicodeText

/// Finds or makes the rows of folders, within one transaction.
struct FolderRows {
  private let connection: Connection
  private var ids: [FolderReference: Int64] = [:]
  private var last: (folder: FolderReference, id: Int64)?

  init(connection: Connection) { self.connection = connection }

  /// The row of a folder; its parents are made first.
  mutating func id(of folder: FolderReference) throws -> Int64 {
    if let id = folder.id { return id }
    // Files come folder by folder, so the last one answers almost always.
    if let last, last.folder == folder { return last.id }
    let id = try lookUp(folder)
    last = (folder, id)
    return id
  }

  private mutating func lookUp(_ folder: FolderReference) throws -> Int64 {
    if let id = ids[folder] { return id }
    let found = try connection.first(
      "SELECT id FROM folder WHERE root = \(folder.root) AND path = \(folder.path.bytes)")
    let id = try found?[0].int64 ?? insert(folder)
    ids[folder] = id
    return id
  }

  private mutating func insert(_ folder: FolderReference) throws -> Int64 {
    var parent: Int64?
    if !folder.path.bytes.isEmpty {
      parent = try lookUp(
        FolderReference(root: folder.root, id: nil, path: folder.path.parent))
    }
    let key = NaturalSortKey.make(folder.path.lastComponent.bytes)
    try connection.execute(
      """
      INSERT INTO folder (root, parent, path, name_key)
      VALUES (\(folder.root), \(parent), \(folder.path.bytes), \(key))
      """)
    return connection.lastInsertedRowID
  }
}
