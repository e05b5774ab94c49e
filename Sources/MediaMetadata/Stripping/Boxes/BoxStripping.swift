internal import MediaModel

/// Strips an ISO base media file: MP4, MOV, 3GP, HEIF, AVIF.
///
/// Nothing moves, because sample tables and item locations name places in the file: what goes
/// becomes zeros, in a box of type `free` where it was a box.
///
/// - Note: Source: ISO/IEC 14496-12:2022; ISO/IEC 23008-12:2022; QuickTime File Format; 3GPP TS
///   26.244; XMP specification part 3 §1.2.
struct BoxStripping {
  /// What has to change; with `keepsLength` every change keeps its length.
  var edits = DeliveryEdits()
  let file: BoxFile
  let options: MetadataStripping
  let format: MediaFormat
  private let keepsLength: Bool
  /// The content of `mdat` boxes.
  private(set) var media = ByteRanges()

  /// Prepares to strip a file.
  ///
  /// - Parameters:
  ///   - source: The file, or the part of one that is a file of its own.
  ///   - options: What shall go.
  ///   - format: Its format.
  ///   - keepsLength: Whether boxes at the end become zeros instead of going.
  init(
    _ source: ByteSource, _ options: MetadataStripping, format: MediaFormat,
    keepsLength: Bool = false
  ) {
    file = BoxFile(source)
    self.options = options
    self.format = format
    self.keepsLength = keepsLength
  }

  /// Strips the whole file.
  mutating func run() throws {
    var boxes: [Box] = []
    let end = try each(file.boxes()) { boxes.append($0) }
    for box in boxes where box.type == "mdat" { media.add(box.contentStart..<box.end) }
    // From the last box on, what goes leaves no hole.
    var tail = file.source.count
    if end < tail {
      drop(end..<tail)
      if !keepsLength { tail = end }
    }
    for box in boxes.reversed() {
      if try strip(box) { continue }
      if box.end == tail, !keepsLength {
        drop(box.start..<box.end)
        tail = box.start
      } else {
        free(box)
      }
    }
  }

  private mutating func drop(_ range: Range<Int64>) {
    if keepsLength { edits.zero(range) } else { edits.remove(range) }
  }

  /// Strips one box of the top level; false when it goes.
  private mutating func strip(_ box: Box) throws -> Bool {
    switch box.type {
    case "ftyp", "styp", "mdat", "sidx", "ssix", "mfra", "pdin", "wide", "pnot": return true
    case "free", "skip":
      // Editors leave old metadata in them.
      edits.zero(box.contentStart..<box.end)
      return true
    case "moov":
      var movie = MovieStripping(file, options, media: media)
      try movie.strip(box)
      edits.add(movie.edits, at: 0)
      return true
    case "moof":
      try stripFragment(box)
      return true
    case "meta":
      var items = ItemStripping(file, options)
      if try items.strip(box) {
        edits.add(items.edits, at: 0)
        return true
      }
      if options.isTotal { return false }
      var list = ItemListStripping(file, options)
      try list.strip(box)
      edits.add(list.edits, at: 0)
      return true
    case "mpvd": return try stripMotion(box)
    case "uuid": return try stripXMP(box)
    // The thumbnail of old QuickTime files.
    case "PICT": return !options.isTotal
    default: return false
    }
  }

  /// The clip of a Motion Photo is a file of its own.
  private mutating func stripMotion(_ box: Box) throws -> Bool {
    if options.isTotal { return false }
    let part = try ByteSource(part: box.contentStart..<box.end, of: file.source)
    var movie = BoxStripping(part, options, format: .mp4, keepsLength: true)
    try movie.run()
    edits.add(movie.edits, at: box.contentStart)
    return true
  }

  private mutating func stripXMP(_ box: Box) throws -> Bool {
    guard try BoxUUID(box, in: file) == .xmp, !options.isTotal else { return false }
    return try stripPacket(box.contentStart + 16..<box.end)
  }

  private mutating func stripFragment(_ moof: Box) throws {
    var doomed: [Box] = []
    var tracks: [Box] = []
    try each(file.children(of: moof)) { box in
      if box.type == "traf" { tracks.append(box) }
      if ["meta", "udta"].contains(box.type) { doomed.append(box) }
    }
    for track in tracks {
      try each(file.children(of: track)) { box in
        if ["meta", "udta"].contains(box.type) { doomed.append(box) }
      }
    }
    for box in doomed { free(box) }
  }
}

extension BoxStripping: BoxEditing {}

/// What all that strip boxes can do.
protocol BoxEditing {
  var file: BoxFile { get }
  var options: MetadataStripping { get }
  var edits: DeliveryEdits { get set }
}

extension BoxEditing {
  /// Runs `body` for each of neighbouring boxes.
  ///
  /// - Returns: Where the last box ends.
  /// - Throws: ``DeliveryFailure`` when there are more boxes than one file is worth.
  @discardableResult
  func each(_ boxes: BoxCursor, _ body: (Box) throws -> Void) throws -> Int64 {
    var boxes = boxes
    while let box = try boxes.next() { try body(box) }
    if boxes.wasCutShort {
      throw DeliveryFailure(
        code: .malformed, reason: "its boxes cannot be told apart, so nothing is taken out")
    }
    return boxes.lastEnd
  }

  /// Makes a box a `free` box of zeros.
  mutating func free(_ box: Box) {
    edits.overwrite(at: box.start + 4, with: Array("free".utf8))
    edits.zero(box.contentStart..<box.end)
  }

  /// Strips an XMP packet in its place; false when it must go.
  mutating func stripPacket(_ range: Range<Int64>) throws -> Bool {
    guard range.byteCount > 0, range.byteCount <= Int64(XMPStripping.maximumCount) else {
      return false
    }
    let old = try file.source.reader(at: range.lowerBound, count: Int(range.byteCount))
      .withRemaining { $0.copy() }
    // Packets in boxes may end with a NUL.
    let text = Array(old[..<(old.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0)])
    guard let new = XMPStripping.strip(text, options) else { return false }
    if new != text { edits.overwrite(at: range.lowerBound, with: new) }
    return true
  }

  /// The content of a box, `nil` above `limit`.
  func content(_ box: Box, upTo limit: Int) throws -> [UInt8]? {
    guard box.contentCount <= Int64(limit) else { return nil }
    return try file.content(of: box, upTo: limit).withRemaining { $0.copy() }
  }
}
