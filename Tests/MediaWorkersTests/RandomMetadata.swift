import TestSupport
import MediaModel

extension SeededGenerator {
  /// A value in three of four cases.
  mutating func maybe<T>(_ make: (inout SeededGenerator) -> T) -> T? {
    Int.random(in: 0..<4, using: &self) == 0 ? nil : make(&self)
  }

  mutating func text() -> String {
    let alphabet: [Character] = ["a", "Z", "0", " ", "é", "日", "👩‍👩‍👧", "\0", "\n", "\u{202E}"]
    let count = Int.random(in: 0...Int.random(in: 0...60, using: &self), using: &self)
    return String((0..<count).map { _ in alphabet.randomElement(using: &self) ?? "a" })
  }

  mutating func number() -> Double { Double.random(in: -1e9...1e9, using: &self) }

  mutating func integer() -> Int {
    Int(truncatingIfNeeded: next()) >> Int.random(in: 0..<64, using: &self)
  }
}

extension EmbeddedMetadata {
  /// Metadata with any field set or not.
  init(from random: inout SeededGenerator) {
    self.init(format: MediaFormat.allCases.randomElement(using: &random) ?? .jpeg)
    codec = random.maybe { $0.text() }
    pixelSize = random.maybe { PixelSize(from: &$0) }
    orientation = Orientation.allCases.randomElement(using: &random) ?? .up
    displaySize = random.maybe { PixelSize(from: &$0) }
    duration = random.maybe { .milliseconds($0.integer() >> 24) + .nanoseconds($0.next() >> 40) }
    frameRate = random.maybe { $0.number() }
    captureFrameRate = random.maybe { $0.number() }
    hasAudio = random.maybe { Bool.random(using: &$0) }
    hdr = random.maybe { $0.text() }
    isAnimated = Bool.random(using: &random)
    captureTimes = random.list { CaptureTimeCandidate(from: &$0) }
    for field in [\Camera.make, \.model, \.serial, \.lensMake, \.lensModel, \.software] {
      camera[keyPath: field] = random.maybe { $0.text() }
    }
    exposure.iso = random.maybe { $0.integer() }
    exposure.fNumber = random.maybe { $0.number() }
    exposure.exposureTime = random.maybe { $0.number() }
    exposure.exposureBias = random.maybe { $0.number() }
    exposure.focalLength = random.maybe { $0.number() }
    exposure.focalLength35mm = random.maybe { $0.number() }
    exposure.flashFired = random.maybe { Bool.random(using: &$0) }
    exposure.whiteBalance = random.maybe { $0.text() }
    exposure.metering = random.maybe { $0.text() }
    location = random.maybe { random in
      Location(
        latitude: random.number(), longitude: random.number(),
        altitude: random.maybe { $0.number() }, direction: random.maybe { $0.number() })
    }
    annotations.rating = random.maybe { $0.integer() }
    annotations.keywords = random.list { $0.text() }
    for field in [\Annotations.label, \.title, \.caption, \.artist, \.copyright, \.place] {
      annotations[keyPath: field] = random.maybe { $0.text() }
    }
    colorProfile = random.maybe { $0.text() }
    burstID = random.maybe { $0.text() }
    contentID = random.maybe { $0.text() }
    subtypes = MediaSubtypes(rawValue: UInt32(truncatingIfNeeded: random.next()))
    warnings = random.list { MetadataWarning(tag: $0.text(), reason: $0.text()) }
  }
}

extension SeededGenerator {
  mutating func list<T>(_ make: (inout SeededGenerator) -> T) -> [T] {
    (0..<Int.random(in: 0...5, using: &self)).map { _ in make(&self) }
  }
}

extension PixelSize {
  init(from random: inout SeededGenerator) {
    self.init(
      width: Int.random(in: 0...Int(Int32.max), using: &random),
      height: Int.random(in: 1...10_000, using: &random))
  }
}

extension CaptureTimeCandidate {
  init(from random: inout SeededGenerator) {
    self.init(
      source: CaptureTimeSource.allCases.randomElement(using: &random) ?? .xmp,
      wallTime: WallTime(nanoseconds: Int64(bitPattern: random.next())),
      offset: random.maybe { UTCOffset(seconds: Int.random(in: -50_400...50_400, using: &$0)) }
        ?? nil,
      precision: TimePrecision.allCases.randomElement(using: &random) ?? .day)
  }
}

extension MetadataOutcome {
  /// Any outcome, most often a media file.
  init(from random: inout SeededGenerator) {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: self = .notMedia
    case 1:
      self = .failed(
        ReadFailure(
          code: ReadFailure.Code(rawValue: random.text()), reason: random.text(),
          format: random.maybe { MediaFormat.allCases.randomElement(using: &$0) } ?? nil))
    default:
      self = .media(
        EmbeddedMetadata(from: &random),
        FileStamp(
          size: Int64(random.integer()), modificationTime: Int64(random.integer()),
          changeTime: .min, inode: .max))
    }
  }
}
