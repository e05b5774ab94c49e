internal import MediaModel

extension MovieTags {
  /// Writes what was collected into metadata; what an EXIF block said before stays.
  func apply(to metadata: inout EmbeddedMetadata, clock: MovieClock) {
    applyCamera(to: &metadata.camera)
    applyWords(to: &metadata)
    applyLocation(to: &metadata)
    applyDates(to: &metadata, clock: clock)
    if let text = text(.captureFrameRate), let rate = Double(text), rate > 0, rate <= 100_000 {
      metadata.captureFrameRate = rate
    }
    if let length = text(.focalLength35mm).flatMap(Double.init), length > 0, length < 10_000 {
      metadata.exposure.focalLength35mm = metadata.exposure.focalLength35mm ?? length
    }
    if let identifier = text(.contentID) {
      metadata.contentID = identifier
      metadata.subtypes.insert(.livePhoto)
    }
  }

  private func applyCamera(to camera: inout EmbeddedMetadata.Camera) {
    camera.make = camera.make ?? make
    camera.model = camera.model ?? text(.model)
    camera.serial = camera.serial ?? text(.serial)
    camera.software = camera.software ?? text(.software)
    camera.lensModel = camera.lensModel ?? text(.lensModel)
  }

  private func applyWords(to metadata: inout EmbeddedMetadata) {
    var words = metadata.annotations
    words.title = words.title ?? text(.title)
    words.caption = words.caption ?? text(.caption)
    words.copyright = words.copyright ?? text(.copyright)
    words.place = words.place ?? text(.place)
    if words.keywords.isEmpty { words.keywords = keywords }
    // Apple's screen recorder signs as author.
    if text(.artist) == "ReplayKitRecording" {
      metadata.subtypes.insert(.screenRecording)
    } else {
      words.artist = words.artist ?? text(.artist)
    }
    if let rating = text(.rating).flatMap(Double.init), rating >= 0, rating <= 5 {
      words.rating = words.rating ?? Int(rating)
    }
    metadata.annotations = words
    if text(.lensModel)?.contains("front camera") == true { metadata.subtypes.insert(.selfie) }
  }

  private func applyLocation(to metadata: inout EmbeddedMetadata) {
    if metadata.location != nil { return }
    var location = assetLocation
    if let text = text(.location) {
      if let parsed = EmbeddedMetadata.Location(iso6709: text) {
        location = parsed
      } else {
        metadata.warn("quicktime:location", "does not parse: \(text.prefix(64))")
      }
    }
    guard let location else { return }
    // What phones write without a fix; nobody films on the buoy there.
    if location.latitude == 0, location.longitude == 0 {
      metadata.warn("quicktime:location", "0, 0 means no fix")
    } else {
      metadata.location = location
    }
  }

  private func applyDates(to metadata: inout EmbeddedMetadata, clock: MovieClock) {
    if let text = text(.creationDate) {
      add(text, .quickTimeCreationDate, to: &metadata, clock: clock)
    }
    guard let (origin, text) = value(.day) else { return }
    // User data's date with a clock and a zone is the moment of taking; an item list's is the
    // day of publishing.
    let isMoment =
      origin == .userData
      && MovieDate(text).map { $0.hasTime && $0.offset != nil }
        == true
    if isMoment, self.text(.creationDate) != nil { return }
    add(
      text, isMoment ? .quickTimeCreationDate : .container, to: &metadata, clock: clock)
  }

  private func add(
    _ text: String, _ source: CaptureTimeSource, to metadata: inout EmbeddedMetadata,
    clock: MovieClock
  ) {
    guard let date = MovieDate(text), clock.allows(date.wallTime) else {
      return metadata.warn("quicktime:date", "no date: \(text.prefix(64))")
    }
    metadata.captureTimes.append(
      CaptureTimeCandidate(
        source: source, wallTime: date.wallTime, offset: date.offset, precision: date.precision))
  }
}

extension EmbeddedMetadata {
  fileprivate mutating func warn(_ tag: String, _ reason: String) {
    warnings.append(MetadataWarning(tag: tag, reason: reason))
  }
}
