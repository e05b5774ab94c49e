/// One claim about a media item.
public enum MediaPredicate: Hashable, Sendable {
  /// `type:image`.
  case type(MediaType)
  /// `is:favorite` and its kin.
  case mark(MediaMark)
  /// `has:location` and its kin.
  case has(MediaDetail)
  /// `taken:2023-05`: wall times in a range, open at either end.
  case taken(WallTimeRange)
  /// `added:today`: when the catalog first saw it, in UTC.
  case added(WallTimeRange)
  /// `in:2019/07`: in a folder, or below it. Whole components anywhere in the path, or an absolute
  /// path.
  case inFolder(FilePath)
  /// `album:"Italy 2023"` or `album:12`: in a user album, named by title or id.
  case inAlbum(String)
  /// `camera:x100v`, `name:IMG_*`, `ext:heic`.
  case text(TextField, String)
  /// `iso:>=1600`, `size:>20MB`.
  case number(NumberField, NumberComparison)
  /// `aspect:16:9`: width to height as shown, within 1 %.
  case aspect(width: Double, height: Double)
  /// `orientation:portrait`, as shown.
  case orientation(DisplayOrientation)
  /// `near:48.137,11.575,5km` or `bbox:47,10,49,12`.
  case within(GeographicArea)
  /// A free word: the beginning of a word in name, folder, camera, title, caption, keywords or
  /// place.
  case word(String)
  /// Words in quotes: the same whole words, in this order.
  case phrase(String)
}

/// What `is:` asks for.
public enum MediaMark: String, Hashable, Sendable, CaseIterable {
  case favorite
  case livePhoto = "livephoto"
  case screenshot
  case screenRecording = "screenrecording"
  case raw, burst, panorama, animated
  case slowMotion = "slomo"
  case timeLapse = "timelapse"
  case depth, hdr, cinematic, spatial, selfie
  /// A rendition of another item, as apps write it.
  case edited
  /// One of several with equal bytes.
  case duplicate
  /// No date but that of the file.
  case undated
  case hidden, missing, offline, failed, trashed
  /// Lifts all exclusions and is always true.
  case any

  /// The bit of `subtypes` that it asks for, `nil` for the others.
  public var subtype: MediaSubtypes? {
    MediaSubtypes.names.first { $0.name == rawValue }?.subtype
  }
}

/// What `has:` asks for.
public enum MediaDetail: String, Hashable, Sendable, CaseIterable {
  case location, camera, lens, audio, title, caption, keywords, rating, place, album
}

/// A field of text that queries compare, by its name there.
public enum TextField: String, Hashable, Sendable, CaseIterable {
  /// Make and model together: a part of it, or the whole with `*` and `?`.
  case camera
  /// The same of the lens.
  case lens
  /// The same of the camera's make.
  case make
  /// A whole keyword.
  case keyword
  /// Words of the caption.
  case caption
  /// Words of the title.
  case title
  /// A part of the file's name, or the whole with `*` and `?`.
  case name
  /// The last suffix of the name, without its dot.
  case ext
  /// The whole media type; `image/*` works.
  case mime
  /// The whole name of the codec.
  case codec
}

/// Whether an item is shown upright, across or square.
public enum DisplayOrientation: String, Hashable, Sendable, CaseIterable {
  case portrait, landscape, square
}
