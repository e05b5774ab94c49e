internal import MediaModel

/// The EXIF block of a rendition: what is known of the picture, written anew.
///
/// The original's block is not copied. It may be damaged or hostile, its orientation and its small
/// picture no longer fit, maker notes break when they are moved, and half of all formats have none.
/// So the same fields survive from HEIC, raw files, XMP and all else: dates with offsets, camera,
/// lens, exposure, place, and words.
///
/// - Note: Source: Exif 2.32 (CIPA DC-008) §4; TIFF 6.0 §2.
struct EXIFBlock {
  private var main = EXIFDirectory()
  private var details = EXIFDirectory()
  private var place = EXIFDirectory()

  /// Collects the fields of an upright sRGB picture.
  init(_ metadata: EmbeddedMetadata, size: PixelSize) {
    main.short(0x0112, 1)
    // What the standard wants of every block: no resolution, no subsampling offset.
    main.rational(0x011A, 72, over: 1)
    main.rational(0x011B, 72, over: 1)
    main.short(0x0128, 2)
    main.short(0x0213, 1)
    details.bytes(0x9101, [1, 2, 3, 0])
    details.bytes(0xA000, Array("0100".utf8))
    main.text(0x010E, metadata.annotations.caption)
    main.text(0x010F, metadata.camera.make)
    main.text(0x0110, metadata.camera.model)
    main.text(0x0131, metadata.camera.software)
    main.text(0x013B, metadata.annotations.artist)
    main.text(0x8298, metadata.annotations.copyright)
    if let rating = metadata.annotations.rating, rating >= 0 { main.short(0x4746, rating) }
    details.bytes(0x9000, Array("0232".utf8))
    details.short(0xA001, 1)
    details.long(0xA002, size.width)
    details.long(0xA003, size.height)
    details.text(0xA431, metadata.camera.serial)
    details.text(0xA433, metadata.camera.lensMake)
    details.text(0xA434, metadata.camera.lensModel)
    add(metadata.exposure)
    add(metadata.captureTimes)
    if let location = metadata.location { add(location) }
  }

  private mutating func add(_ exposure: EmbeddedMetadata.Exposure) {
    if let iso = exposure.iso { details.short(0x8827, min(iso, 65_535)) }
    if let number = exposure.fNumber { details.rational(0x829D, number, over: 100) }
    if let time = exposure.exposureTime { details.exposureTime(0x829A, time) }
    if let bias = exposure.exposureBias { details.signedRational(0x9204, bias, over: 1_000) }
    if let length = exposure.focalLength { details.rational(0x920A, length, over: 1_000) }
    if let length = exposure.focalLength35mm { details.short(0xA405, Int(length.rounded())) }
    if let fired = exposure.flashFired { details.short(0x9209, fired ? 1 : 0) }
    if let balance = exposure.whiteBalance { details.short(0xA403, balance == "manual" ? 1 : 0) }
    let meterings = ["average", "center", "spot", "multi-spot", "pattern", "partial"]
    if let metering = exposure.metering {
      details.short(0x9207, meterings.firstIndex(of: metering).map { $0 + 1 } ?? 255)
    }
  }

  /// Dates outside the picture's own block, as of XMP, count as the date of taking.
  private mutating func add(_ times: [CaptureTimeCandidate]) {
    let order = CaptureTimeSource.allCases
    let others: Set<CaptureTimeSource> = [.exifDateTime, .gps, .name, .folder, .modificationTime]
    let taken = times.filter { !others.contains($0.source) }
      .min { order.firstIndex(of: $0.source) ?? 0 < order.firstIndex(of: $1.source) ?? 0 }
    if let taken { add(taken, date: 0x9003, offset: 0x9011, fraction: 0x9291) }
    for time in times {
      switch time.source {
      case .exifDigitized: add(time, date: 0x9004, offset: 0x9012, fraction: 0x9292)
      case .exifDateTime: add(time, date: 0x0132, offset: 0x9010, fraction: 0x9290)
      default: break
      }
    }
  }

  private mutating func add(
    _ time: CaptureTimeCandidate, date: UInt16, offset: UInt16, fraction: UInt16
  ) {
    let fields = time.wallTime.fields
    // What was not written is blank, as §4.6.5 has it.
    let written: Int =
      switch time.precision {
      case .year: 1
      case .month: 2
      case .day: 3
      case .minute: 5
      case .second, .subsecond: 6
      }
    let numbers = [fields.month, fields.day, fields.hour, fields.minute, fields.second]
    let parts = numbers.enumerated().map { $0.offset + 1 < written ? $0.element.padded(2) : "  " }
    let text =
      "\(fields.year.padded(4)):\(parts[0]):\(parts[1]) \(parts[2]):\(parts[3]):\(parts[4])"
    if date == 0x0132 { main.text(date, text) } else { details.text(date, text) }
    if time.precision == .subsecond {
      details.text(fraction, (fields.nanosecond / 1_000_000).padded(3))
    }
    if let zone = time.offset { details.text(offset, "\(zone)") }
  }

  private mutating func add(_ location: EmbeddedMetadata.Location) {
    place.bytes(0, [2, 3, 0, 0], type: .byte)
    place.text(1, location.latitude < 0 ? "S" : "N")
    place.angle(2, abs(location.latitude))
    place.text(3, location.longitude < 0 ? "W" : "E")
    place.angle(4, abs(location.longitude))
    if let altitude = location.altitude {
      place.bytes(5, [altitude < 0 ? 1 : 0], type: .byte)
      place.rational(6, abs(altitude), over: 1_000)
    }
    if let direction = location.direction {
      place.text(0x10, "T")
      place.rational(0x11, direction, over: 100)
    }
  }

  /// The block from its TIFF header on, big-endian.
  var bytes: [UInt8] {
    var main = main
    let start = 8
    // Pointers have the same size whatever they point to.
    main.long(0x8769, 0)
    if !place.isEmpty { main.long(0x8825, 0) }
    let detailsStart = start + main.byteCount
    main.long(0x8769, detailsStart)
    if !place.isEmpty { main.long(0x8825, detailsStart + details.byteCount) }
    return Array("MM".utf8) + [0, 42, 0, 0, 0, UInt8(start)] + main.encoded(at: start)
      + details.encoded(at: detailsStart)
      + (place.isEmpty ? [] : place.encoded(at: detailsStart + details.byteCount))
  }

  /// A JPEG file with this block behind its JFIF segment.
  func inserted(into file: [UInt8]) -> [UInt8] {
    let content = Array("Exif\0\0".utf8) + bytes
    guard file.count > 6, content.count + 2 <= 0xFFFF else { return file }
    let hasJFIF = file[2] == 0xFF && file[3] == 0xE0
    let place = hasJFIF ? min(4 + (Int(file[4]) << 8 | Int(file[5])), file.count) : 2
    let count = content.count + 2
    return file[..<place] + [0xFF, 0xE1, UInt8(count >> 8), UInt8(count & 0xFF)] + content
      + file[place...]
  }
}

extension Int {
  /// The number with zeros in front.
  fileprivate func padded(_ count: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, count - digits.utf8.count)) + digits
  }
}
