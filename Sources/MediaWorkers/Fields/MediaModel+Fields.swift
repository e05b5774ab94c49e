internal import MediaModel

extension MediaFormat: FieldCoded {
  static var blank: MediaFormat { .jpeg }
}

extension Orientation: FieldCoded {
  static var blank: Orientation { .up }
}

extension MediaSubtypes: FieldCoded {
  static var blank: MediaSubtypes { [] }
}

extension CaptureTimeSource: FieldCoded {
  static var blank: CaptureTimeSource { .xmp }

  private static let all = Array(allCases)
  private static let places = Dictionary(uniqueKeysWithValues: zip(all, UInt8(0)...))

  /// Moves the place among all cases, a byte instead of a text of twenty.
  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.visit(&self, as: Self.places[self] ?? 0) {
      $0 < Self.all.count ? Self.all[Int($0)] : nil
    }
  }
}

extension TimePrecision: FieldCoded {
  static var blank: TimePrecision { .second }

  private static let all = Array(allCases)

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    let place = UInt8(Self.all.firstIndex(of: self) ?? 0)
    try fields.visit(&self, as: place) { $0 < Self.all.count ? Self.all[Int($0)] : nil }
  }
}

extension UTCOffset: FieldCoded {
  static var blank: UTCOffset { .utc }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.visit(&self, as: seconds) { UTCOffset(seconds: $0) }
  }
}

extension WallTime: FieldCoded {
  static var blank: WallTime { WallTime(nanoseconds: 0) }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    var bits = UInt64(bitPattern: nanoseconds)
    try fields.eightBytes(&bits)
    nanoseconds = Int64(bitPattern: bits)
  }
}

extension PixelSize: FieldCoded {
  static var blank: PixelSize { PixelSize(width: 1, height: 1) }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    // Nothing larger exists, and the area of what passes fits an Int.
    try fields.visit(&width, as: width) { $0 >> 31 == 0 ? $0 : nil }
    try fields.visit(&height, as: height) { $0 >> 31 == 0 ? $0 : nil }
  }
}

extension CaptureTimeCandidate: FieldCoded {
  static var blank: CaptureTimeCandidate {
    CaptureTimeCandidate(source: .blank, wallTime: .blank)
  }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.visit(&source)
    try fields.visit(&wallTime)
    try fields.visit(&offset)
    try fields.visit(&precision)
  }
}

extension MetadataWarning: FieldCoded {
  static var blank: MetadataWarning { MetadataWarning(tag: "", reason: "") }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.visit(&tag)
    try fields.visit(&reason)
  }
}

extension FileStamp: FieldCoded {
  static var blank: FileStamp {
    FileStamp(size: 0, modificationTime: 0, changeTime: 0, inode: 0)
  }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.visit(&size)
    try fields.visit(&modificationTime)
    try fields.visit(&changeTime)
    try fields.visit(&inode)
  }
}

extension ReadFailure.Code: FieldCoded {
  static var blank: ReadFailure.Code { .malformed }
}

extension ReadFailure: FieldCoded {
  static var blank: ReadFailure { ReadFailure(code: .blank, reason: "") }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.visit(&code)
    try fields.visit(&reason)
    try fields.visit(&format)
  }
}
