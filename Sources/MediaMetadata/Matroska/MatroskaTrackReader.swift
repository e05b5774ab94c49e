/// Reads a `TrackEntry` element.
struct MatroskaTrackReader {
  private let file: EBMLFile
  private var track = MatroskaTrack()

  /// Starts on a file.
  init(_ file: EBMLFile) { self.file = file }

  /// Reads all of the entry.
  consuming func read(_ entry: EBMLElement) throws(ByteError) -> MatroskaTrack {
    try readEntry(entry)
    return track
  }

  private mutating func readEntry(_ entry: EBMLElement) throws(ByteError) {
    var codec: String?
    var configuration: ByteReader?
    var elements = file.children(of: entry)
    while let element = try elements.next() {
      switch element.id {
      case MatroskaID.trackNumber: track.number = try file.unsigned(element) ?? 0
      case MatroskaID.trackType: track.type = try file.unsigned(element) ?? 0
      case MatroskaID.flagEnabled: track.isEnabled = try file.unsigned(element) != 0
      case MatroskaID.codec: codec = try file.text(element)
      case MatroskaID.codecPrivate:
        configuration = ByteReader(try file.bytes(element, upTo: 64))
      case MatroskaID.defaultDuration: track.defaultDuration = try file.unsigned(element)
      case MatroskaID.video: try readVideo(element)
      case MatroskaID.additionMapping: try readAddition(element)
      default: break
      }
    }
    track.codec = codec.flatMap { VideoCodec.name(matroska: $0, configuration: configuration) }
  }

  private mutating func readVideo(_ video: EBMLElement) throws(ByteError) {
    var elements = file.children(of: video)
    while let element = try elements.next() {
      switch element.id {
      case MatroskaID.pixelWidth: track.picture.width = try size(element)
      case MatroskaID.pixelHeight: track.picture.height = try size(element)
      case MatroskaID.cropTop: track.picture.crop.top = try size(element)
      case MatroskaID.cropBottom: track.picture.crop.bottom = try size(element)
      case MatroskaID.cropLeft: track.picture.crop.left = try size(element)
      case MatroskaID.cropRight: track.picture.crop.right = try size(element)
      case MatroskaID.displayWidth: track.picture.displayWidth = try size(element)
      case MatroskaID.displayHeight: track.picture.displayHeight = try size(element)
      case MatroskaID.displayUnit: track.picture.displayUnit = try file.unsigned(element) ?? 4
      case MatroskaID.stereoMode: track.picture.stereoMode = try file.unsigned(element) ?? 0
      case MatroskaID.colour: try readColour(element)
      case MatroskaID.projection: try readProjection(element)
      default: break
      }
    }
  }

  private func size(_ element: EBMLElement) throws(ByteError) -> Int {
    Int(clamping: min(try file.unsigned(element) ?? 0, 1 << 20))
  }

  private mutating func readColour(_ colour: EBMLElement) throws(ByteError) {
    var elements = file.children(of: colour)
    while let element = try elements.next() {
      switch element.id {
      case MatroskaID.transfer:
        track.colour.complete(transfer: try file.unsigned(element).flatMap(UInt16.init(exactly:)))
      case MatroskaID.primaries:
        track.colour.complete(primaries: try file.unsigned(element).flatMap(UInt16.init(exactly:)))
      default: break
      }
    }
  }

  private mutating func readProjection(_ projection: EBMLElement) throws(ByteError) {
    var (type, yaw, pitch, roll) = (UInt64(0), 0.0, 0.0, 0.0)
    var elements = file.children(of: projection)
    while let element = try elements.next() {
      switch element.id {
      case MatroskaID.projectionType: type = try file.unsigned(element) ?? 0
      case MatroskaID.yaw: yaw = try file.float(element) ?? 0
      case MatroskaID.pitch: pitch = try file.float(element) ?? 0
      case MatroskaID.roll: roll = try file.float(element) ?? 0
      default: break
      }
    }
    // Spheres and cubes are turned by the viewer, not by us.
    guard type == 0 else { return }
    track.picture.orientation = MatroskaTrack.orientation(yaw: yaw, pitch: pitch, roll: roll)
  }

  private mutating func readAddition(_ mapping: EBMLElement) throws(ByteError) {
    var elements = file.children(of: mapping)
    while let element = try elements.next() {
      guard element.id == MatroskaID.additionType, let type = try file.unsigned(element) else {
        continue
      }
      let name = FourCC(UInt32(clamping: type))
      if name == "dvcC" || name == "dvvC" || name == "dvwC" { track.isDolbyVision = true }
    }
  }
}
