public import MediaModel

/// What a picker must know of an item to say whether it can be selected; no file is opened for it.
public struct ItemFacts: Identifiable, Hashable, Sendable {
  /// Which item.
  public var id: PickerItemID
  /// Image or video; `nil` for anything else.
  public var type: MediaType?
  /// The media type of RFC 6838.
  public var mime: String
  /// Bytes, `nil` when its source cannot tell.
  public var byteCount: Int64?
  /// Pixels as shown.
  public var displaySize: PixelSize?
  /// Length of a video or an animation.
  public var duration: Duration?
  /// Capture time.
  public var taken: WallTime?
  /// Whether its bytes can be had.
  public var availability: Availability
  /// Grows with each change of the bytes; 0 for what is not in the catalog.
  public var revision: Int64
  /// XXH3-128 of its bytes, 32 lower-case hexadecimal digits; `nil` when nobody computed it, or no
  /// rule for duplicates asks.
  public var digest: String?
  /// What finds pictures that look like it; `nil` when nobody looked, or no rule asks.
  public var look: PerceptualHash?
  /// Albums that it is in, of those that a quota names.
  public var albums: Set<Int64>

  /// Whether an item's bytes can be had.
  public enum Availability: String, Hashable, Sendable, Codable, CaseIterable {
    /// They can be read.
    case ok
    /// The file could not be read.
    case unreadable
    /// The file is gone.
    case missing
    /// The disk is not there.
    case offline
  }

  /// Makes facts.
  public init(
    id: PickerItemID, type: MediaType?, mime: String = "application/octet-stream",
    byteCount: Int64? = nil, displaySize: PixelSize? = nil, duration: Duration? = nil,
    taken: WallTime? = nil, availability: Availability = .ok, revision: Int64 = 0,
    digest: String? = nil, look: PerceptualHash? = nil, albums: Set<Int64> = []
  ) {
    self.id = id
    self.type = type
    self.mime = mime
    self.byteCount = byteCount
    self.displaySize = displaySize
    self.duration = duration
    self.taken = taken
    self.availability = availability
    self.revision = revision
    self.digest = digest
    self.look = look
    self.albums = albums
  }

  /// Pixels in all, `nil` when the size is not known.
  public var pixelCount: Int? {
    displaySize.flatMap { size in
      let (count, overflow) = size.width.multipliedReportingOverflow(by: size.height)
      return overflow ? nil : count
    }
  }
}
