/// Measures a fragmented movie by its `sidx` and `moof` boxes.
///
/// - Note: Source: ISO/IEC 14496-12:2022 §8.8 (fragments), §8.16.3 (segment index).
struct FragmentScan {
  /// The time line of one track.
  private struct TimeLine {
    var start: UInt64?
    var end: UInt64 = 0
    var sampleCount: UInt64 = 0
    var sampleDuration: UInt64 = 0
  }

  private let file: BoxFile
  private let movie: Movie
  private var timeLines: [UInt32: TimeLine] = [:]
  private var fragmentCount = 0
  /// False once a fragment could not be measured.
  private var isWhole = true
  /// True once fragments were left out, so only those that tell their own time count.
  private var hasJumped = false

  /// After that many fragments an index at the end of the file is asked for a short cut.
  static let patience = 256
  /// A file with more fragments and no index is not measured.
  static let maximumFragments = 2_048
  /// Bytes of one `trun` box that are added up.
  private static let maximumRun = 1 << 20

  /// Starts with what the `moov` box said; samples it lists itself come before the fragments.
  init(_ file: BoxFile, movie: Movie) {
    self.file = file
    self.movie = movie
    for track in movie.tracks {
      var line = TimeLine()
      if let samples = track.timing.totalDuration { (line.start, line.end) = (0, samples) }
      timeLines[track.id] = line
    }
  }

  /// The length of all that was added; `nil` when unknown.
  var duration: Duration? {
    guard isWhole else { return nil }
    return movie.tracks.compactMap { track -> Duration? in
      guard let line = timeLines[track.id], let start = line.start, line.end > start else {
        return nil
      }
      return Duration(units: line.end - start, timescale: track.timescale)
    }.max()
  }

  /// Frames a second of a track in the fragments that were added.
  func frameRate(of track: Track) -> Double? {
    guard let line = timeLines[track.id], line.sampleCount > 0, line.sampleDuration > 0 else {
      return nil
    }
    return Double(line.sampleCount) * Double(track.timescale) / Double(line.sampleDuration)
  }

  /// True when it is time to ask for a short cut.
  var isTired: Bool { fragmentCount == Self.patience }

  /// Notes that fragments are left out from here on.
  mutating func jump() { hasJumped = true }

  /// Adds one `moof` box; false when no more are taken.
  mutating func add(_ moof: Box) throws(ByteError) -> Bool {
    fragmentCount += 1
    guard fragmentCount <= Self.maximumFragments else {
      isWhole = false
      file.warn("moof", "more than \(Self.maximumFragments) fragments and no index")
      return false
    }
    var boxes = file.children(of: moof)
    while let box = try boxes.next() {
      if box.type == "traf" { try addTrack(box) }
    }
    return true
  }

  private mutating func addTrack(_ traf: Box) throws(ByteError) {
    var id: UInt32 = 0
    var defaultDuration: UInt32?
    var line = TimeLine()
    var knowsTime = !hasJumped
    var boxes = file.children(of: traf)
    while let box = try boxes.next() {
      switch box.type {
      case "tfhd":
        (id, defaultDuration) = try readHeader(box)
        line = timeLines[id] ?? TimeLine()
      case "tfdt":
        try file.read(box, upTo: 12) { reader throws(ByteError) in
          let isLong = try reader.read(UInt32.self) >> 24 == 1
          line.end = try isLong ? reader.read(UInt64.self) : UInt64(reader.read(UInt32.self))
          knowsTime = true
        }
      case "trun":
        let start = line.start ?? line.end
        line.start = start
        let run = try readRun(box, defaultDuration: defaultDuration)
        let (end, overflow) = line.end.addingReportingOverflow(run.duration)
        if overflow || !knowsTime { isWhole = false }
        line.end = end
        line.sampleCount &+= run.count
        line.sampleDuration &+= run.duration
      default: break
      }
    }
    if id != 0 { timeLines[id] = line }
  }

  private func readHeader(_ box: Box) throws(ByteError) -> (id: UInt32, duration: UInt32?) {
    var id: UInt32 = 0
    var duration: UInt32?
    try file.read(box, upTo: 32) { reader throws(ByteError) in
      let flags = try reader.read(UInt32.self)
      id = try reader.read(UInt32.self)
      if flags & 0x1 != 0 { try reader.skip(8) }
      if flags & 0x2 != 0 { try reader.skip(4) }
      duration = flags & 0x8 != 0 ? try reader.read(UInt32.self) : movie.defaultSampleDurations[id]
    }
    return (id, duration)
  }

  private mutating func readRun(
    _ box: Box, defaultDuration: UInt32?
  ) throws(ByteError) -> (count: UInt64, duration: UInt64) {
    var result: (count: UInt64, duration: UInt64) = (0, 0)
    var isKnown = false
    try file.read(box, upTo: Self.maximumRun) { reader throws(ByteError) in
      let flags = try reader.read(UInt32.self)
      let count = try reader.read(UInt32.self)
      if flags & 0x1 != 0 { try reader.skip(4) }
      if flags & 0x4 != 0 { try reader.skip(4) }
      if flags & 0x100 == 0 {
        guard let defaultDuration else { return }
        result = (UInt64(count), UInt64(count) * UInt64(defaultDuration))
      } else {
        let others = [0x200, 0x400, 0x800].count { flags & $0 != 0 } * 4
        guard Int(count) * (4 + others) <= reader.remaining else { throw .outOfBounds }
        for _ in 0..<count {
          result.duration += UInt64(try reader.read(UInt32.self))
          try reader.skip(others)
        }
        result.count = UInt64(count)
      }
      isKnown = true
    }
    if !isKnown { isWhole = false }
    return result
  }
}
