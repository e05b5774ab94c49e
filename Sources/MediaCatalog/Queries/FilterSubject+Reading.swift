internal import MediaModel
package import SQLiteDatabase

extension FilterSubject {
  /// Reads what filters ask about an item, `nil` when there is none of that id.
  package init?(item: Int64, connection: Connection) throws {
    var subject: FilterSubject?
    try connection.forEach(
      """
      SELECT m.type, m.subtypes, m.favorite, m.exclusion, r.state, m.file_taken_source, e.taken,
        m.taken, m.added, r.path, d.path, m.name, m.ext, m.mime, m.codec, m.size, m.width, m.height,
        m.display_width, m.display_height, m.duration, m.frame_rate, m.has_audio, c.make, c.model,
        l.make, l.model, m.iso, m.f_number, m.exposure_time, m.focal_length, m.rating,
        nullif(coalesce(e.title, m.file_title), ''),
        nullif(coalesce(e.caption, m.file_caption), ''), m.place, m.latitude,
        m.longitude,
        EXISTS (SELECT 1 FROM stack_member AS s JOIN stack ON stack.id = s.stack
          WHERE s.media = m.id AND stack.kind = 'edit'),
        \(FilterCompiler.isDuplicate)
      FROM media AS m JOIN folder AS d ON d.id = m.folder JOIN root AS r ON r.id = d.root
        LEFT JOIN camera AS c ON c.id = m.camera LEFT JOIN lens AS l ON l.id = m.lens
        LEFT JOIN edit AS e ON e.media = m.id
      WHERE m.id = \(item)
      """
    ) { row in subject = FilterSubject(row) }
    guard var subject else { return nil }
    subject.keywords = try connection.rows(
      """
      SELECT k.text FROM media_keyword AS mk JOIN keyword AS k ON k.id = mk.keyword
        WHERE mk.media = \(item) AND NOT EXISTS (SELECT 1 FROM edit_keyword AS x
          WHERE x.media = mk.media AND x.text = k.text AND x.present = 0)
      UNION SELECT text FROM edit_keyword WHERE media = \(item) AND present = 1
      """
    ).compactMap { $0[0].text }
    for row in try connection.rows(
      "SELECT a.id, a.title FROM album_item AS i JOIN album AS a ON a.id = i.album WHERE i.media = \(item)"
    ) {
      if let id = row[0].int64 { subject.albums[id] = row[1].text ?? "" }
    }
    self = subject
  }

  private init(_ row: borrowing RowCursor) {
    let exclusion = row.int64(3)
    type = MediaType(rawValue: UInt8(truncatingIfNeeded: row.int64(0))) ?? .image
    subtypes = MediaSubtypes(rawValue: UInt32(truncatingIfNeeded: row.int64(1)))
    isFavorite = row.bool(2)
    isHidden = exclusion & Exclusion.hidden != 0
    isMissing = exclusion & Exclusion.missing != 0
    isFailed = exclusion & Exclusion.failed != 0
    isTrashed = exclusion & Exclusion.trashed != 0
    isOffline = row.text(4) != "online"
    isUndated =
      row.text(5) == CaptureTimeSource.modificationTime.rawValue && row.isNull(6)
    taken = WallTime(nanoseconds: row.int64(7))
    added = WallTime(nanoseconds: row.int64(8))
    root = FilePath(bytes: row.blob(9))
    folder = FilePath(bytes: row.blob(10))
    name = FilePath(bytes: row.blob(11))
    fileExtension = row.optionalText(12)
    mime = row.text(13)
    codec = row.optionalText(14)
    size = row.optionalInt64(15)
    width = row.optionalInt64(16)
    height = row.optionalInt64(17)
    displayWidth = row.optionalInt64(18)
    displayHeight = row.optionalInt64(19)
    duration = row.optionalInt64(20)
    frameRate = row.optionalDouble(21)
    hasAudio = row.isNull(22) ? nil : row.bool(22)
    camera = Self.equipment(row, 23)
    lens = Self.equipment(row, 25)
    iso = row.optionalInt64(27)
    fNumber = row.optionalDouble(28)
    exposureTime = row.optionalDouble(29)
    focalLength = row.optionalDouble(30)
    rating = row.optionalInt64(31)
    title = row.optionalText(32)
    caption = row.optionalText(33)
    place = row.optionalText(34)
    latitude = row.optionalDouble(35)
    longitude = row.optionalDouble(36)
    isEdited = row.bool(37)
    isDuplicate = row.bool(38)
  }

  private static func equipment(
    _ row: borrowing RowCursor, _ column: Int32
  ) -> EquipmentName? {
    row.isNull(column)
      ? nil : EquipmentName(make: row.text(column), model: row.text(column + 1))
  }
}
