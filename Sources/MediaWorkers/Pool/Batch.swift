internal import MediaModel

/// One batch on its way through workers that may die of its files.
///
/// A worker's death convicts a file only when the file was asked about alone and was the first of
/// its worker: memory that an earlier file damaged, or used up, can kill a worker at a later,
/// innocent one. So after a death the suspect goes first and alone to a new worker, and the rest of
/// the batch one by one, where the next death is known to the file. A file past its deadline needs
/// no trial: the worker was in the middle of it.
///
/// Each worker thus settles one file or more, so a batch of any content comes to its end.
struct Batch<Outcome: FileOutcome> {
  /// Places of the files to ask about now.
  private(set) var places: [Int] = []
  /// The outcomes, one a file, once ``next()`` has nothing more.
  private(set) var result: [Outcome]
  private let paths: [FilePath]
  private var isSettled: [Bool]
  private var isCareful = false
  private var suspect: Int?

  /// More files than this, or bytes, go in a second request.
  private static var largest: (count: Int, byteCount: Int) { (1_024, 16 << 20) }

  /// Takes files.
  init(_ paths: [FilePath]) {
    self.paths = paths
    self.result = Array(repeating: .blank, count: paths.count)
    self.isSettled = Array(repeating: false, count: paths.count)
  }

  /// The files to ask about next; `nil` when all are settled.
  mutating func next() -> [FilePath]? {
    guard let first = isSettled.firstIndex(of: false) else { return nil }
    places.removeAll(keepingCapacity: true)
    if isCareful {
      places.append(suspect ?? first)
    } else {
      var byteCount = 0
      for place in first..<paths.count where !isSettled[place] {
        byteCount += paths[place].bytes.count
        if places.count == Self.largest.count || byteCount > Self.largest.byteCount { break }
        places.append(place)
      }
      if places.isEmpty { places.append(first) }
    }
    return places.map { paths[$0] }
  }

  /// Keeps the outcome of a file of the current request.
  mutating func accept(_ outcome: Outcome, at place: Int) {
    let place = places[place]
    result[place] = outcome
    isSettled[place] = true
    if suspect == place { suspect = nil }
  }

  /// Settles a file that its worker was in the middle of when its time was over.
  mutating func convict(_ end: FileEnd, at place: Int) { accept(Outcome(end), at: place) }

  /// Reacts to a death of the worker, or to nonsense from it.
  ///
  /// - Parameters:
  ///   - end: What happened to the file if it is to blame.
  ///   - place: Where the worker says it was.
  ///   - isFirst: True when the worker had been asked about no other file before this request.
  /// - Returns: False when the file has been convicted, true when it stands trial.
  mutating func died(_ end: FileEnd, at place: Int?, isFirst: Bool) -> Bool {
    if places.count == 1, isFirst {
      convict(end, at: 0)
      return false
    }
    isCareful = true
    suspect = place.map { places[$0] }.flatMap { isSettled[$0] ? nil : $0 }
    return true
  }
}

extension Duration {
  /// `10 s` or `0.3 s`.
  var formattedSeconds: String {
    let (seconds, attoseconds) = components
    let tenths = attoseconds / 100_000_000_000_000_000
    return tenths == 0 ? "\(seconds) s" : "\(seconds).\(tenths) s"
  }

  /// Whole milliseconds, at least 1 and at most a day.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    let whole = min(max(0, seconds), 86_400)
    return min(max(1, whole * 1_000 + attoseconds / 1_000_000_000_000_000), 86_400_000)
  }
}
