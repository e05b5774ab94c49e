public import MediaCatalog
public import MediaModel
internal import Glibc
internal import SQLiteDatabase

/// Where photos and recordings wait until a person says what becomes of them.
///
/// Files lie in a private folder beside the catalog, `CATALOG-picker/captures`, which no index run
/// enters; what is known of them is in the catalog. What came in stays until a person discards it:
/// no time limit and no sweep takes it. At the start of a program call ``recover()``, which makes
/// up for crashes, then ``sweep()``.
///
/// Several processes may use the inbox of a catalog at the same time.
public struct CaptureInbox: Sendable {
  /// The catalog that it belongs to.
  public let catalog: Catalog
  /// The folder of its files; made on first use.
  public var folder: FilePath { files.path }

  let files: CaptureFolder
  let reader: any MetadataReading
  let delivery: MediaDelivery
  let now: @Sendable () -> Int64

  /// Nanoseconds in which a file may have been made but not locked yet.
  static let grace: Int64 = 60_000_000_000

  /// Opens the inbox of a catalog; nothing is made or read yet.
  ///
  /// - Parameters:
  ///   - catalog: The catalog.
  ///   - reader: Tells what files are, in a worker process or in this one.
  ///   - delivery: Gives thumbnails and compatible versions of captures.
  ///   - now: The time in nanoseconds since 1970-01-01 UTC; the system's unless a test has another.
  /// - Throws: When no thread for its files can be had.
  public init(
    of catalog: Catalog, reader: any MetadataReading, delivery: MediaDelivery = MediaDelivery(),
    now: (@Sendable () -> Int64)? = nil
  ) throws {
    self.catalog = catalog
    self.reader = reader
    self.delivery = delivery
    self.now = now ?? { Catalog.currentTime() }
    let home = FilePath(bytes: RealPath.of(catalog.path).bytes + Array(Catalog.pickerSuffix.utf8))
    files = try CaptureFolder(home.appending("captures"))
  }

  /// Lists captures in order of arrival.
  ///
  /// - Parameter states: Which ones; those that still need a person unless it says otherwise.
  /// - Returns: The captures.
  /// - Throws: ``CatalogError``, `DatabaseError`, `CancellationError`.
  public func all(
    _ states: Set<Capture.State> = [.staged, .quarantined, .promoting]
  ) async throws -> [Capture] {
    try await catalog.database.read { [folder] connection in
      try CaptureRow.all(connection, in: folder).map(\.capture)
    }.filter { states.contains($0.state) }
  }

  /// One capture, in whatever state; `nil` when there is none, or a sweep took it.
  public func capture(_ uid: String) async throws -> Capture? {
    try await catalog.database.read { [folder] connection in
      try CaptureRow.find(uid, connection, in: folder)?.capture
    }
  }

  /// A capture as something that a picker shows; nothing is opened.
  public func item(_ capture: Capture) -> PickerItem {
    PickerItem(
      source: CaptureSource(capture, reader: reader, delivery: delivery), facts: capture.facts)
  }

  /// The captures that can be selected, in order of arrival, as a picker shows them.
  public func items() async throws -> [PickerItem] { try await all([.staged]).map(item) }

  /// One row, or the error of a capture that is gone.
  func row(_ uid: String) async throws -> CaptureRow {
    try await catalog.database.read { [folder] connection in
      try CaptureRow.require(uid, connection, in: folder)
    }
  }

  /// Throws captures away: no list shows them any more, and their files go.
  ///
  /// A file whose lease runs goes with the first sweep after its end. What is discarded already
  /// stays so.
  ///
  /// - Parameters:
  ///   - uids: The captures; all of them or none are discarded.
  ///   - owner: Who discards: what others hold is refused.
  /// - Throws: ``CatalogError`` `notFound`; `leased`; `notPermitted` for what is in the collection or
  ///   on its way.
  public func discard(_ uids: [String], by owner: String? = nil) async throws {
    let time = now()
    let gone = try await catalog.database.write { [folder] connection in
      try connection.transaction {
        var gone: [FilePath] = []
        for uid in uids {
          let row = try CaptureRow.require(uid, connection, in: folder)
          try row.requireFree(for: owner, at: time)
          guard ![.promoting, .promoted].contains(row.capture.state) else {
            throw CatalogError(
              code: .notPermitted,
              reason: "\(uid) is in the collection or on its way; remove it there")
          }
          try connection.execute(
            "UPDATE capture SET state = 'discarded' WHERE uid = \(uid) AND state <> 'discarded'")
          if row.lease(at: time) == nil { gone.append(row.staged) }
        }
        return gone
      }
    }
    await files.remove(gone)
  }
}

/// Paths as the kernel sees them.
enum RealPath {
  /// The absolute path without links, realpath(3), as far as it exists; the rest by its words.
  static func of(_ path: FilePath) -> FilePath {
    if let real = existing(path) { return real }
    var path = path
    while path.bytes.count > 1, path.bytes.last == UInt8(ascii: "/") { path.bytes.removeLast() }
    let name = path.lastComponent
    guard !name.bytes.isEmpty, name != ".", name != ".." else { return path }
    if path == name { return (existing(".") ?? "").appending(name) }
    return of(path.parent).appending(name)
  }

  private static func existing(_ path: FilePath) -> FilePath? {
    path.withCString { name in
      guard let text = realpath(name, nil) else { return nil }
      defer { free(text) }
      return FilePath(bytes: Array(UnsafeRawBufferPointer(start: text, count: strlen(text))))
    }
  }
}
