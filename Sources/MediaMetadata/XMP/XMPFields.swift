internal import MediaModel

/// The values of XMP that the catalog keeps, gathered from one or more packets.
///
/// The first value of a property wins.
struct XMPFields: Hashable {
  /// Words and marks.
  private(set) var annotations = EmbeddedMetadata.Annotations()
  /// Camera and lens, for files without EXIF.
  private(set) var camera = EmbeddedMetadata.Camera()
  /// Sets by which a picture is more than a picture.
  private(set) var subtypes: MediaSubtypes = []
  private(set) var burstID: String?
  private(set) var hasGainMap = false
  private(set) var warnings: [MetadataWarning] = []
  /// Names the packet that continues this one.
  private(set) var extensionGUID: String?
  private var place = PlaceName()
  private var position = XMPPosition()
  private var original: CaptureTimeCandidate?
  private var created: CaptureTimeCandidate?
  private var digitized: CaptureTimeCandidate?

  /// Packets above this are passed over.
  private static let maximumPacket = 8 << 20

  /// Reads a packet; what cannot be read costs only itself.
  mutating func read(_ packet: ByteReader) {
    guard packet.count <= Self.maximumPacket else {
      warnings.append(MetadataWarning(tag: "xmp", reason: "packet above 8 MiB"))
      return
    }
    packet.withRemaining { bytes in
      if let converted = UnicodeTranscoding.utf8(fromWide: bytes) {
        converted.withUnsafeBytes { read(text: BorrowedBytes($0)) }
      } else {
        read(text: bytes)
      }
    }
  }

  private mutating func read(text: BorrowedBytes) {
    var packet = XMPPacket(text)
    if let values = XMPPlainValues(packet, in: text) {
      take(packet.properties, from: values)
    } else {
      packet.limitForToolkit()
      if !packet.pieces.isEmpty { readByToolkit(packet, text) }
    }
    if packet.isCut {
      warnings.append(
        MetadataWarning(tag: "xmp", reason: "a property is too long or nests too deep"))
    }
  }

  /// Reads a packet that is not plain, and has a property.
  mutating func readByToolkit(_ packet: XMPPacket, _ text: BorrowedBytes) {
    if let document = XMPDocument(packet.text(in: text)) {
      take(packet.properties, from: document)
      return
    }
    // One property spoils the others: then each is read alone.
    let count = packet.pieces.count
    var refused = 0
    for piece in 0..<count {
      if count > 1, let document = XMPDocument(packet.text(of: piece, in: text)) {
        take(packet.properties, from: document)
      } else {
        refused += 1
      }
    }
    if refused > 0 {
      warnings.append(
        MetadataWarning(tag: "xmp", reason: "\(refused) of \(count) properties are malformed"))
    }
  }

  private mutating func take<Source: XMPPropertySource & ~Copyable>(
    _ properties: XMPPropertySet, from source: borrowing Source
  ) {
    for property in XMPProperty.allCases where properties.contains(property) {
      take(property, from: source)
    }
  }

  private mutating func take<Source: XMPPropertySource & ~Copyable>(
    _ property: XMPProperty, from source: borrowing Source
  ) {
    switch property {
    case .title: annotations.title = annotations.title ?? source.localizedText(property)
    case .description:
      annotations.caption = annotations.caption ?? source.localizedText(property)
    case .rights:
      annotations.copyright = annotations.copyright ?? source.localizedText(property)
    case .subject:
      if annotations.keywords.isEmpty { annotations.keywords = source.list(property).unique }
    case .creator:
      let names = source.list(property)
      if annotations.artist == nil, !names.isEmpty {
        annotations.artist = names.joined(separator: "; ")
      }
    default:
      if let text = source.text(property) { take(property, text) }
    }
  }

  private mutating func take(_ property: XMPProperty, _ text: String) {
    switch property {
    case .dateTimeOriginal: original = original ?? date(text, property, as: .xmp)
    case .dateCreated: created = created ?? date(text, property, as: .xmp)
    case .createDate: digitized = digitized ?? date(text, property, as: .xmpCreateDate)
    case .rating: takeRating(text)
    case .label: annotations.label = annotations.label ?? text
    case .location: place.location = place.location ?? text
    case .city: place.city = place.city ?? text
    case .state: place.state = place.state ?? text
    case .country: place.country = place.country ?? text
    case .make: camera.make = camera.make ?? text
    case .model: camera.model = camera.model ?? text
    case .lensModel, .lens: camera.lensModel = camera.lensModel ?? text
    case .extensionGUID: extensionGUID = extensionGUID ?? text
    case .latitude, .latitudeRef, .longitude, .longitudeRef, .altitude, .altitudeRef, .direction:
      if !position.take(property, text) { drop(property, text) }
    default: takeKind(property, text)
    }
  }

  private mutating func takeKind(_ property: XMPProperty, _ text: String) {
    switch property {
    case .projection, .panoramaWidth: subtypes.insert(.panorama)
    case .motionPhoto, .microVideo: if text == "1" { subtypes.insert(.livePhoto) }
    case .burstID: burstID = burstID ?? text
    case .depthNear: subtypes.insert(.depth)
    case .gainMapVersion: hasGainMap = true
    default: break
    }
  }

  private mutating func date(
    _ text: String, _ property: XMPProperty, as source: CaptureTimeSource
  ) -> CaptureTimeCandidate? {
    switch EXIFDateText.read(text) {
    case .unknown: break
    case .impossible: drop(property, text)
    case .date(let date):
      return CaptureTimeCandidate(
        source: source, wallTime: date.wallTime, offset: date.offset, precision: date.precision)
    }
    return nil
  }

  /// Takes a rating of −1 (rejected) to 5; programs write fractions too.
  private mutating func takeRating(_ text: String) {
    guard annotations.rating == nil else { return }
    if let number = Double(text), number >= -1, number <= 5 {
      annotations.rating = Int(number.rounded(.down))
    } else {
      drop(.rating, text)
    }
  }

  private mutating func drop(_ property: XMPProperty, _ text: String) {
    warnings.append(
      MetadataWarning(tag: property.tag, reason: "impossible value '\(text.prefix(40))'"))
  }

  // MARK: What was gathered

  /// All dates as candidates, the best first.
  var captureTimes: [CaptureTimeCandidate] { [original, created, digitized].compactMap { $0 } }

  /// The place in numbers.
  var location: EmbeddedMetadata.Location? { position.location }

  /// Words and marks, with the names of the place.
  var words: EmbeddedMetadata.Annotations {
    var words = annotations
    words.place = place.text
    return words
  }
}

extension [String] {
  /// Each text once, in order.
  var unique: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
