internal import CommandOutput
internal import MediaModel

/// One item as a line of JSON; names and forms of the fields are those of `mediacat list --json`.
enum ItemLine {
  /// The line with its end.
  static func bytes(of item: PickerItem) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.key("id")
    if let id = item.id.mediaID { json.integer(id) } else { json.string(item.id.description) }
    write(path: item.media?.path, &json)
    for (name, value) in fields(of: item) {
      json.key(name)
      json.value(value)
    }
    json.endObject()
    json.lineEnd()
    return json.bytes
  }

  /// A path that is no UTF-8 stands in base64 under a name of its own.
  private static func write(path: FilePath?, _ json: inout JSONWriter) {
    json.key("path")
    guard let bytes = path?.bytes else { return json.null() }
    if let text = String(validating: bytes, as: UTF8.self) { return json.string(text) }
    json.null()
    json.key("path_bytes")
    json.string(String(decoding: Base64.encode(bytes), as: UTF8.self))
  }

  /// Fields beside the id and the path.
  static func fields(of item: PickerItem) -> [(String, FieldValue)] {
    fields(of: item.facts) + (item.media.map(fields) ?? [])
  }

  private static func fields(of facts: ItemFacts) -> [(String, FieldValue)] {
    [
      ("type", facts.type.map { .text($0.name) } ?? .null),
      ("mime", .text(facts.mime)),
      ("size", facts.byteCount.map { .integer($0) } ?? .null),
      ("taken", facts.taken.map { .text($0.description) } ?? .null),
      ("display_width", facts.displaySize.map { .integer(Int64($0.width)) } ?? .null),
      ("display_height", facts.displaySize.map { .integer(Int64($0.height)) } ?? .null),
      ("duration", facts.duration.map { .duration($0) } ?? .null),
      ("state", .text(facts.availability == .unreadable ? "failed" : facts.availability.rawValue)),
    ]
  }

  private static func fields(of media: Media) -> [(String, FieldValue)] {
    [
      ("width", media.pixelSize.map { .integer(Int64($0.width)) } ?? .null),
      ("height", media.pixelSize.map { .integer(Int64($0.height)) } ?? .null),
      ("orientation", .integer(Int64(media.orientation.rawValue))),
      ("taken_offset", media.takenOffset.map { .text($0.description) } ?? .null),
      ("taken_source", .text(media.takenSource.rawValue)),
      ("playback_style", .text(media.playbackStyle.rawValue)),
      ("favorite", .boolean(media.isFavorite)), ("hidden", .boolean(media.isHidden)),
      ("rating", media.rating.map { .integer(Int64($0)) } ?? .null),
      ("title", media.title.map { .text($0) } ?? .null),
      ("latitude", media.location.map { .real($0.latitude) } ?? .null),
      ("longitude", media.location.map { .real($0.longitude) } ?? .null),
    ]
  }
}
