internal import MediaModel
internal import SQLiteDatabase

extension MediaField {
  /// All fields, in the order in which they are documented and printed.
  package static let all: [MediaField] =
    places + kinds + times + cameras + locations + words + relations

  private static let places = [
    integer("id", "m.id"),
    MediaField("path", ["r.path", "d.path", "m.name"], .path, decode: path),
    // The same bytes: writers print them only when the path is not UTF-8.
    MediaField("path_bytes", ["r.path", "d.path", "m.name"], .path, decode: path),
    bytes("root", "r.path", .root), bytes("folder", "d.path", .folder),
    bytes("name", "m.name"),
    text("ext", "m.ext"),
  ]

  private static func path(_ row: borrowing RowCursor, _ column: Int32) -> FieldValue {
    .bytes(FilePath(joining: row, column).bytes)
  }

  private static let kinds = [
    MediaField("type", ["m.type"]) { row, column in
      MediaType(rawValue: UInt8(truncatingIfNeeded: row.int64(column))).map { .text($0.name) }
        ?? .null
    },
    text("mime", "m.mime"), text("codec", "m.codec"), integer("size", "m.size"),
    MediaField("mtime", ["f.mtime"], .file) { row, column in .instant(row.int64(column)) },
    MediaField("added", ["m.added"]) { row, column in .instant(row.int64(column)) },
    MediaField("state", ["m.exclusion", "r.state"], .path) { row, column in
      .text(state(exclusion: row.int64(column), root: row.text(column + 1)))
    },
    MediaField("error", ["f.error_code", "f.error"], .file) { row, column in
      row.optionalText(column).map { .text("\($0): \(row.text(column + 1))") } ?? .null
    },
    integer("width", "m.width"), integer("height", "m.height"),
    integer("orientation", "m.orientation"),
    integer("display_width", "m.display_width"), integer("display_height", "m.display_height"),
    MediaField("duration", ["m.duration"], isNumeric: true) { row, column in
      row.optionalInt64(column).map { .duration(.nanoseconds($0)) } ?? .null
    },
    real("frame_rate", "m.frame_rate"),
  ]

  private static let times = [
    MediaField("taken", ["m.taken"]) { row, column in
      .text(WallTime(nanoseconds: row.int64(column)).description)
    },
    MediaField(
      "taken_offset", ["iif(e.taken IS NULL, m.file_taken_offset, e.taken_offset)"], .edit
    ) { row, column in
      row.optionalInt(column).flatMap { UTCOffset(seconds: $0) }.map { .text($0.description) }
        ?? .null
    },
    text("taken_source", "iif(e.taken IS NULL, m.file_taken_source, 'user')", .edit),
    text(
      "taken_precision", "iif(e.taken IS NULL, m.file_taken_precision, e.taken_precision)", .edit),
  ]

  private static let cameras = [
    text("camera_make", "nullif(c.make, '')", .camera),
    text("camera_model", "nullif(c.model, '')", .camera),
    text("camera_serial", "m.camera_serial"), text("lens_make", "nullif(l.make, '')", .lens),
    text("lens_model", "nullif(l.model, '')", .lens), text("software", "m.software"),
    text("artist", "m.artist"), text("copyright", "m.copyright"), integer("iso", "m.iso"),
    real("f_number", "m.f_number"), real("exposure_time", "m.exposure_time"),
    real("exposure_bias", "m.exposure_bias"), real("focal_length", "m.focal_length"),
    real("focal_length_35mm", "m.focal_length_35mm"), boolean("flash", "m.flash"),
    text("white_balance", "m.white_balance"), text("metering", "m.metering"),
    text("color_profile", "m.color_profile"), real("capture_frame_rate", "m.capture_frame_rate"),
    boolean("has_audio", "m.has_audio"), text("hdr", "m.hdr"),
    MediaField("playback_style", ["m.type", "m.subtypes"]) { row, column in
      .text(playbackStyle(type: row.int64(column), subtypes: row.int64(column + 1)))
    },
    text("burst_id", "m.burst_id"), text("content_id", "m.content_id"),
  ]

  private static let locations = [
    real("latitude", "m.latitude"), real("longitude", "m.longitude"),
    real("altitude", "m.altitude"), real("direction", "m.direction"), text("place", "m.place"),
  ]

  private static let words = [
    integer("rating", "coalesce(e.rating, m.file_rating)", .edit),
    text("label", "coalesce(e.label, m.file_label)", .edit),
    text("title", "nullif(coalesce(e.title, m.file_title), '')", .edit),
    text("caption", "nullif(coalesce(e.caption, m.file_caption), '')", .edit),
    MediaField("keywords", [keywordsSQL]) { row, column in .texts(list(row, column)) },
    boolean("favorite", "coalesce(e.favorite, 0)", .edit),
    boolean("hidden", "coalesce(e.hidden, 0)", .edit),
  ]

  private static let relations = [
    MediaField("subtypes", ["m.subtypes"]) { row, column in
      let subtypes = MediaSubtypes(rawValue: UInt32(truncatingIfNeeded: row.int64(column)))
      return .texts(MediaSubtypes.names.filter { subtypes.contains($0.subtype) }.map(\.name))
    },
    integer("stack", "(SELECT min(stack) FROM stack_member WHERE media = m.id)"),
    MediaField(
      "albums",
      [
        "(SELECT group_concat(album, char(31)) FROM (SELECT album FROM album_item"
          + " WHERE media = m.id ORDER BY album))"
      ]
    ) { row, column in .integers(list(row, column).compactMap(Int64.init)) },
    MediaField("digest", ["f.digest"], .file) { row, column in
      row.optionalBlob(column).map { .text($0.map(\.hexDigits).joined()) } ?? .null
    },
    integer("warnings", "m.warnings"),
    MediaField("color", ["w.color"], .look) { row, column in
      row.optionalInt64(column).map { .text(colorText($0)) } ?? .null
    },
    text("placeholder", "w.placeholder", .look),
  ]

  /// `#rrggbb`.
  private static func colorText(_ color: Int64) -> String {
    "#" + [16, 8, 0].map { UInt8(truncatingIfNeeded: color >> $0).hexDigits }.joined()
  }

  /// Keywords of the file and the person, parted by U+001F, which no keyword holds.
  private static let keywordsSQL = """
    (SELECT group_concat(text, char(31)) FROM (
      SELECT k.text AS text FROM media_keyword AS mk JOIN keyword AS k ON k.id = mk.keyword
        WHERE mk.media = m.id AND NOT EXISTS (SELECT 1 FROM edit_keyword AS ek
          WHERE ek.media = m.id AND ek.text = k.text AND ek.present = 0)
      UNION SELECT ek.text FROM edit_keyword AS ek WHERE ek.media = m.id AND ek.present = 1))
    """

  private static func list(_ row: borrowing RowCursor, _ column: Int32) -> [String] {
    row.text(column).split(separator: "\u{1F}").map(String.init)
  }

  private static func state(exclusion: Int64, root: String) -> String {
    if root != "online" { return "offline" }
    if exclusion & Exclusion.missing != 0 { return "missing" }
    return exclusion & Exclusion.failed != 0 ? "failed" : "ok"
  }

  private static func playbackStyle(type: Int64, subtypes: Int64) -> String {
    let subtypes = MediaSubtypes(rawValue: UInt32(truncatingIfNeeded: subtypes))
    if type == Int64(MediaType.video.rawValue) { return "video" }
    if subtypes.contains(.animated) { return "imageAnimated" }
    return subtypes.contains(.livePhoto) ? "livePhoto" : "image"
  }
}

/// Bits of `media.exclusion`.
enum Exclusion {
  static let failed: Int64 = 1
  static let missing: Int64 = 2
  static let hidden: Int64 = 8
  static let trashed: Int64 = 16
}
