/// Which file of a batch a worker is at, and since when, in one 64-bit number.
///
/// The worker stores it in a ``SharedWord`` before each file, which costs no system call. So the
/// parent knows at any moment how long one file has taken, and where the worker was when it died.
struct Progress: Hashable {
  /// Place in the batch, `nil` between batches.
  var place: Int?
  /// Milliseconds of the monotonic clock, cut to 32 bits; they wrap after 49 days.
  var since: UInt32

  private static let betweenBatches = UInt32.max

  /// Makes a value.
  init(place: Int?, since milliseconds: Int64) {
    self.place = place
    self.since = UInt32(truncatingIfNeeded: milliseconds)
  }

  /// Takes a word apart.
  init(word: UInt64) {
    let place = UInt32(truncatingIfNeeded: word >> 32)
    self.place = place == Self.betweenBatches ? nil : Int(place)
    self.since = UInt32(truncatingIfNeeded: word)
  }

  /// The number to store.
  var word: UInt64 {
    UInt64(place.map { UInt32(truncatingIfNeeded: $0) } ?? Self.betweenBatches) << 32
      | UInt64(since)
  }

  /// Milliseconds from `since` to `now`; a moment that has not come yet counts as now.
  func elapsed(at now: Int64) -> Int64 {
    max(0, Int64(Int32(bitPattern: UInt32(truncatingIfNeeded: now) &- since)))
  }
}
