internal import MediaCatalog

/// Which items count as one, so that only one of them can be selected; behaviours G-01, G-06.
///
/// Whichever of them is selected first stays; another one is refused with its reason, and can be
/// selected when the first is deselected. Only what the catalog knows already counts, for a picker
/// opens no file: bytes are equal where `mediacat duplicates` has compared them, and pictures look
/// alike where both have thumbnails. What is not known is nobody's duplicate;
/// ``Selection/uncompared(by:)`` names it.
public struct DuplicateRule: Hashable, Sendable {
  /// Whether files of equal bytes count as one.
  public var countsEqualBytes: Bool
  /// Bits of their hashes in which pictures may differ to count as one, 0…16; `nil` when looks do not
  /// count.
  public var lookAlikeDistance: Int?

  /// Makes a rule; without arguments all items may be selected together.
  public init(countsEqualBytes: Bool = false, lookAlikeDistance: Int? = nil) {
    self.countsEqualBytes = countsEqualBytes
    self.lookAlikeDistance = lookAlikeDistance
  }

  /// One of each group of files with equal bytes.
  public static let onePerGroup = DuplicateRule(countsEqualBytes: true)

  /// One of each group of files with equal bytes, and of pictures that look alike.
  public static let onePerLook = DuplicateRule(
    countsEqualBytes: true, lookAlikeDistance: Catalog.lookAlikeDistance)

  /// True when all items may be selected together.
  public var isOff: Bool { !countsEqualBytes && lookAlikeDistance == nil }

  /// Checks what the types cannot say.
  ///
  /// - Throws: ``PickerError`` `invalid` that names the bits.
  func validate() throws(PickerError) {
    let most = Catalog.maximumLookAlikeDistance
    guard let lookAlikeDistance, !(0...most).contains(lookAlikeDistance) else { return }
    throw PickerError(
      code: .invalid,
      reason: "alike is a number of bits from 0 to \(most), not \(lookAlikeDistance)")
  }
}

extension DuplicateRule: Codable {
  private enum Key: String, CodingKey { case equal, alike }

  /// Reads what ``encode(to:)`` writes; missing fields count nothing as one.
  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: Key.self)
    try container.read(.equal, into: &countsEqualBytes)
    lookAlikeDistance = try container.decodeIfPresent(Int.self, forKey: .alike)
  }

  /// Writes `equal`, and `alike` as a number of bits, without what does not count.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    if countsEqualBytes { try container.encode(true, forKey: .equal) }
    try container.encodeIfPresent(lookAlikeDistance, forKey: .alike)
  }
}
