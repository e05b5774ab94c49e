internal import MediaModel

/// Reads a Matroska or WebM file.
///
/// - Throws: ``ContainerVerdict`` for a file without video, `ReadFailure` when nothing useful is
///   left, ``ByteError`` when the system refuses to read.
/// - Note: Source: RFC 9559.
func readMatroska(_ source: ByteSource, into metadata: inout EmbeddedMetadata) throws {
  try readMatroska(source, clock: MovieClock(), into: &metadata)
}

/// Reads with a clock of the caller's choice.
func readMatroska(
  _ source: ByteSource, clock: MovieClock, into metadata: inout EmbeddedMetadata
) throws {
  var reader = MatroskaReader(source, clock: clock)
  defer { metadata.warnings += reader.warnings }
  do throws(ByteError) {
    try reader.read()
  } catch {
    if case .system = error { throw error }
    // What was found before stands.
    reader.file.warn(MatroskaID.segment, "cannot be read to its end")
  }
  try reader.summarize(into: &metadata)
}

/// Walks one file up to its first cluster and keeps what it finds.
struct MatroskaReader {
  let file: EBMLFile
  let clock: MovieClock
  private var docType: String?
  private var info = MatroskaInfo()
  private var tracks: [MatroskaTrack] = []
  private var tags = MovieTags()
  private var seek: [UInt32: Int64] = [:]
  private var firstCluster: EBMLElement?
  private var segment: EBMLElement?

  /// More tracks than this are not kept.
  private static let maximumTracks = 256

  init(_ source: ByteSource, clock: MovieClock) {
    self.file = EBMLFile(source)
    self.clock = clock
  }

  var warnings: [MetadataWarning] { file.warnings }

  // MARK: Reading

  mutating func read() throws(ByteError) {
    var elements = file.elements()
    while let element = try elements.next() {
      if element.id == MatroskaID.header { try readHeader(element) }
      if element.id == MatroskaID.segment {
        segment = element
        try readSegment(element)
        return
      }
    }
  }

  private mutating func readHeader(_ header: EBMLElement) throws(ByteError) {
    var elements = file.children(of: header)
    while let element = try elements.next() {
      if element.id == MatroskaID.docType { docType = try file.text(element) }
    }
  }

  private mutating func readSegment(_ segment: EBMLElement) throws(ByteError) {
    var seen: Set<UInt32> = []
    var elements = file.children(of: segment)
    while let element = try elements.next() {
      if element.id == MatroskaID.cluster {
        firstCluster = element
        break
      }
      if seen.insert(element.id).inserted { try readPart(element) }
    }
    // What stands behind the media is found by the index of parts.
    for id in [MatroskaID.info, MatroskaID.tracks, MatroskaID.tags] where !seen.contains(id) {
      guard let element = try part(id, of: segment) else { continue }
      try readPart(element)
    }
  }

  private func part(_ id: UInt32, of segment: EBMLElement) throws(ByteError) -> EBMLElement? {
    guard let offset = seek[id], offset > segment.contentStart, offset < segment.end else {
      return nil
    }
    var elements = file.elements(from: offset)
    guard let element = try elements.next(), element.id == id else { return nil }
    return element
  }

  private mutating func readPart(_ element: EBMLElement) throws(ByteError) {
    switch element.id {
    case MatroskaID.seekHead: try readSeekHead(element)
    case MatroskaID.info: try info.read(element, in: file)
    case MatroskaID.tracks: try readTracks(element)
    case MatroskaID.tags: try MatroskaTagReader(file).read(element, into: &tags)
    default: break
    }
  }

  private mutating func readSeekHead(_ head: EBMLElement) throws(ByteError) {
    guard let segment else { return }
    var entries = file.children(of: head)
    while let entry = try entries.next() {
      var id: UInt32?
      var position: Int64?
      var elements = file.children(of: entry)
      while let element = try elements.next() {
        if element.id == MatroskaID.seekID {
          id = try file.unsigned(element).flatMap(UInt32.init(exactly:))
        }
        if element.id == MatroskaID.seekPosition {
          position = try file.unsigned(element).flatMap(Int64.init(exactly:))
        }
      }
      guard let id, let position, position < file.source.count, seek[id] == nil else { continue }
      seek[id] = segment.contentStart + position
    }
  }

  private mutating func readTracks(_ element: EBMLElement) throws(ByteError) {
    var entries = file.children(of: element)
    while tracks.count < Self.maximumTracks, let entry = try entries.next() {
      guard entry.id == MatroskaID.trackEntry else { continue }
      tracks.append(try MatroskaTrackReader(file).read(entry))
    }
  }

  // MARK: Telling

  func summarize(into metadata: inout EmbeddedMetadata) throws {
    guard !tracks.isEmpty else {
      throw ReadFailure(
        code: .malformed, reason: "it lists no tracks; the recording may have been cut off",
        format: metadata.format)
    }
    let videos = tracks.filter { $0.type == 1 }
    guard let video = videos.first(where: \.isEnabled) ?? videos.first else {
      throw ContainerVerdict.audioOnly
    }
    if docType == "webm" { metadata.format = .webm }
    if docType == "matroska" { metadata.format = .matroska }
    metadata.codec = video.codec
    metadata.pixelSize = video.picture.size
    metadata.displaySize = video.picture.displaySize
    metadata.orientation = video.picture.orientation
    metadata.colorProfile = video.colour.name
    metadata.hdr = video.isDolbyVision ? "dolby-vision" : video.colour.hdr
    if metadata.hdr != nil { metadata.subtypes.insert(.hdr) }
    if video.picture.stereoMode > 0 { metadata.subtypes.insert(.spatial) }
    metadata.frameRate = video.frameRate
    metadata.hasAudio = tracks.contains { $0.type == 2 }
    metadata.duration = try info.length ?? measure()
    tags.apply(to: &metadata, clock: clock)
    metadata.annotations.title = info.title ?? metadata.annotations.title
    if let date = info.date, clock.allows(date), date.nanoseconds > 86_400_000_000_000 {
      metadata.captureTimes.append(
        CaptureTimeCandidate(source: .container, wallTime: date, offset: .utc))
    }
  }

  /// Measures a recording whose writer never came to note its length.
  private func measure() throws(ByteError) -> Duration? {
    guard let firstCluster, let segment else { return nil }
    let scan = ClusterScan(file, scale: info.timestampScale, tracks: tracks)
    do throws(ByteError) {
      return try scan.duration(
        from: firstCluster, in: segment, cues: try part(MatroskaID.cues, of: segment))
    } catch {
      if case .system = error { throw error }
      file.warn(MatroskaID.cluster, "the length cannot be measured")
      return nil
    }
  }
}
