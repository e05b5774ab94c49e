/// Where a capture time comes from.
///
/// The raw value is the stable text of the field `taken_source`.
public enum CaptureTimeSource: String, Hashable, Sendable, CaseIterable {
  case user
  case xmpSidecar = "xmp-sidecar"
  case exifOriginal = "exif:DateTimeOriginal"
  case quickTimeCreationDate = "quicktime:creationdate"
  case xmp
  case iptc
  case exifDigitized = "exif:DateTimeDigitized"
  case xmpCreateDate = "xmp:CreateDate"
  case takeout
  case container
  case name
  case exifDateTime = "exif:DateTime"
  case gps
  case folder
  case modificationTime = "mtime"
}

/// How much of a capture time was written.
///
/// The raw value is the stable text of the field `taken_precision`.
public enum TimePrecision: String, Hashable, Sendable, CaseIterable {
  case subsecond, second, minute, day, month, year
}

/// One date found in or about a file, before any is chosen.
public struct CaptureTimeCandidate: Hashable, Sendable {
  /// Where it was found.
  public var source: CaptureTimeSource
  /// The wall time.
  ///
  /// For an instant known only in UTC it is the UTC reading and `offset` is zero.
  public var wallTime: WallTime
  /// The offset written with it.
  public var offset: UTCOffset?
  /// How much of it was written.
  public var precision: TimePrecision

  /// Makes a candidate.
  public init(
    source: CaptureTimeSource, wallTime: WallTime, offset: UTCOffset? = nil,
    precision: TimePrecision = .second
  ) {
    self.source = source
    self.wallTime = wallTime
    self.offset = offset
    self.precision = precision
  }
}

/// How sure a chosen capture time is.
public enum CaptureTimeConfidence: UInt8, Hashable, Sendable {
  /// Written by the camera or a person.
  case high = 3
  /// Derived from a name, a container clock or a place.
  case medium = 2
  /// A file time, a folder name, or a value cameras show after a battery change.
  case low = 1
}

/// The capture time chosen for a media item, with the reason and what came second.
public struct CaptureTime: Hashable, Sendable {
  /// The winner.
  public var chosen: CaptureTimeCandidate
  /// How sure it is.
  public var confidence: CaptureTimeConfidence
  /// The next in order, if there was one.
  public var runnerUp: CaptureTimeCandidate?

  /// Makes a decision.
  public init(
    chosen: CaptureTimeCandidate, confidence: CaptureTimeConfidence,
    runnerUp: CaptureTimeCandidate? = nil
  ) {
    self.chosen = chosen
    self.confidence = confidence
    self.runnerUp = runnerUp
  }
}
