internal import MediaModel

/// Reads a `moov` box: headers, tracks, fragments' defaults and words.
struct MovieReader {
  private let file: BoxFile
  private var movie = Movie()
  private var tags: MovieTags

  /// More tracks than this are not kept.
  private static let maximumTracks = 256

  /// Starts on a file, with the words that were found before.
  init(_ file: BoxFile, tags: MovieTags) {
    self.file = file
    self.tags = tags
  }

  /// Reads all of `moov`; sample tables are not loaded.
  ///
  /// - Returns: The movie, and the words found so far.
  consuming func read(_ moov: Box) throws(ByteError) -> (Movie, MovieTags) {
    try readMovie(moov)
    return (movie, tags)
  }

  private mutating func readMovie(_ moov: Box) throws(ByteError) {
    var boxes = file.children(of: moov)
    while let box = try boxes.next() {
      switch box.type {
      case "mvhd": try readHeader(box)
      case "trak":
        if movie.tracks.count < Self.maximumTracks {
          let track = try TrackReader(file).read(box)
          movie.tracks.append(track)
          // Apple writes the lens to the track.
          tags.offer(.lensModel, track.lensModel, from: .userData)
        }
      case "mvex": try readExtends(box)
      case "udta": try UserDataReader(file).read(box, into: &tags)
      case "meta": try ItemListReader(file).read(box, into: &tags)
      case "uuid": try readCanon(box)
      default: break
      }
    }
  }

  private mutating func readHeader(_ box: Box) throws(ByteError) {
    try file.read(box, upTo: 112) { reader throws(ByteError) in
      let version = try reader.read(UInt32.self) >> 24
      let times = try MovieTimes(&reader, isLong: version == 1, hasTimescale: true)
      movie.creationTime = times.creation
      movie.timescale = times.timescale
      movie.duration = times.duration
      try reader.skip(16)  // rate, volume, reserved
      movie.matrix = try DisplayMatrix(&reader)
    }
  }

  private mutating func readExtends(_ mvex: Box) throws(ByteError) {
    movie.isFragmented = true
    var boxes = file.children(of: mvex)
    while let box = try boxes.next() {
      switch box.type {
      case "mehd":
        try file.read(box, upTo: 12) { reader throws(ByteError) in
          let isLong = try reader.read(UInt32.self) >> 24 == 1
          movie.fragmentedDuration = try MovieTimes.readDuration(&reader, isLong: isLong)
        }
      case "trex":
        try file.read(box, upTo: 24) { reader throws(ByteError) in
          try reader.skip(4)
          let track = try reader.read(UInt32.self)
          try reader.skip(4)
          movie.defaultSampleDurations[track] = try reader.read(UInt32.self)
        }
      default: break
      }
    }
  }

  /// Canon's `uuid` box of a CR3: the parts of EXIF, each with a TIFF header of its own.
  private mutating func readCanon(_ box: Box) throws(ByteError) {
    guard try BoxUUID(box, in: file) == .canon else { return }
    var boxes = file.children(of: box, skipping: 16)
    while let box = try boxes.next() {
      // CMT1 is IFD0, CMT2 the Exif IFD, CMT4 GPS; CMT3 is the maker note.
      guard ["CMT1", "CMT2", "CMT4"].contains(box.type) else { continue }
      try file.read(box, upTo: ByteSource.maximumRead) { reader throws(ByteError) in
        if let tag = CanonBlocks.pointer(to: box.type) {
          if let block = try CanonBlocks.block(reader, pointingBy: tag) {
            movie.exifBlocks.append(block)
          }
        } else {
          movie.exifBlocks.append(reader)
        }
      }
    }
  }
}

/// The creation time, timescale and duration that `mvhd`, `tkhd` and `mdhd` share.
struct MovieTimes {
  let creation: UInt64
  let timescale: UInt32
  let duration: UInt64?

  /// Reads them in version 0 (32-bit) or 1 (64-bit); `tkhd` has a track number for the timescale.
  init(_ reader: inout ByteReader, isLong: Bool, hasTimescale: Bool) throws(ByteError) {
    creation = try isLong ? reader.read(UInt64.self) : UInt64(reader.read(UInt32.self))
    try reader.skip(isLong ? 8 : 4)  // modification time
    timescale = try reader.read(UInt32.self)
    if !hasTimescale { try reader.skip(4) }
    duration = try Self.readDuration(&reader, isLong: isLong)
  }

  /// Reads a duration; all ones and zero mean that it is not known.
  static func readDuration(
    _ reader: inout ByteReader, isLong: Bool
  ) throws(ByteError) -> UInt64? {
    let value = try isLong ? reader.read(UInt64.self) : UInt64(reader.read(UInt32.self))
    return value == 0 || value == (isLong ? .max : UInt64(UInt32.max)) ? nil : value
  }
}

/// The 16 bytes after the header of a `uuid` box.
struct BoxUUID: Hashable {
  private let high: UInt64
  private let low: UInt64

  /// Makes a type of its two halves.
  init(_ high: UInt64, _ low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads the type of a `uuid` box; `nil` when the box is too short.
  init?(_ box: Box, in file: BoxFile) throws(ByteError) {
    var halves: (UInt64, UInt64)?
    try file.read(box, upTo: 16) { reader throws(ByteError) in
      halves = (try reader.read(UInt64.self), try reader.read(UInt64.self))
    }
    guard let halves else { return nil }
    (self.high, self.low) = halves
  }

  /// An XMP packet (XMP specification part 3).
  static let xmp = BoxUUID(0xBE7A_CFCB_97A9_42E8, 0x9C71_9994_91E3_AFAC)
  /// Canon's metadata in CR3 and CRM.
  static let canon = BoxUUID(0x85C0_B687_820F_11E0, 0x8111_F4CE_462B_6A48)
  /// An EXIF block ("JpgTiffExif->JP2").
  static let exif = BoxUUID(0x4A70_6754_6966_6645, 0x7869_662D_3E4A_5032)
}
