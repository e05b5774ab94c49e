internal import MediaModel

/// The values of an IPTC record that the catalog keeps.
///
/// - Note: Source: IPTC-NAA Information Interchange Model, version 4.2, §1.5 (data sets), §6.
struct IPTCFields {
  private(set) var annotations = EmbeddedMetadata.Annotations()
  private(set) var warnings: [MetadataWarning] = []
  private var artists: [String] = []
  private var place = PlaceName()
  private var date: String?
  private var time: String?

  /// Data sets that are read; agencies write hundreds of keywords.
  private static let maximumDataSets = 8_192

  /// Reads a record; damage ends it.
  mutating func read(_ record: ByteReader) {
    var record = record
    for _ in 0..<Self.maximumDataSets {
      guard let dataSet = try? Self.next(in: &record) else { break }
      // Of the envelope only the character set would matter, and UTF-8 shows itself.
      if dataSet.record == 2, let text = dataSet.content.withRemaining(MetadataText.clean) {
        take(dataSet.number, text)
      }
    }
    annotations.keywords = annotations.keywords.unique
  }

  /// Reads one data set: a marker, record, number, and a length that may have a length of its own.
  private static func next(
    in record: inout ByteReader
  ) throws(ByteError) -> (record: UInt8, number: UInt8, content: ByteReader) {
    guard try record.read(UInt8.self) == 0x1C else { throw .outOfBounds }
    let kind = try record.read(UInt8.self)
    let number = try record.read(UInt8.self)
    var count = Int(try record.read(UInt16.self))
    if count & 0x8000 != 0 {
      let digits = count & 0x7FFF
      guard digits <= 4 else { throw .outOfBounds }
      count = 0
      for _ in 0..<digits { count = count << 8 | Int(try record.read(UInt8.self)) }
    }
    return (kind, number, try record.slice(count))
  }

  private mutating func take(_ number: UInt8, _ text: String) {
    switch number {
    case 5: annotations.title = annotations.title ?? text
    case 25: annotations.keywords.append(text)
    case 55: date = date ?? text
    case 60: time = time ?? text
    case 80: artists.append(text)
    case 90: place.city = place.city ?? text
    case 92: place.location = place.location ?? text
    case 95: place.state = place.state ?? text
    case 101: place.country = place.country ?? text
    case 116: annotations.copyright = annotations.copyright ?? text
    case 120: annotations.caption = annotations.caption ?? text
    default: break
    }
  }

  // MARK: What was gathered

  /// Words, with the names of the place.
  var words: EmbeddedMetadata.Annotations {
    var words = annotations
    words.artist = artists.isEmpty ? nil : artists.unique.joined(separator: "; ")
    words.place = place.text
    return words
  }
}

extension IPTCFields {
  /// The date of creation; a date without a time is a day.
  ///
  /// The date is `CCYYMMDD`, in which unknown months and days are zeros; the time is
  /// `HHMMSS±HHMM`. An impossible time costs only the time.
  mutating func captureTime() -> CaptureTimeCandidate? {
    guard var day = date else { return nil }
    while day.utf8.count > 4, day.hasSuffix("00") { day.removeLast(2) }
    if day.utf8.count == 6 { day.insert("-", at: day.index(day.startIndex, offsetBy: 4)) }
    if let time {
      if case .date(let found) = EXIFDateText.read("\(day) \(time)") {
        return candidate(found)
      }
      warnings.append(
        MetadataWarning(tag: "iptc:TimeCreated", reason: "impossible value '\(time)'"))
    }
    switch EXIFDateText.read(day) {
    case .unknown: return nil
    case .date(let found): return candidate(found)
    case .impossible:
      warnings.append(MetadataWarning(tag: "iptc:DateCreated", reason: "impossible value '\(day)'"))
      return nil
    }
  }

  private func candidate(_ date: EXIFDateText) -> CaptureTimeCandidate {
    CaptureTimeCandidate(
      source: .iptc, wallTime: date.wallTime, offset: date.offset, precision: date.precision)
  }
}
