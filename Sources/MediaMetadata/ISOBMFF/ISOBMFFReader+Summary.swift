internal import MediaModel

extension ISOBMFFReader {
  /// Tells what the movie says.
  func summarizeVideo(into metadata: inout EmbeddedMetadata) throws {
    guard let movie, !movie.tracks.isEmpty else {
      throw ReadFailure(
        code: .malformed, reason: "it holds no movie header; the recording may have been cut off",
        format: metadata.format)
    }
    guard let track = movie.videoTrack else {
      if movie.tracks.contains(where: { $0.handler != "    " }) { throw ContainerVerdict.audioOnly }
      throw ReadFailure(
        code: .malformed, reason: "none of its tracks can be read", format: metadata.format)
    }
    for block in exifBlocks { readEXIF(block, into: &metadata) }
    summarizePicture(of: track, in: movie, into: &metadata)
    metadata.hasAudio = movie.hasAudio
    metadata.duration = duration(of: movie)
    metadata.frameRate = fragments?.frameRate ?? track.frameRate
    tags.apply(to: &metadata, clock: clock)
    addCreationTime(of: movie, into: &metadata)
    markSpeed(in: &metadata)
  }

  /// Tells what the picture says, and what a sequence adds.
  func summarizeImage(into metadata: inout EmbeddedMetadata) throws {
    if format.isRaw {
      try summarizeRaw(into: &metadata)
      return
    }
    if let picture { try picture.read(into: &metadata) }
    if hasMotion { metadata.subtypes.insert(.livePhoto) }
    if let movie, let track = movie.videoTrack {
      if metadata.pixelSize == nil { summarizePicture(of: track, in: movie, into: &metadata) }
      metadata.orientation = .up
      if let count = track.timing.sampleCount, count > 1 {
        metadata.isAnimated = true
        metadata.subtypes.insert(.animated)
        metadata.duration = track.mediaLength
      }
      addCreationTime(of: movie, into: &metadata)
    }
    guard metadata.pixelSize != nil else {
      throw ReadFailure(
        code: .malformed,
        reason: picture == nil ? "it holds no picture" : "its picture has no size",
        format: metadata.format)
    }
  }

  /// Tells what a CR3 says: EXIF, and the size of the developed picture.
  private func summarizeRaw(into metadata: inout EmbeddedMetadata) throws {
    guard let movie else {
      throw ReadFailure(
        code: .malformed, reason: "it holds no movie header", format: metadata.format)
    }
    for block in exifBlocks { readEXIF(block, into: &metadata) }
    // The first track is the camera's own full-size JPEG; the raw track counts masked pixels too.
    if let size = movie.tracks.lazy.compactMap({ $0.sampleEntry?.size }).first {
      metadata.pixelSize = size
      metadata.displaySize = metadata.orientation.displaySize(of: size)
    }
    addCreationTime(of: movie, into: &metadata)
  }

  private func summarizePicture(
    of track: Track, in movie: Movie, into metadata: inout EmbeddedMetadata
  ) {
    let entry = track.sampleEntry
    let matrix = track.matrix.followed(by: movie.matrix)
    metadata.codec = entry?.codec
    metadata.orientation = matrix.orientation
    metadata.colorProfile = entry?.colour.name
    metadata.hdr = entry?.isDolbyVision == true ? "dolby-vision" : entry?.colour.hdr
    if metadata.hdr != nil { metadata.subtypes.insert(.hdr) }
    if entry?.isStereo == true { metadata.subtypes.insert(.spatial) }
    guard let stored = entry?.size ?? track.trackSize else { return }
    metadata.pixelSize = stored
    // A movie's clean aperture is left alone: decoders and browsers show the whole frame, and a
    // thumbnail must have the same shape.
    var shown = stored
    if let aspect = entry?.pixelAspect ?? matrix.pixelAspect {
      shown.width = max(1, Int((Double(shown.width) * aspect).rounded()))
    }
    metadata.displaySize = matrix.orientation.displaySize(of: shown)
  }

  private func duration(of movie: Movie) -> Duration? {
    guard movie.isFragmented else { return movie.headerDuration }
    guard let measured = fragments?.duration ?? movie.promisedDuration else {
      return movie.headerDuration
    }
    return measured
  }

  private func addCreationTime(of movie: Movie, into metadata: inout EmbeddedMetadata) {
    guard let time = clock.creationTime(of: movie) else { return }
    // A tag that names only a day or a year, such as that of publishing, is no match for a clock.
    let coarse = metadata.captureTimes.firstIndex {
      $0.source == .container && [.day, .month, .year].contains($0.precision)
    }
    metadata.captureTimes.insert(
      CaptureTimeCandidate(
        source: .container, wallTime: time, offset: tags.clockIsLocal ? nil : .utc),
      at: coarse ?? metadata.captureTimes.endIndex)
  }

  private func markSpeed(in metadata: inout EmbeddedMetadata) {
    guard let playback = metadata.frameRate else { return }
    if let captured = metadata.captureFrameRate {
      if captured > playback * 1.5 { metadata.subtypes.insert(.slowMotion) }
      if captured < playback / 1.5 { metadata.subtypes.insert(.timeLapse) }
    } else if playback >= 100, tags.playsAtFullRate != true {
      metadata.subtypes.insert(.slowMotion)
    }
  }
}
