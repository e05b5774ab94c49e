internal import MediaModel
internal import SQLiteDatabase

/// Makes ``Media`` of rows.
///
/// Paths of folders are looked up once each: the rows of a page share few of them.
struct MediaReader {
  private let connection: Connection
  private var folders: [Int64: (path: FilePath, isOnline: Bool)] = [:]
  private var mime = RepeatedText { $0 }
  private var takenSource = RepeatedText {
    CaptureTimeSource(rawValue: $0) ?? .modificationTime
  }

  init(_ connection: Connection) { self.connection = connection }

  static let columns = """
    m.uid, m.folder, m.name, m.type, m.subtypes, m.mime, m.size, m.width, m.height, \
    m.display_width, m.display_height, m.orientation, m.duration, m.taken, m.exclusion, \
    m.favorite, m.rating, m.revision, m.latitude, m.longitude, m.altitude, m.direction, \
    e.taken IS NOT NULL, iif(e.taken IS NULL, m.file_taken_offset, e.taken_offset), \
    m.file_taken_source, coalesce(e.title, m.file_title)
    """
  static let tables: MediaTables = .edit

  /// Reads a row whose first column is the id, and whose others start at an index.
  mutating func media(_ row: borrowing RowCursor, from first: Int32) throws -> Media {
    let folder = try folder(row.int64(first + 1))
    let exclusion = row.int64(first + 14)
    let isMissing = exclusion & Exclusion.missing != 0
    let isFailed = exclusion & Exclusion.failed != 0
    return Media(
      id: row.int64(0), uid: row.blob(first),
      path: row.withBlob(first + 2) { folder.path.appending($0) },
      type: MediaType(rawValue: UInt8(truncatingIfNeeded: row.int64(first + 3))) ?? .image,
      subtypes: MediaSubtypes(rawValue: UInt32(truncatingIfNeeded: row.int64(first + 4))),
      mime: mime.value(row, first + 5), byteCount: row.int64(first + 6),
      pixelSize: Self.size(row, first + 7), displaySize: Self.size(row, first + 9),
      orientation: Orientation(exifValue: row.int(first + 11)),
      duration: row.optionalInt64(first + 12).map { .nanoseconds($0) },
      taken: WallTime(nanoseconds: row.int64(first + 13)),
      takenOffset: row.optionalInt(first + 23).flatMap { UTCOffset(seconds: $0) },
      takenSource: row.bool(first + 22) ? .user : takenSource.value(row, first + 24),
      isFavorite: row.bool(first + 15),
      rating: row.optionalInt(first + 16), title: row.optionalText(first + 25),
      location: Self.location(row, first + 18),
      state: !folder.isOnline ? .offline : isMissing ? .missing : isFailed ? .failed : .ok,
      isHidden: exclusion & Exclusion.hidden != 0, revision: row.int64(first + 17))
  }

  private mutating func folder(_ id: Int64) throws -> (path: FilePath, isOnline: Bool) {
    if let folder = folders[id] { return folder }
    let row = try connection.first(
      """
      SELECT r.path, d.path, r.state = 'online' FROM folder AS d JOIN root AS r ON r.id = d.root
        WHERE d.id = \(id)
      """)
    let path = FilePath(bytes: row?[0].blob ?? [])
      .appending(FilePath(bytes: row?[1].blob ?? []))
    let folder = (path, row?[2].int64 == 1)
    folders[id] = folder
    return folder
  }

  private static func size(_ row: borrowing RowCursor, _ column: Int32) -> PixelSize? {
    row.isNull(column) || row.isNull(column + 1)
      ? nil : PixelSize(width: row.int(column), height: row.int(column + 1))
  }

  private static func location(
    _ row: borrowing RowCursor, _ column: Int32
  ) -> EmbeddedMetadata.Location? {
    guard let latitude = row.optionalDouble(column),
      let longitude = row.optionalDouble(column + 1)
    else { return nil }
    return EmbeddedMetadata.Location(
      latitude: latitude, longitude: longitude, altitude: row.optionalDouble(column + 2),
      direction: row.optionalDouble(column + 3))
  }
}

/// What a text column means, worked out only when it differs from the row before.
private struct RepeatedText<Value> {
  private let meaning: (String) -> Value
  private var last: (bytes: [UInt8], value: Value)?

  init(_ meaning: @escaping (String) -> Value) { self.meaning = meaning }

  mutating func value(_ row: borrowing RowCursor, _ column: Int32) -> Value {
    row.withTextBytes(column) { bytes in
      if let last, last.bytes.elementsEqual(bytes) { return last.value }
      let value = meaning(String(decoding: bytes, as: UTF8.self))
      last = (Array(bytes), value)
      return value
    }
  }
}
