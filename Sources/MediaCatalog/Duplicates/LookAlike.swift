package import MediaModel
internal import SQLiteDatabase

/// What look-alikes are found by.
package struct LookAlike: Hashable, Sendable {
  var item: Int64
  var hash: PerceptualHash
  var type: Int64
  /// Width by height as shown, `nil` when unknown.
  var aspect: Double?
  /// Nanoseconds.
  var duration: Int64?
  var area: Int64
  var size: Int64
  var taken: Int64

  /// How far aspect ratios may be apart, as a part of the ratio: small pictures are rounded.
  static let aspectTolerance = 0.03
  /// How far durations may be apart: this, or a fiftieth.
  static let durationTolerance: Int64 = 1_000_000_000

  /// True when the other item may be the same picture, turned by so many quarters, but for its hash.
  func agrees(with other: LookAlike, turnedBy quarters: Int) -> Bool {
    guard type == other.type else { return false }
    if let aspect, let otherAspect = other.aspect {
      let turned = quarters % 2 == 0 ? aspect : 1 / aspect
      let (low, high) = (min(turned, otherAspect), max(turned, otherAspect))
      if high > low * (1 + Self.aspectTolerance) { return false }
    }
    if let duration, let otherDuration = other.duration {
      let difference = duration.subtractingReportingOverflow(otherDuration).partialValue.magnitude
      let allowed = max(Self.durationTolerance, max(duration, otherDuration) / 50)
      if difference > allowed.magnitude { return false }
    }
    return true
  }

  /// True when it is the better one to keep: more pixels, more bytes, known for longer.
  func isBetter(than other: LookAlike) -> Bool {
    (other.area, other.size, item) < (area, size, other.item)
  }

  static let columns =
    "w.hash, w.detail, w.version, m.type, m.display_width, m.display_height, m.duration, m.size,"
    + " m.taken, m.id"
  static let tables: MediaTables = .look

  /// Reads the columns, `nil` when nobody has learned yet what the item looks like.
  init?(_ row: borrowing RowCursor, from first: Int32) {
    guard !row.isNull(first), row.int64(first + 2) == PictureLook.version else { return nil }
    hash = PerceptualHash(
      bits: UInt64(bitPattern: row.int64(first)), detail: UInt8(clamping: row.int64(first + 1)))
    type = row.int64(first + 3)
    let (width, height) = (row.int64(first + 4), row.int64(first + 5))
    aspect = width > 0 && height > 0 ? Double(width) / Double(height) : nil
    area = width.multipliedReportingOverflow(by: height).partialValue
    duration = row.optionalInt64(first + 6)
    size = row.int64(first + 7)
    taken = row.int64(first + 8)
    item = row.int64(first + 9)
  }

  /// Takes the values; those that are left out only order items, or are unknown.
  package init(
    item: Int64, hash: PerceptualHash, type: Int64 = 1, aspect: Double? = nil,
    duration: Int64? = nil, area: Int64 = 0, size: Int64 = 0, taken: Int64 = 0
  ) {
    self.item = item
    self.hash = hash
    self.type = type
    self.aspect = aspect
    self.duration = duration
    self.area = area
    self.size = size
    self.taken = taken
  }
}
