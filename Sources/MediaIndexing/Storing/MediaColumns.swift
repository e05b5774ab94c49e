internal import MediaModel
internal import SQLiteDatabase

/// The derived columns of `media`, listed once for inserting and updating.
enum MediaColumns {
  static let names = [
    "folder", "name_folded", "name_key", "ext", "type", "format", "mime", "codec", "width",
    "height", "orientation", "display_width", "display_height", "duration", "frame_rate",
    "capture_frame_rate", "has_audio", "hdr", "subtypes", "file_taken", "file_taken_offset",
    "file_taken_source", "file_taken_precision", "file_taken_confidence", "runner_up_taken",
    "runner_up_offset", "runner_up_source", "camera", "camera_serial", "lens", "software", "artist",
    "copyright", "iso", "f_number", "exposure_time", "exposure_bias", "focal_length",
    "focal_length_35mm", "flash", "white_balance", "metering", "color_profile", "latitude",
    "longitude", "altitude", "direction", "place", "file_rating", "file_label", "file_title",
    "file_caption", "burst_id", "content_id", "warnings",
  ]

  /// Binds all derived columns from parameter `first` on, in the order of ``names``.
  static func bind(
    _ media: PreparedMedia, folder: Int64, camera: Int64?, lens: Int64?, to statement: Statement,
    from first: Int32
  ) throws {
    var binder = Binder(statement: statement, index: first)
    try binder.bind(folder)
    try binder.bind(media.foldedName)
    try statement.bind(media.nameKey, at: binder.next())
    try binder.bind(media.fileExtension)
    try bindGeometry(media.metadata, &binder)
    try bindTimes(media.captureTime, &binder)
    try bindCamera(media.metadata, camera: camera, lens: lens, &binder)
    try bindPlaceAndWords(media.metadata, &binder)
    assert(binder.index == first + Int32(names.count))
  }

  private static func bindGeometry(
    _ metadata: EmbeddedMetadata, _ binder: inout Binder
  ) throws {
    try binder.bind(Int64(metadata.format.type.rawValue))
    try binder.bind(Int64(metadata.format.rawValue))
    try binder.bind(metadata.format.mime)
    try binder.bind(metadata.codec)
    try binder.bind(metadata.pixelSize?.width)
    try binder.bind(metadata.pixelSize?.height)
    try binder.bind(Int64(metadata.orientation.rawValue))
    try binder.bind(metadata.displaySize?.width)
    try binder.bind(metadata.displaySize?.height)
    try binder.bind(metadata.duration?.nanoseconds)
    try binder.bind(metadata.frameRate)
    try binder.bind(metadata.captureFrameRate)
    try binder.bind(metadata.hasAudio)
    try binder.bind(metadata.hdr)
    var subtypes = metadata.subtypes
    if metadata.isAnimated { subtypes.insert(.animated) }
    if metadata.format.isRaw { subtypes.insert(.raw) }
    try binder.bind(Int64(subtypes.rawValue))
  }

  private static func bindTimes(_ time: CaptureTime, _ binder: inout Binder) throws {
    try binder.bind(time.chosen.wallTime.nanoseconds)
    try binder.bind(time.chosen.offset?.seconds)
    try binder.bind(time.chosen.source.rawValue)
    try binder.bind(time.chosen.precision.rawValue)
    try binder.bind(Int64(time.confidence.rawValue))
    try binder.bind(time.runnerUp?.wallTime.nanoseconds)
    try binder.bind(time.runnerUp?.offset?.seconds)
    try binder.bind(time.runnerUp?.source.rawValue)
  }

  private static func bindCamera(
    _ metadata: EmbeddedMetadata, camera: Int64?, lens: Int64?, _ binder: inout Binder
  ) throws {
    let exposure = metadata.exposure
    try binder.bind(camera)
    try binder.bind(metadata.camera.serial)
    try binder.bind(lens)
    try binder.bind(metadata.camera.software)
    try binder.bind(metadata.annotations.artist)
    try binder.bind(metadata.annotations.copyright)
    try binder.bind(exposure.iso)
    try binder.bind(exposure.fNumber)
    try binder.bind(exposure.exposureTime)
    try binder.bind(exposure.exposureBias)
    try binder.bind(exposure.focalLength)
    try binder.bind(exposure.focalLength35mm)
    try binder.bind(exposure.flashFired)
    try binder.bind(exposure.whiteBalance)
    try binder.bind(exposure.metering)
    try binder.bind(metadata.colorProfile)
  }

  private static func bindPlaceAndWords(
    _ metadata: EmbeddedMetadata, _ binder: inout Binder
  ) throws {
    try binder.bind(metadata.location?.latitude)
    try binder.bind(metadata.location?.longitude)
    try binder.bind(metadata.location?.altitude)
    try binder.bind(metadata.location?.direction)
    try binder.bind(metadata.annotations.place)
    try binder.bind(metadata.annotations.rating)
    try binder.bind(metadata.annotations.label)
    try binder.bind(metadata.annotations.title)
    try binder.bind(metadata.annotations.caption)
    try binder.bind(metadata.burstID)
    try binder.bind(metadata.contentID)
    try binder.bind(Int64(metadata.warnings.count))
  }
}

/// Binds values to one parameter after another; an absent value binds NULL.
private struct Binder {
  let statement: Statement
  var index: Int32

  mutating func next() -> Int32 {
    defer { index += 1 }
    return index
  }

  mutating func bind(_ value: Int64?) throws { try statement.bind(value, at: next()) }
  mutating func bind(_ value: Int?) throws { try statement.bind(value, at: next()) }
  mutating func bind(_ value: Bool?) throws { try statement.bind(value, at: next()) }
  mutating func bind(_ value: Double?) throws { try statement.bind(value, at: next()) }
  mutating func bind(_ value: String?) throws { try statement.bind(value, at: next()) }
}

extension Duration {
  /// Whole nanoseconds; a duration beyond 292 years is no media file's and is cut there.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max : product &+ attoseconds / 1_000_000_000
  }
}
