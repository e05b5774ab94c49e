/// Measures the length of a file by the time stamps of its first and last clusters.
struct ClusterScan {
  private let file: EBMLFile
  private let scale: UInt64
  private let frameDurations: [UInt64: UInt64]

  /// Bytes at the end of the file in which the last cluster is looked for.
  static let maximumTail: Int64 = 8 << 20
  private static let stepCount: Int64 = 256 << 10
  /// Blocks of the last clusters that are looked at.
  private static let maximumBlocks = 4_096

  /// Takes nanoseconds a unit, and the tracks for the length of their frames.
  init(_ file: EBMLFile, scale: UInt64, tracks: [MatroskaTrack]) {
    self.file = file
    self.scale = scale
    var durations: [UInt64: UInt64] = [:]
    for track in tracks { durations[track.number] = track.defaultDuration }
    frameDurations = durations
  }

  /// The time from the first cluster to the end of the last block; `nil` when none can be found.
  func duration(
    from first: EBMLElement, in segment: EBMLElement, cues: EBMLElement?
  ) throws(ByteError) -> Duration? {
    guard let start = try timestamp(of: first) else { return nil }
    var last = first.start
    if let cues, let offset = try lastCluster(by: cues, in: segment), offset > last {
      last = offset
    }
    // A writer that noted no length wrote no cues; a cut file may have lost them.
    if cues == nil, let offset = try lastCluster(after: first.start) { last = offset }
    guard let end = try end(from: last), end > start * scale else { return nil }
    return Duration(units: end - start * scale, timescale: 1_000_000_000)
  }

  private func timestamp(of cluster: EBMLElement) throws(ByteError) -> UInt64? {
    var elements = file.children(of: cluster)
    for _ in 0..<8 {
      guard let element = try elements.next() else { return nil }
      if element.id == MatroskaID.timestamp { return try bounded(element) }
    }
    return nil
  }

  /// A number of units whose nanoseconds fit; clocks beyond 2^63 ns are damage.
  private func bounded(_ element: EBMLElement) throws(ByteError) -> UInt64? {
    guard let value = try file.unsigned(element) else { return nil }
    let (nanoseconds, overflow) = value.multipliedReportingOverflow(by: scale)
    return overflow || nanoseconds > UInt64(Int64.max) ? nil : value
  }

  /// The cluster of the last cue.
  private func lastCluster(
    by cues: EBMLElement, in segment: EBMLElement
  ) throws(ByteError) -> Int64? {
    var last: Int64?
    var points = file.children(of: cues)
    while let point = try points.next() {
      guard point.id == MatroskaID.cuePoint else { continue }
      var elements = file.children(of: point)
      while let positions = try elements.next() {
        guard positions.id == MatroskaID.cuePositions else { continue }
        var fields = file.children(of: positions)
        while let field = try fields.next() {
          guard field.id == MatroskaID.cueCluster, let value = try file.unsigned(field),
            let offset = Int64(exactly: value), offset < file.source.count
          else { continue }
          last = max(last ?? 0, segment.contentStart + offset)
        }
      }
    }
    return last
  }

  /// The last cluster by its mark, looked for backwards from the end of the file.
  private func lastCluster(after first: Int64) throws(ByteError) -> Int64? {
    let floor = max(first, file.source.count - Self.maximumTail)
    var end = file.source.count
    while end > floor {
      let start = max(floor, end - Self.stepCount)
      // A mark may lie across two steps.
      let reader = try file.source.reader(at: start, upTo: Int(end - start) + 12)
      let bytes = reader.withUnsafeRemainingBytes { Array($0) }
      for index in stride(from: bytes.count - 5, through: 0, by: -1)
      where bytes[index] == 0x1F && bytes[index + 1] == 0x43 && bytes[index + 2] == 0xB6
        && bytes[index + 3] == 0x75
      {
        let offset = start + Int64(index)
        if try isCluster(at: offset) { return offset }
      }
      end = start
    }
    return nil
  }

  private func isCluster(at offset: Int64) throws(ByteError) -> Bool {
    var elements = file.elements(from: offset)
    guard let cluster = try elements.next(), cluster.id == MatroskaID.cluster else { return false }
    return try timestamp(of: cluster) != nil
  }

  /// The end of the latest block from the cluster at `offset` on, in nanoseconds.
  private func end(from offset: Int64) throws(ByteError) -> UInt64? {
    var latest: UInt64?
    var remaining = Self.maximumBlocks
    var clusters = file.elements(from: offset)
    while let cluster = try clusters.next(), remaining > 0 {
      guard cluster.id == MatroskaID.cluster else { continue }
      var base: UInt64?
      var elements = file.children(of: cluster)
      while remaining > 0, let element = try elements.next() {
        remaining -= 1
        switch element.id {
        case MatroskaID.timestamp: base = try bounded(element)
        // A cluster of unknown size ends where the next one begins.
        case MatroskaID.cluster:
          elements = file.children(of: element)
          base = nil
        case MatroskaID.simpleBlock:
          latest = try later(latest, block: element, base: base, duration: nil)
        case MatroskaID.blockGroup:
          latest = try later(latest, group: element, base: base)
        default: break
        }
      }
    }
    return latest
  }

  private func later(
    _ latest: UInt64?, group: EBMLElement, base: UInt64?
  ) throws(ByteError) -> UInt64? {
    var block: EBMLElement?
    var duration: UInt64?
    var elements = file.children(of: group)
    while let element = try elements.next() {
      if element.id == MatroskaID.block { block = element }
      if element.id == MatroskaID.blockDuration { duration = try bounded(element) }
    }
    guard let block else { return latest }
    return try later(latest, block: block, base: base, duration: duration.map { $0 * scale })
  }

  private func later(
    _ latest: UInt64?, block: EBMLElement, base: UInt64?, duration: UInt64?
  ) throws(ByteError) -> UInt64? {
    guard let base, block.contentCount >= 4 else { return latest }
    var head = try file.source.reader(
      at: block.contentStart, count: Int(min(12, block.contentCount)))
    do throws(ByteError) {
      let track = try head.readVariableInteger() ?? 0
      let relative = Int64(try head.read(Int16.self))
      let (units, _) = Int64(base).addingReportingOverflow(relative)
      let (start, overflow) = UInt64(max(0, units)).multipliedReportingOverflow(by: scale)
      let (end, overflowEnd) = start.addingReportingOverflow(
        duration ?? frameDurations[track] ?? 0)
      if overflow || overflowEnd || end > UInt64(Int64.max) { return latest }
      return max(latest ?? 0, end)
    } catch {
      return latest
    }
  }
}
