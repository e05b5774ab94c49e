internal import MediaModel

/// Strips a `moov` box.
struct MovieStripping: BoxEditing {
  /// What has to change; every change keeps its length.
  var edits = DeliveryEdits()
  let file: BoxFile
  let options: MetadataStripping
  private let media: ByteRanges

  /// Prepares to strip; `media` is where samples may lie.
  init(_ file: BoxFile, _ options: MetadataStripping, media: ByteRanges) {
    self.file = file
    self.options = options
    self.media = media
  }

  /// Strips the movie and its tracks.
  mutating func strip(_ moov: Box) throws {
    var boxes: [Box] = []
    let end = try each(file.children(of: moov)) { boxes.append($0) }
    edits.zero(end..<moov.end)
    var tracks: [StrippedTrack] = []
    for box in boxes {
      switch box.type {
      case "mvhd": try stripTimes(box)
      case "trak": tracks.append(try stripTrack(box))
      case "mvex", "iods", "pssh", "trep", "ctab", "clip", "prfl", "rmra": break
      case "cmov":
        throw DeliveryFailure(
          code: .unsupported, reason: "its movie header is compressed, as QuickTime 3 did")
      default: try stripMetadata(box)
      }
    }
    try silence(tracks, isFragmented: boxes.contains { $0.type == "mvex" })
  }

  /// Strips a box that holds metadata or what nobody knows.
  private mutating func stripMetadata(_ box: Box) throws {
    switch box.type {
    case "udta" where !options.isTotal:
      var data = UserDataStripping(file, options)
      try data.strip(box)
      edits.add(data.edits, at: 0)
    case "meta" where !options.isTotal:
      var list = ItemListStripping(file, options)
      try list.strip(box)
      edits.add(list.edits, at: 0)
    case "uuid" where !options.isTotal:
      guard try BoxUUID(box, in: file) == .xmp, try stripPacket(box.contentStart + 16..<box.end)
      else { return free(box) }
    default: free(box)
    }
  }

  /// By `all`, the times of making and changing go from `mvhd`, `tkhd` and `mdhd`.
  private mutating func stripTimes(_ box: Box) throws {
    guard options.isTotal, box.contentCount >= 20 else { return }
    let version = try file.content(of: box, upTo: 1).peek(UInt8.self, at: 0)
    let start = box.contentStart + 4
    edits.zero(start..<start + (version == 1 ? 16 : 8))
  }

  // MARK: Tracks

  private mutating func stripTrack(_ trak: Box) throws -> StrippedTrack {
    var track = StrippedTrack(box: trak)
    var boxes: [Box] = []
    let end = try each(file.children(of: trak)) { boxes.append($0) }
    edits.zero(end..<trak.end)
    for box in boxes {
      switch box.type {
      case "tkhd": try stripTimes(box)
      case "mdia": try stripMedia(box, &track)
      case "tref", "trgr", "edts", "load", "imap", "matt", "clip", "kmat", "tapt", "txas", "ludt":
        break
      default: try stripMetadata(box)
      }
    }
    return track
  }

  private mutating func stripMedia(_ mdia: Box, _ track: inout StrippedTrack) throws {
    var boxes: [Box] = []
    try each(file.children(of: mdia)) { boxes.append($0) }
    for box in boxes {
      switch box.type {
      case "mdhd": try stripTimes(box)
      case "hdlr":
        let head = try file.content(of: box, upTo: 12)
        if head.count == 12 { track.handler = FourCC(try head.peek(UInt32.self, at: 8)) }
      case "minf": try findTables(box, &track)
      case "elng": break
      default: free(box)
      }
    }
  }

  private mutating func findTables(_ minf: Box, _ track: inout StrippedTrack) throws {
    var boxes: [Box] = []
    try each(file.children(of: minf)) { boxes.append($0) }
    for box in boxes {
      if box.type == "stbl" {
        try each(file.children(of: box)) { track.tables[$0.type] = $0 }
      } else if ["udta", "meta", "uuid"].contains(box.type) {
        free(box)
      }
    }
  }

  // MARK: Timed metadata

  /// Takes tracks out whose samples may tell of places, persons or serial numbers, with the samples.
  ///
  /// Only bytes of `mdat` boxes that no other track uses become zeros.
  private mutating func silence(_ tracks: [StrippedTrack], isFragmented: Bool) throws {
    var silenced: [StrippedTrack] = []
    var heard: [StrippedTrack] = []
    for track in tracks {
      if try isTelling(track, isFragmented: isFragmented) {
        silenced.append(track)
      } else {
        heard.append(track)
      }
    }
    guard !silenced.isEmpty else { return }
    if isFragmented {
      throw DeliveryFailure(
        code: .unsupported, reason: "it is fragmented and has a track of timed metadata")
    }
    var doomed = ByteRanges()
    var needed = ByteRanges()
    for track in silenced { doomed.add(try SampleRanges(track, file).ranges) }
    for track in heard {
      // A damaged track plays as little as before; what it cannot name it does not need.
      if let samples = try? SampleRanges(track, file) { needed.add(samples.ranges) }
    }
    for range in doomed.intersection(media).subtracting(needed) { edits.zero(range) }
    for track in silenced { free(track.box) }
  }

  private func isTelling(_ track: StrippedTrack, isFragmented: Bool) throws -> Bool {
    switch track.handler {
    case "vide", "soun", "pict", "auxv", "tmcd", "hint", "odsm", "sdsm", "crsm", "ocsm", "subp",
      "GMAC", "MPEG", "qd3d", "sprt", "strm", "twen", "musi":
      return false
    case "text", "sbtl", "subt", "clcp":
      guard options.contains(.location) else { return false }
      return try isFragmented || mentionsPlaces(track)
    default: return try !TimedKeys.areHarmless(track, file, options)
    }
  }

  /// Drones write where they are as subtitles.
  private func mentionsPlaces(_ track: StrippedTrack) throws -> Bool {
    let samples = try SampleRanges(track, file)
    var remaining = 64 * 1_024
    for range in samples.ranges.joined where remaining > 0 {
      let reader = try file.source.reader(
        at: range.lowerBound, upTo: min(remaining, Int(range.byteCount)))
      remaining -= max(1, reader.count)
      let text = reader.withRemaining { String(decoding: $0.copy(), as: UTF8.self).lowercased() }
      if ["gps", "latitude", "longitude", "longtitude"].contains(where: { text.contains($0) }) {
        return true
      }
    }
    return false
  }
}

/// A track while its movie is stripped.
struct StrippedTrack {
  let box: Box
  var handler: FourCC = "    "
  /// The boxes of its `stbl`.
  var tables: [FourCC: Box] = [:]
}

/// The names of the values in a track of QuickTime's timed metadata.
///
/// - Note: Source: QuickTime File Format, "Timed metadata sample descriptions".
enum TimedKeys {
  /// True when all values of a track are known to tell of the picture alone.
  ///
  /// How brightness is mapped (`it35`) changes the picture, so it stays with every option.
  static func areHarmless(
    _ track: StrippedTrack, _ file: BoxFile, _ options: MetadataStripping
  ) throws -> Bool {
    guard let description = track.tables["stsd"] else { return false }
    var names: [String] = []
    var entries = file.children(of: description, skipping: 8)
    while let entry = try entries.next() {
      if entry.type == "it35" {
        names.append(harmless.first ?? "")
        continue
      }
      guard entry.type == "mebx", !options.isTotal else { return false }
      var boxes = file.children(of: entry, skipping: 8)
      while let box = try boxes.next() {
        if box.type == "keys" { names += try keys(box, file) }
      }
    }
    return !names.isEmpty && names.allSatisfy(harmless.contains)
  }

  private static func keys(_ box: Box, _ file: BoxFile) throws -> [String] {
    var names: [String] = []
    var keys = file.children(of: box)
    while let key = try keys.next() {
      var parts = file.children(of: key)
      while let part = try parts.next() {
        guard part.type == "keyd" else { continue }
        // The namespace stands first.
        let name = try file.content(of: part, upTo: 256).withRemaining { $0.copy().dropFirst(4) }
        names.append(String(decoding: name, as: UTF8.self))
      }
    }
    return names
  }

  private static let harmless: Set<String> = [
    "com.apple.quicktime.still-image-time", "com.apple.quicktime.video-orientation",
    "com.apple.quicktime.live-photo-info", "com.apple.quicktime.live-photo-still-image-transform",
    "com.apple.quicktime.live-photo-still-image-transform-reference-dimensions",
  ]
}
