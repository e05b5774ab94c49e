internal import MediaModel

extension EXIFFields {
  /// Takes a date, its fraction or its offset; each stands for itself.
  mutating func takeTime(_ tag: UInt16, _ value: EXIFValue) {
    switch tag {
    case 0x9003: Self.readDate(value, "exif:DateTimeOriginal", into: &original, &warnings)
    case 0x9004: Self.readDate(value, "exif:DateTimeDigitized", into: &digitized, &warnings)
    case 0x0132: Self.readDate(value, "exif:DateTime", into: &modified, &warnings)
    case 0x9291: Self.readFraction(value, into: &original)
    case 0x9292: Self.readFraction(value, into: &digitized)
    case 0x9290: Self.readFraction(value, into: &modified)
    case 0x9011: Self.readOffset(value, "exif:OffsetTimeOriginal", into: &original, &warnings)
    case 0x9012: Self.readOffset(value, "exif:OffsetTimeDigitized", into: &digitized, &warnings)
    case 0x9010: Self.readOffset(value, "exif:OffsetTime", into: &modified, &warnings)
    default: break
    }
  }

  private static func readDate(
    _ value: EXIFValue, _ tag: String, into time: inout EXIFTime,
    _ warnings: inout [MetadataWarning]
  ) {
    guard time.date == nil, value.isText else { return }
    switch EXIFDateText.read(value.bytes) {
    case .unknown: break
    case .impossible: warnings.append(.impossible(tag, value))
    case .date(let date): time.date = date
    }
  }

  /// Reads a fraction of a second: `006` is 6 ms, `7` is 700 ms; anything else is none.
  private static func readFraction(_ value: EXIFValue, into time: inout EXIFTime) {
    guard time.fraction == nil, value.isText else { return }
    var cursor = TextCursor(value.bytes)
    cursor.skipBlanks()
    guard let fraction = cursor.fraction() else { return }
    cursor.skipBlanks()
    if cursor.isAtEnd { time.fraction = fraction }
  }

  private static func readOffset(
    _ value: EXIFValue, _ tag: String, into time: inout EXIFTime,
    _ warnings: inout [MetadataWarning]
  ) {
    guard time.offset == nil, value.isText else { return }
    time.offset = plainOffset(value.bytes)
    guard time.offset == nil, let text = value.text,
      !text.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x3A })
    else { return }
    time.offset = UTCOffset(parsing: text)
    if time.offset == nil { warnings.append(.impossible(tag, value)) }
  }

  /// `+02:00`, without making a text of it: nearly all offsets look so.
  private static func plainOffset(_ bytes: BorrowedBytes) -> UTCOffset? {
    var cursor = TextCursor(bytes)
    guard let sign = cursor.take(anyOf: "+-"), let hours = cursor.number(upTo: 2),
      hours.digits == 2, cursor.take(anyOf: ":") != nil, let minutes = cursor.number(upTo: 2),
      minutes.digits == 2, minutes.value < 60, cursor.isAtEnd
    else { return nil }
    let seconds = hours.value * 3_600 + minutes.value * 60
    return UTCOffset(seconds: sign == 0x2B ? seconds : -seconds)
  }

  /// All dates as candidates.
  var captureTimes: [CaptureTimeCandidate] {
    var candidates: [CaptureTimeCandidate] = []
    candidates.reserveCapacity(4)
    append(original, as: .exifOriginal, to: &candidates)
    append(digitized, as: .exifDigitized, to: &candidates)
    append(modified, as: .exifDateTime, to: &candidates)
    if let time = gps.time { candidates.append(time) }
    return candidates
  }

  /// Joins a date with its fraction and its offset.
  ///
  /// `OffsetTime` belongs to `DateTime`; another date borrows it only when it is the same moment.
  private func append(
    _ time: EXIFTime, as source: CaptureTimeSource, to candidates: inout [CaptureTimeCandidate]
  ) {
    guard let date = time.date else { return }
    var candidate = CaptureTimeCandidate(
      source: source, wallTime: date.wallTime, offset: time.offset ?? date.offset,
      precision: date.precision)
    if date.hasSeconds, let fraction = time.fraction {
      // The tag made for it goes before a fraction inside the date.
      let seconds = date.wallTime.nanoseconds - Int64(date.wallTime.fields.nanosecond)
      candidate.wallTime.nanoseconds = seconds + Int64(fraction)
      candidate.precision = .subsecond
    }
    if candidate.offset == nil, date.hasSeconds, date == modified.date {
      candidate.offset = modified.offset
    }
    candidates.append(candidate)
  }
}
