import Glibc
import MediaCatalog
import MediaIndexing
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

/// A folder of files and a catalog of it, made for one test.
final class Collection: Sendable {
  let directory = TemporaryDirectory()
  let catalog: Catalog
  let reader: ScriptedReader

  init(reader: ScriptedReader = ScriptedReader()) throws {
    self.reader = reader
    mkdir("\(directory.path)/photos", 0o755)
    catalog = try Catalog.open(at: FilePath("\(directory.path)/catalog.sqlite"))
  }

  /// The folder that is indexed.
  var root: FilePath { FilePath("\(directory.path)/photos") }

  /// The absolute path of a name below the root.
  func path(_ name: String) -> FilePath { root.appending(FilePath(name)) }

  // MARK: Files

  /// Writes a file, with the folders above it.
  func write(_ names: String..., content: [UInt8] = [1]) {
    for name in names { write(FilePath(name), content: content) }
  }

  /// Writes a file of any name.
  func write(_ name: FilePath, content: [UInt8] = [1]) {
    makeFolders(above: name)
    let file = root.appending(name).withCString { fopen($0, "wb") }
    #expect(file != nil, "\(name): \(errno)")
    guard let file else { return }
    fwrite(content, 1, content.count, file)
    fclose(file)
  }

  private func makeFolders(above name: FilePath) {
    let parent = name.parent
    guard !parent.bytes.isEmpty else { return }
    makeFolders(above: parent)
    _ = root.appending(parent).withCString { mkdir($0, 0o755) }
  }

  func remove(_ names: String...) {
    for name in names {
      #expect(path(name).withCString { Glibc.remove($0) } == 0, "\(name): \(errno)")
    }
  }

  func move(_ name: String, to other: String) {
    makeFolders(above: FilePath(other))
    let result = path(name).withCString { from in path(other).withCString { rename(from, $0) } }
    #expect(result == 0, "\(name): \(errno)")
  }

  func link(_ name: String, as other: String) {
    makeFolders(above: FilePath(other))
    let result = path(name).withCString { from in
      path(other).withCString { Glibc.link(from, $0) }
    }
    #expect(result == 0, "\(name): \(errno)")
  }

  /// Sets the modification time, seconds since 1970.
  func setTime(_ name: String, _ seconds: Int, nanoseconds: Int = 0) {
    let times = [
      timespec(tv_sec: seconds, tv_nsec: nanoseconds),
      timespec(tv_sec: seconds, tv_nsec: nanoseconds),
    ]
    #expect(path(name).withCString { utimensat(AT_FDCWD, $0, times, 0) } == 0)
  }

  // MARK: Runs

  /// Indexes and checks what must hold of every run: the balance, and the numbers of the catalog.
  @discardableResult
  func index(
    _ roots: [FilePath]? = nil, reader: (any MetadataReading)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout IndexOptions) -> Void = { _ in }
  ) async throws -> IndexReport {
    var options = IndexOptions()
    change(&options)
    let report = try await catalog.index(
      roots ?? [root], options: options, reader: reader ?? self.reader)
    let counts = report.counts
    #expect(
      counts.seen
        == counts.indexed + counts.unchanged + counts.moved + counts.failed + counts.skipped,
      sourceLocation: sourceLocation)
    try await checkCatalog(sourceLocation)
    return report
  }

  /// Rules that hold of the catalog after every run.
  private func checkCatalog(_ sourceLocation: SourceLocation) async throws {
    let faults: [SQL] = [
      // One main name an item.
      "SELECT media FROM file WHERE role = 0 GROUP BY media HAVING count(*) <> 1",
      "SELECT id FROM media WHERE id NOT IN (SELECT media FROM file WHERE role = 0)",
      // The item lies in the folder of its main name, and is missing when that is.
      """
      SELECT m.id FROM media AS m JOIN file AS f ON f.media = m.id AND f.role = 0
      WHERE f.folder <> m.folder OR f.name <> m.name OR f.size <> m.size OR (f.missing_since IS NOT NULL) <> ((m.exclusion & 2) <> 0)
        OR (f.error_code IS NOT NULL) <> ((m.exclusion & 1) <> 0)
      """,
      // No link without an item, no item without media.
      "SELECT name FROM file WHERE (media IS NULL) <> (role = 3)",
      "SELECT name FROM file WHERE role = 3 AND missing_since IS NOT NULL",
      // Counters are what counting says.
      """
      SELECT month, type, count FROM month_count EXCEPT
        SELECT month, type, count(*) FROM media WHERE exclusion = 0 GROUP BY month, type
      """,
      """
      SELECT scan, root, type, count FROM scan_count EXCEPT \(Self.scanCounts)
      """,
      """
      \(Self.scanCounts) EXCEPT SELECT scan, root, type, count FROM scan_count
      """,
      "SELECT 1 FROM pragma_foreign_key_check",
      "SELECT 1 FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
    ]
    try await catalog.database.read { connection in
      for fault in faults {
        let rows = try connection.rows(fault)
        #expect(rows.isEmpty, "\(fault.text)", sourceLocation: sourceLocation)
      }
    }
  }

  private static let scanCounts: SQL = """
    SELECT m.scan, d.root, m.type, count(*) FROM media AS m JOIN folder AS d ON d.id = m.folder
      WHERE m.exclusion = 0 GROUP BY 1, 2, 3
    """

  // MARK: What the catalog says

  private static let mains: SQL = """
    file AS f JOIN media AS m ON m.id = f.media AND f.role = 0 JOIN folder AS d ON d.id = f.folder
    JOIN root AS r ON r.id = d.root
    """

  /// Items as `name state`, by path, with those that pages leave out.
  func items() async throws -> [String] {
    try await texts(
      """
      SELECT CASE WHEN d.path = x'' THEN '' ELSE CAST(d.path AS TEXT) || '/' END
        || CAST(f.name AS TEXT) || CASE WHEN r.state <> 'online' THEN ' offline'
        WHEN m.exclusion & 2 THEN ' missing' WHEN m.exclusion & 1 THEN ' failed' ELSE ' ok' END
      FROM \(Self.mains) ORDER BY d.path, f.name
      """)
  }

  /// All names of items as `name role`, missing ones too.
  func names() async throws -> [String] {
    try await texts(
      """
      SELECT CASE WHEN d.path = x'' THEN '' ELSE CAST(d.path AS TEXT) || '/' END
        || CAST(f.name AS TEXT) || CASE f.role WHEN 0 THEN ' item ' WHEN 1 THEN ' link to ' END
        || f.media || CASE WHEN f.missing_since IS NULL THEN '' ELSE ' missing' END
      FROM file AS f JOIN folder AS d ON d.id = f.folder WHERE f.media IS NOT NULL
      ORDER BY d.path, f.name
      """)
  }

  /// The id of the item at a path.
  func id(_ name: String) async throws -> Int64 {
    let name = FilePath(name)
    let id = try await catalog.database.read { connection in
      try connection.first(
        """
        SELECT m.id FROM \(Self.mains)
        WHERE d.path = \(name.parent.bytes) AND f.name = \(name.lastComponent.bytes)
        """)?[0].int64
    }
    return try #require(id, "\(name)")
  }

  func texts(_ sql: SQL) async throws -> [String] {
    try await catalog.database.read { connection in
      try connection.rows(sql).map { $0[0].text ?? "" }
    }
  }

  func number(_ sql: SQL) async throws -> Int64 {
    try await catalog.database.read { try $0.first(sql)?[0].int64 ?? -1 }
  }

  func execute(_ sql: SQL) async throws {
    try await catalog.database.write { try $0.execute(sql) }
  }
}

/// A balance in short: `seen 3: 1 indexed, 2 unchanged`.
func balance(_ report: IndexReport) -> String {
  let counts = report.counts
  let parts = [
    ("indexed", counts.indexed), ("unchanged", counts.unchanged), ("moved", counts.moved),
    ("failed", counts.failed), ("skipped", counts.skipped), ("missing", counts.missing),
  ].filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
  return "seen \(counts.seen): " + parts.joined(separator: ", ")
}
