internal import MediaModel

/// Reads a `trak` box.
struct TrackReader {
  private let file: BoxFile
  private var track = Track()

  /// Entries of `stts` that are added up; a longer table is left unread.
  private static let maximumTimeEntries = 4_096
  /// Entries of an edit list that are added up.
  private static let maximumEdits = 4_096

  /// Starts on a file.
  init(_ file: BoxFile) { self.file = file }

  /// Reads all of `trak`.
  consuming func read(_ trak: Box) throws(ByteError) -> Track {
    try readTrack(trak)
    return track
  }

  private mutating func readTrack(_ trak: Box) throws(ByteError) {
    var boxes = file.children(of: trak)
    while let box = try boxes.next() {
      switch box.type {
      case "tkhd": try readHeader(box)
      case "edts": try readEdits(box)
      case "tref": try readReferences(box)
      case "mdia": try readMedia(box)
      case "meta":
        if track.handler == "vide" {
          var tags = MovieTags()
          try ItemListReader(file).read(box, into: &tags)
          track.lensModel = tags.text(.lensModel)
        }
      default: break
      }
    }
  }

  private mutating func readHeader(_ box: Box) throws(ByteError) {
    try file.read(box, upTo: 96) { reader throws(ByteError) in
      let word = try reader.read(UInt32.self)
      track.isEnabled = word & 1 != 0
      let times = try MovieTimes(&reader, isLong: word >> 24 == 1, hasTimescale: false)
      track.creationTime = times.creation
      track.id = times.timescale
      track.duration = times.duration
      try reader.skip(16)  // reserved, layer, group, volume
      track.matrix = try DisplayMatrix(&reader)
      let width = Int(try reader.read(UInt32.self) >> 16)
      let height = Int(try reader.read(UInt32.self) >> 16)
      if width > 0, height > 0 { track.trackSize = PixelSize(width: width, height: height) }
    }
  }

  private mutating func readEdits(_ edts: Box) throws(ByteError) {
    var boxes = file.children(of: edts)
    while let box = try boxes.next() {
      guard box.type == "elst" else { continue }
      try file.read(box, upTo: 8 + 20 * Self.maximumEdits) { reader throws(ByteError) in
        let isLong = try reader.read(UInt32.self) >> 24 == 1
        let count = Int(try reader.read(UInt32.self))
        var sum: UInt64 = 0
        for _ in 0..<min(count, Self.maximumEdits) {
          let duration = try isLong ? reader.read(UInt64.self) : UInt64(reader.read(UInt32.self))
          try reader.skip(isLong ? 12 : 8)
          let (total, overflow) = sum.addingReportingOverflow(duration)
          if overflow { return file.warn(box.type, "impossible length") }
          sum = total
        }
        // A single edit of length 0 in a fragmented file means "all that follows".
        track.editDuration = sum == 0 ? nil : sum
      }
    }
  }

  private mutating func readReferences(_ tref: Box) throws(ByteError) {
    var boxes = file.children(of: tref)
    while let box = try boxes.next() {
      guard box.type == "chap" else { continue }
      try file.read(box, upTo: 256) { reader throws(ByteError) in
        while reader.remaining >= 4 { track.chapterTracks.append(try reader.read(UInt32.self)) }
      }
    }
  }

  private mutating func readMedia(_ mdia: Box) throws(ByteError) {
    var boxes = file.children(of: mdia)
    while let box = try boxes.next() {
      switch box.type {
      case "mdhd":
        try file.read(box, upTo: 36) { reader throws(ByteError) in
          let version = try reader.read(UInt32.self) >> 24
          let times = try MovieTimes(&reader, isLong: version == 1, hasTimescale: true)
          track.mediaCreationTime = times.creation
          track.timescale = times.timescale
          track.mediaDuration = times.duration
        }
      case "hdlr":
        try file.read(box, upTo: 12) { reader throws(ByteError) in
          try reader.skip(8)
          track.handler = FourCC(try reader.read(UInt32.self))
        }
      case "minf":
        // The samples of sound, text and data tracks say nothing that is asked for.
        if track.handler == "vide" || track.handler == "pict" { try readInformation(box) }
      default: break
      }
    }
  }

  private mutating func readInformation(_ minf: Box) throws(ByteError) {
    var boxes = file.children(of: minf)
    while let stbl = try boxes.next() {
      guard stbl.type == "stbl" else { continue }
      var tables = file.children(of: stbl)
      while let box = try tables.next() {
        switch box.type {
        case "stsd": track.sampleEntry = try VisualSampleEntryReader(file).read(box)
        case "stts": try readTimeToSample(box)
        case "stco", "co64":
          if track.sampleEntry?.codec == "h263" { try readPixelAspect(box) }
        case "stsz", "stz2":
          if track.timing.sampleCount == nil { try readSampleCount(box) }
        default: break
        }
      }
    }
  }

  private mutating func readTimeToSample(_ box: Box) throws(ByteError) {
    try file.read(box, upTo: 8 + 8 * Self.maximumTimeEntries) { reader throws(ByteError) in
      try reader.skip(4)
      let promised = Int(try reader.read(UInt32.self))
      let available = Int((box.contentCount - 8) / 8)
      if promised > available { file.warn(box.type, "promises \(promised) entries") }
      let count = min(promised, available)
      guard count <= Self.maximumTimeEntries else { return }
      var samples: UInt64 = 0
      var total: UInt64 = 0
      var first: UInt32?
      var lastCount: UInt32 = 0
      for _ in 0..<count {
        let entryCount = try reader.read(UInt32.self)
        let duration = try reader.read(UInt32.self)
        first = first ?? duration
        lastCount = entryCount
        samples += UInt64(entryCount)
        // 32 by 32 bits, at most 4,096 times: may only overflow in files made for it.
        total = total &+ UInt64(entryCount) * UInt64(duration)
      }
      track.timing.sampleCount = samples
      track.timing.totalDuration = total == 0 ? nil : total
      if count == 1 || (count == 2 && lastCount == 1) { track.timing.constantDuration = first }
    }
  }

  /// H.263 in its five standard sizes has pixels of 12:11; the first picture's header tells.
  ///
  /// - Note: Source: ITU-T H.263 (01/2005) §5.1 (picture layer), §4.1.
  private mutating func readPixelAspect(_ box: Box) throws(ByteError) {
    guard track.sampleEntry?.pixelAspect == nil else { return }
    try file.read(box, upTo: 16) { reader throws(ByteError) in
      try reader.skip(8)
      let offset =
        try box.type == "co64"
        ? Int64(clamping: reader.read(UInt64.self)) : Int64(reader.read(UInt32.self))
      // 22 bits start code, 8 bits time, 5 bits of marks, 3 bits source format.
      let header = try file.source.reader(at: offset, count: 8).peek(UInt64.self, at: 0)
      let format = header >> 26 & 7
      if header >> 42 == 0x20, (1...5).contains(format) {
        track.sampleEntry?.pixelAspect = 12.0 / 11
      }
    }
  }

  private mutating func readSampleCount(_ box: Box) throws(ByteError) {
    try file.read(box, upTo: 12) { reader throws(ByteError) in
      try reader.skip(8)
      track.timing.sampleCount = UInt64(try reader.read(UInt32.self))
    }
  }
}
