internal import MediaModel

/// Reads an ISO base media file: MP4, MOV, 3GP, HEIF, AVIF, CR3.
///
/// Media data is never read; `moov` may stand before or after it.
///
/// - Parameters:
///   - source: The file.
///   - format: What sniffing found; it tells whether a picture or a movie is asked for.
///   - metadata: Receives what the file says.
/// - Returns: Where XMP packets lie, the best first.
/// - Throws: ``ContainerVerdict`` for a movie without pictures, `ReadFailure` when nothing useful
///   is left, ``ByteError`` when the system refuses to read.
@discardableResult
func readISOBMFF(
  _ source: ByteSource, format: MediaFormat, into metadata: inout EmbeddedMetadata
) throws -> [FileRange] {
  try readISOBMFF(source, format: format, clock: MovieClock(), into: &metadata)
}

/// Reads with a clock of the caller's choice.
@discardableResult
func readISOBMFF(
  _ source: ByteSource, format: MediaFormat, clock: MovieClock,
  into metadata: inout EmbeddedMetadata
) throws -> [FileRange] {
  var reader = ISOBMFFReader(source, format: format, clock: clock)
  defer { metadata.warnings += reader.warnings }
  do throws(ByteError) {
    try reader.readBoxes()
  } catch {
    // What was found before stands.
    try reader.file.note(error, in: "file")
  }
  if format.type == .image {
    try reader.summarizeImage(into: &metadata)
  } else {
    try reader.summarizeVideo(into: &metadata)
  }
  try reader.readXMP(into: &metadata)
  return reader.xmpPackets
}

/// Walks the top level of one file and keeps what it finds.
struct ISOBMFFReader {
  let file: BoxFile
  let format: MediaFormat
  let clock: MovieClock
  /// Words, camera and place.
  private(set) var tags = MovieTags()
  private(set) var movie: Movie?
  private(set) var picture: HEIFReader?
  /// Length of a fragmented movie beyond what its headers say.
  private(set) var fragments: FragmentMeasure?
  /// Where XMP packets lie.
  private(set) var xmpPackets: [FileRange] = []
  private(set) var exifBlocks: [ByteReader] = []
  /// True when a still carries the clip of a Motion Photo.
  private(set) var hasMotion = false
  private var indexedDuration: Duration?

  /// XMP packets that are read.
  private static let maximumPackets = 8
  /// Bytes of one XMP packet.
  private static let maximumPacket: Int64 = 4 << 20

  init(_ source: ByteSource, format: MediaFormat, clock: MovieClock) {
    self.file = BoxFile(source)
    self.format = format
    self.clock = clock
  }

  var warnings: [MetadataWarning] { file.warnings }

  /// Reads all boxes of the top level that matter.
  mutating func readBoxes() throws(ByteError) {
    var boxes = file.boxes()
    while let box = try boxes.next() {
      switch box.type {
      case "moov":
        if movie == nil {
          let (found, words) = try MovieReader(file, tags: tags).read(box)
          movie = found
          tags = words
          exifBlocks += found.exifBlocks
          xmpPackets += words.xmpPackets
        }
      case "meta":
        if format.type == .video {
          try ItemListReader(file).read(box, into: &tags)
        } else if picture == nil {
          let found = try HEIFReader(box, in: file)
          if found.hasItems {
            picture = found
            xmpPackets += try found.xmpPackets()
          }
        }
      case "uuid": try readUUID(box)
      case "mpvd": hasMotion = true
      case "sidx":
        if indexedDuration == nil { indexedDuration = try FragmentIndex.duration(box, in: file) }
      case "moof":
        if movie?.isFragmented == true, fragments == nil {
          try measureFragments(from: box)
          return
        }
      default: break
      }
    }
    if fragments == nil { fragments = FragmentMeasure(duration: indexedDuration) }
  }

  /// Reads the XMP packets, after all that the container itself says.
  func readXMP(into metadata: inout EmbeddedMetadata) throws(ByteError) {
    var blocks = MetadataBlocks()
    for range in xmpPackets.prefix(Self.maximumPackets) {
      guard range.count <= Self.maximumPacket else { continue }
      do throws(ByteError) {
        blocks.xmp.append(try file.source.reader(at: range.offset, count: Int(range.count)))
      } catch {
        try file.note(error, in: "XMP_")
      }
    }
    blocks.read(into: &metadata)
  }

  private mutating func readUUID(_ box: Box) throws(ByteError) {
    switch try BoxUUID(box, in: file) {
    case .xmp? where xmpPackets.count < 8:
      xmpPackets.append(FileRange(offset: box.contentStart + 16, count: box.contentCount - 16))
    case .exif? where exifBlocks.count < 8:
      try file.read(box, upTo: ByteSource.maximumRead) { reader throws(ByteError) in
        try reader.skip(16)
        exifBlocks.append(try reader.slice(reader.remaining))
      }
    default: break
    }
  }

  /// Measures from the first `moof` box on, unless the headers or an index know better.
  private mutating func measureFragments(from first: Box) throws(ByteError) {
    guard let movie else { return }
    var scan = FragmentScan(file, movie: movie)
    guard try scan.add(first) else { return }
    var measure = FragmentMeasure(
      duration: movie.promisedDuration ?? indexedDuration,
      frameRate: movie.videoTrack.flatMap(scan.frameRate))
    defer { fragments = measure }
    if measure.duration != nil { return }
    var boxes = file.boxes(from: first.end)
    while let box = try boxes.next() {
      if box.type == "uuid" { try readUUID(box) }
      guard box.type == "moof" else { continue }
      guard try scan.add(box) else { break }
      if scan.isTired, let last = try FragmentIndex.lastFragments(in: file), last > box.start {
        scan.jump()
        boxes = file.boxes(from: last)
      }
    }
    // A part of the fragments is no length.
    measure.duration = boxes.wasCutShort ? nil : scan.duration
    measure.frameRate = movie.videoTrack.flatMap(scan.frameRate)
  }
}

/// What the fragments of a movie tell.
struct FragmentMeasure {
  /// The length of the whole; `nil` when unknown.
  var duration: Duration?
  /// Frames a second of the video track.
  var frameRate: Double?
}
