internal import Glibc
internal import MediaModel
internal import SQLiteDatabase

/// Makes ``Media`` of rows.
///
/// Paths of folders are looked up for all rows together, at the end: the rows of an album may each
/// lie in a folder of their own, and a statement costs more than what it finds. What a person typed
/// is only looked for where anybody typed anything.
struct MediaReader {
  private let connection: Connection
  /// Whether any item has a title or a date of a person.
  private let readsEdits: Bool
  private var items: [Media] = []
  /// The names of all items, one behind the other: an array each would be made only to be copied.
  private var names: [UInt8] = []
  /// Where each name ends.
  private var nameEnds: [Int] = []
  /// The folder of each item, as a place in `folders`.
  private var places: [Int] = []
  private var folders: [Int64] = []
  private var placeOfFolder: [Int64: Int] = [:]
  private var mime = RepeatedText { $0 }
  private var takenSource = RepeatedText {
    CaptureTimeSource(rawValue: $0) ?? .modificationTime
  }

  /// Makes a reader, with room for so many items.
  init(_ connection: Connection, capacity: Int = 0) throws {
    self.connection = connection
    readsEdits =
      try connection.first(
        """
        SELECT 1 FROM edit INDEXED BY edit_shown WHERE taken IS NOT NULL OR title IS NOT NULL
          LIMIT 1
        """) != nil
    items.reserveCapacity(capacity)
    places.reserveCapacity(capacity)
    names.reserveCapacity(capacity * Self.usualNameLength)
    nameEnds.reserveCapacity(capacity)
  }

  /// `PXL_20230501_123456789.MP.jpg` has 29 bytes.
  private static let usualNameLength = 32

  /// Rows read so far.
  var count: Int { items.count }

  /// What ``read(_:from:)`` reads, in order.
  var columns: String { Self.columns(readingEdits: readsEdits) }
  /// What the columns need beside `media`.
  var tables: MediaTables { Self.tables(readingEdits: readsEdits) }

  static func columns(readingEdits: Bool) -> String {
    readingEdits ? columnsWithEdits : columnsOfFiles
  }
  static func tables(readingEdits: Bool) -> MediaTables { readingEdits ? .edit : [] }

  private static let columns = """
    m.uid, m.folder, m.name, m.type, m.subtypes, m.mime, m.size, m.width, m.height, \
    m.display_width, m.display_height, m.orientation, m.duration, m.taken, m.exclusion, \
    m.favorite, m.rating, m.revision, m.latitude, m.longitude, m.altitude, m.direction, \
    m.file_taken_source
    """
  private static let columnsOfFiles = "\(columns), m.file_title, m.file_taken_offset"
  private static let columnsWithEdits = """
    \(columns), nullif(coalesce(e.title, m.file_title), ''), \
    iif(e.taken IS NULL, m.file_taken_offset, e.taken_offset), e.taken IS NOT NULL
    """

  /// Reads a row whose first column is the id, and whose others start at an index.
  mutating func read(_ row: borrowing RowCursor, from first: Int32) {
    let exclusion = row.int64(first + 14)
    let isMissing = exclusion & Exclusion.missing != 0
    let isFailed = exclusion & Exclusion.failed != 0
    places.append(place(of: row.int64(first + 1)))
    row.withBlob(first + 2) { names += $0 }
    nameEnds.append(names.count)
    items.append(
      Media(
        id: row.int64(0), uid: row.withBlob(first) { UniqueIdentifier(bytes: $0) } ?? .zero,
        path: FilePath(bytes: []),
        type: MediaType(rawValue: UInt8(truncatingIfNeeded: row.int64(first + 3))) ?? .image,
        subtypes: MediaSubtypes(rawValue: UInt32(truncatingIfNeeded: row.int64(first + 4))),
        mime: mime.value(row, first + 5), byteCount: row.int64(first + 6),
        pixelSize: Self.size(row, first + 7), displaySize: Self.size(row, first + 9),
        orientation: Orientation(exifValue: row.int(first + 11)),
        duration: row.optionalInt64(first + 12).map { .nanoseconds($0) },
        taken: WallTime(nanoseconds: row.int64(first + 13)),
        takenOffset: row.optionalInt(first + 24).flatMap { UTCOffset(seconds: $0) },
        takenSource: readsEdits && row.bool(first + 25)
          ? .user : takenSource.value(row, first + 22),
        isFavorite: row.bool(first + 15),
        rating: row.optionalInt(first + 16), title: row.optionalText(first + 23),
        location: Self.location(row, first + 18),
        state: isMissing ? .missing : isFailed ? .failed : .ok,
        isHidden: exclusion & Exclusion.hidden != 0, revision: row.int64(first + 17)))
  }

  /// Gives the items of all rows read away, with their whole paths.
  mutating func finish() throws -> [Media] {
    let paths = try FolderPaths(of: folders, connection)
    // Taken out first: a second reference would copy every item at the first change.
    var finished: [Media] = []
    swap(&finished, &items)
    names.withUnsafeBytes { names in
      var start = 0
      for index in finished.indices {
        let name = UnsafeRawBufferPointer(rebasing: names[start..<nameEnds[index]])
        finished[index].path = paths.path(of: places[index], name)
        if !paths.isOnline(places[index]) { finished[index].state = .offline }
        start = nameEnds[index]
      }
    }
    return finished
  }

  private mutating func place(of folder: Int64) -> Int {
    // Neighbours in time are often neighbours on the disk.
    if let last = places.last, folders[last] == folder { return last }
    if let place = placeOfFolder[folder] { return place }
    let place = folders.count
    folders.append(folder)
    placeOfFolder[folder] = place
    return place
  }

  /// NULL reads as 0, which no side of a picture has.
  private static func size(_ row: borrowing RowCursor, _ column: Int32) -> PixelSize? {
    let (width, height) = (row.int(column), row.int(column + 1))
    return width == 0 || height == 0 ? nil : PixelSize(width: width, height: height)
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
  private var text: [UInt8] = []
  private var last: Value?

  init(_ meaning: @escaping (String) -> Value) { self.meaning = meaning }

  mutating func value(_ row: borrowing RowCursor, _ column: Int32) -> Value {
    row.withTextBytes(column) { bytes in
      if let last, let start = bytes.baseAddress, text.count == bytes.count,
        memcmp(text, start, bytes.count) == 0
      {
        return last
      }
      let value = meaning(String(decoding: bytes, as: UTF8.self))
      (text, last) = (Array(bytes), value)
      return value
    }
  }
}
