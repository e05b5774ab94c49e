/// Chooses the capture time of a media item among all dates found in and about its file.
///
/// The order is the one of the documentation page "Capture time": a person's date, sidecars, the
/// camera's own tags, container clocks, an exact date in the name, edit times, and file times last.
/// The result depends on nothing but its input: no zone of the machine, no clock but `now`.
public struct CaptureTimeResolver: Sendable {
  /// The time of the scan in UTC; dates more than a day later are not trusted.
  public var now: WallTime

  /// Makes a resolver for a scan at `now`, in UTC.
  public init(now: WallTime) { self.now = now }

  /// Chooses.
  ///
  /// - Parameters:
  ///   - candidates: Dates found inside the file and its sidecars, in any order.
  ///   - folder: The file's folder relative to its root.
  ///   - name: The file's name.
  ///   - modificationTime: Nanoseconds since 1970-01-01 UTC; the last resort.
  /// - Returns: Always a decision: every file has a modification time.
  public func resolve(
    _ candidates: [CaptureTimeCandidate], folder: FilePath, name: FilePath, modificationTime: Int64
  ) -> CaptureTime {
    let modified = CaptureTimeCandidate(
      source: .modificationTime, wallTime: WallTime(nanoseconds: modificationTime), offset: .utc,
      precision: modificationTime % 1_000_000_000 == 0 ? .second : .subsecond)
    var ranked = candidates.filter { $0.wallTime >= Self.earliest }.map { self.ranked($0) }
    // Most files name their own date; only the others pay for a look at names.
    if ranked.filter({ $0.rank <= Rank.trusted }).count < 2 {
      for found in [NameDate.candidate(inName: name), NameDate.candidate(inFolder: folder)] {
        if let found, !agrees(found, with: modified) { ranked.append(self.ranked(found)) }
      }
    }
    ranked.append((modified, Rank.modificationTime))
    // Stable: of equal ranks the first found wins (all tracks are tried in file order), but a
    // date without a time comes after one with it.
    var order = ranked.indices.sorted { left, right in
      (ranked[left].rank, ranked[left].candidate.isCoarse ? 1 : 0, left)
        < (ranked[right].rank, ranked[right].candidate.isCoarse ? 1 : 0, right)
    }
    let best = ranked[order[0]].candidate
    if best.isCoarse, best.source != .user,
      let finer = order.firstIndex(where: {
        ranked[$0].rank <= Rank.exactName && ranked[$0].candidate.refines(best)
      })
    {
      order.insert(order.remove(at: finer), at: 0)
    }
    var chosen = ranked[order[0]].candidate
    borrowOffset(for: &chosen, from: candidates)
    let runnerUp = order.dropFirst().map { ranked[$0].candidate }
      .first { $0.source != chosen.source }
    return CaptureTime(
      chosen: chosen, confidence: confidence(of: chosen, rank: ranked[order[0]].rank),
      runnerUp: runnerUp)
  }

  /// True when the name of a file and its folder may decide, by what was decided before.
  ///
  /// - Parameters:
  ///   - chosen: Where the capture time came from.
  ///   - runnerUp: Where the next came from.
  ///   - isSuspicious: Whether the capture time was not trusted.
  /// - Returns: False when the file's own dates decide, whatever it is called.
  package static func looksAtNames(
    chosen: CaptureTimeSource?, runnerUp: CaptureTimeSource?, isSuspicious: Bool
  ) -> Bool {
    isSuspicious
      || ![chosen, runnerUp].allSatisfy {
        $0.map { rank(of: $0, isDay: false) <= Rank.trusted } ?? false
      }
  }

  /// The year of the oldest photograph that survives.
  private static let earliest = WallTime(year: 1826, month: 1, day: 1)!

  private enum Rank {
    /// Sources at or below this need no help from names.
    static let trusted = 9
    /// A name exact to the second.
    static let exactName = 10
    /// What a camera shows after a battery change, and dates in the future.
    static let suspicious = 50
    static let modificationTime = 100
  }

  private func ranked(_ candidate: CaptureTimeCandidate) -> (
    candidate: CaptureTimeCandidate, rank: Int
  ) {
    let isSuspicious = candidate.source != .user && isSuspicious(candidate)
    let rank = Self.rank(of: candidate.source, isDay: candidate.precision == .day)
    return (candidate, rank + (isSuspicious ? Rank.suspicious : 0))
  }

  private static func rank(of source: CaptureTimeSource, isDay: Bool) -> Int {
    switch source {
    case .user: 0
    case .xmpSidecar: 1
    case .exifOriginal: 2
    case .quickTimeCreationDate: 3
    case .xmp: 4
    case .iptc: 5
    case .exifDigitized: 6
    case .xmpCreateDate: 7
    case .takeout: 8
    case .container: 9
    case .name: isDay ? 13 : Rank.exactName
    case .exifDateTime: 11
    case .gps: 12
    case .folder: 14
    case .modificationTime: Rank.modificationTime
    }
  }

  /// True for the values of clocks that were never set, and for the future.
  private func isSuspicious(_ candidate: CaptureTimeCandidate) -> Bool {
    let day: Int64 = 86_400_000_000_000
    let nanoseconds = candidate.wallTime.nanoseconds
    if nanoseconds > now.nanoseconds &+ day &+ 14 * 3_600_000_000_000 { return true }
    let fields = candidate.wallTime.fields
    guard fields.month == 1, fields.day == 1 else { return false }
    if [1904, 1970, 1980].contains(fields.year) { return true }
    return fields.year == 2000 && fields.hour == 0 && fields.minute == 0 && fields.second == 0
  }

  /// True when a coarse date says no more than the file time does, which is finer.
  private func agrees(
    _ coarse: CaptureTimeCandidate, with modified: CaptureTimeCandidate
  ) -> Bool {
    let day: Int64 = 86_400_000_000_000
    let span: Int64
    switch coarse.precision {
    case .day: span = day
    case .month: span = 31 * day
    case .year: span = 366 * day
    default: return false
    }
    let distance = modified.wallTime.nanoseconds.subtractingReportingOverflow(
      coarse.wallTime.nanoseconds)
    // A zone's worth of slack: the day of a name is local, the file time is UTC.
    return !distance.overflow && distance.partialValue >= -day
      && distance.partialValue < span + day
  }

  /// Editors write `OffsetTime` only for the edit time; it serves the capture when both are equal.
  private func borrowOffset(
    for chosen: inout CaptureTimeCandidate, from candidates: [CaptureTimeCandidate]
  ) {
    guard chosen.offset == nil, [.exifOriginal, .exifDigitized].contains(chosen.source) else {
      return
    }
    let second: Int64 = 1_000_000_000
    chosen.offset =
      candidates.first {
        $0.offset != nil && [.exifOriginal, .exifDigitized, .exifDateTime].contains($0.source)
          && $0.wallTime.nanoseconds / second == chosen.wallTime.nanoseconds / second
      }?.offset
  }

  private func confidence(of chosen: CaptureTimeCandidate, rank: Int) -> CaptureTimeConfidence {
    if rank >= Rank.suspicious || chosen.source == .folder { return .low }
    switch chosen.source {
    case .container, .name, .exifDateTime, .gps, .takeout: return .medium
    default: return .high
    }
  }
}

extension CaptureTimeCandidate {
  /// True when only a day or less was written.
  fileprivate var isCoarse: Bool {
    switch precision {
    case .day, .month, .year: true
    case .subsecond, .second, .minute: false
    }
  }

  /// True for a time on the day (in the month, in the year) that `coarse` names: it says the same,
  /// and more.
  fileprivate func refines(_ coarse: CaptureTimeCandidate) -> Bool {
    guard !isCoarse else { return false }
    let (mine, other) = (wallTime.fields, coarse.wallTime.fields)
    guard mine.year == other.year else { return false }
    if coarse.precision == .year { return true }
    return mine.month == other.month && (coarse.precision == .month || mine.day == other.day)
  }
}
