internal import MediaModel

/// Strips a JPEG: its segments, its thumbnail, and what follows the picture.
///
/// Kept with any option: tables, frames and scans, JFIF, ICC profile, Adobe's colour transform.
/// Segments of unknown content go with any option.
///
/// - Note: Source: ITU-T T.81 Annex B; JFIF 1.02; Exif 2.32 §4.5; ICC.1:2010 Annex B.4; XMP part 3
///   §1.1.3; CIPA DC-007 (multi-picture format); ISO 21496-1 (gain maps).
struct JPEGStripping {
  /// What has to change.
  private(set) var edits = DeliveryEdits()
  private let source: ByteSource
  private let options: MetadataStripping
  private var exif: [JPEGSegmentCursor.Segment] = []
  private var photoshop: [JPEGSegmentCursor.Segment] = []
  private var extendedXMP: [JPEGSegmentCursor.Segment] = []
  private var multiPicture: JPEGSegmentCursor.Segment?
  private var orientation: UInt8?
  private var isPreview = false

  /// Prepares to strip bytes that begin with the marker of the start of an image.
  init(_ source: ByteSource, _ options: MetadataStripping) {
    self.source = source
    self.options = options
  }

  /// Strips a small JPEG that is a preview inside of something else, and what follows it.
  ///
  /// All of its own metadata goes, whatever was asked for: nobody looks for any there, and what a
  /// preview holds might hold a preview again.
  ///
  /// - Returns: `nil` when it is no JPEG that can be understood.
  static func preview(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
    var stripping = JPEGStripping(ByteSource(bytes: bytes), .all)
    stripping.isPreview = true
    do {
      let end = try stripping.stripPicture()
      let tail = Int(end)..<bytes.count
      // Previews are filled up with zeros or marks; nothing else belongs there.
      if !bytes[tail].allSatisfy({ $0 == 0 || $0 == 0xFF }) {
        stripping.edits.remove(end..<Int64(bytes.count))
      }
      return try stripping.edits.applied(to: bytes)
    } catch {
      return nil
    }
  }

  /// Strips the whole file.
  mutating func run() throws {
    let end = try stripPicture()
    if options.isTotal { return edits.remove(end..<max(end, source.count)) }
    let pictures = try MultiPicture.offsets(multiPicture, source)
    var trailer = JPEGTrailer(source, options, pictures: pictures)
    try trailer.strip(from: end)
    edits.add(trailer.edits, at: 0)
    try MultiPicture.rewrite(multiPicture, source, options, end: end, &edits)
  }

  /// Strips the segments up to the end of the picture; returns where that is.
  mutating func stripPicture() throws -> Int64 {
    var cursor = JPEGSegmentCursor(source)
    var last: Int64 = 2
    var isInScan = false
    while let segment = try cursor.next() {
      // Between segments of the head is nothing; between scans is the picture.
      if !isInScan { edits.remove(last..<segment.range.lowerBound) }
      if segment.marker == 0xDA { isInScan = true }
      try strip(segment, isInScan: isInScan)
      last = segment.range.upperBound
    }
    if !isInScan, cursor.end.lowerBound > last { edits.remove(last..<cursor.end.lowerBound) }
    try stripJoined()
    return cursor.position
  }

  // MARK: Segments

  private mutating func strip(_ segment: JPEGSegmentCursor.Segment, isInScan: Bool) throws {
    switch segment.marker {
    case 0xE0: try stripJFIF(segment)
    case 0xE1: try stripAPP1(segment)
    case 0xE2: try stripAPP2(segment)
    case 0xED:
      if !segment.isCut, try holds("Photoshop 3.0\0", segment) {
        photoshop.append(segment)
      } else {
        edits.remove(segment.range)
      }
    case 0xEB:
      // A picture of higher range is laid over this one.
      if try options.isTotal || !holds("HDR_RI", segment) { edits.remove(segment.range) }
    case 0xEE: if try !holds("Adobe", segment) { edits.remove(segment.range) }
    case 0xE3...0xEF: edits.remove(segment.range)
    case 0xFE: if options.contains(.captions) { edits.remove(segment.range) }
    // Tables, frames and scans, of JPEG-LS too.
    case 0xC0...0xCF, 0xDA...0xDF, 0xF7, 0xF8: break
    // Nothing else shows anything; inside a scan it is a damaged part of it.
    default: if !isInScan { edits.remove(segment.range) }
    }
  }

  private func holds(
    _ text: StaticString, _ segment: JPEGSegmentCursor.Segment
  ) throws -> Bool {
    try source.reader(at: segment.content.lowerBound, upTo: 48).starts(with: text)
  }

  /// Keeps JFIF, by `all` without its picture; what only calls itself APP0 goes.
  private mutating func stripJFIF(_ segment: JPEGSegmentCursor.Segment) throws {
    if segment.isCut { return edits.remove(segment.range) }
    if try holds("JFIF\0", segment), segment.content.byteCount >= 14 {
      guard segment.content.byteCount > 14, options.isTotal else { return }
      let head = try source.reader(at: segment.content.lowerBound, count: 12)
      edits.replace(
        segment.range, with: [0xFF, 0xE0, 0, 16] + head.withRemaining { $0.copy() } + [0, 0])
    } else if try !holds("JFXX\0", segment) || options.isTotal {
      edits.remove(segment.range)
    } else {
      // A thumbnail that is a JPEG of its own.
      let content = try bytes(segment)
      let picture = Array(content.dropFirst(6))
      if content.count > 6, content[5] == 0x10,
        JPEGStripping.preview(picture) != picture
      {
        edits.remove(segment.range)
      }
    }
  }

  private mutating func stripAPP1(_ segment: JPEGSegmentCursor.Segment) throws {
    if try holds("Exif\0", segment), !segment.isCut {
      exif.append(segment)
    } else if try source.reader(at: segment.content.lowerBound, upTo: 48)
      .holds("://ns.adobe.com/xap/1.0/\0", at: 4), !segment.isCut
    {
      let old = Array(try bytes(segment).dropFirst(29))
      guard !options.isTotal, let new = XMPStripping.strip(old, options) else {
        return edits.remove(segment.range)
      }
      if new != old { edits.overwrite(at: segment.content.lowerBound + 29, with: new) }
    } else if try holds("http://ns.adobe.com/xmp/extension/\0", segment), !segment.isCut {
      extendedXMP.append(segment)
    } else {
      edits.remove(segment.range)
    }
  }

  private mutating func stripAPP2(_ segment: JPEGSegmentCursor.Segment) throws {
    if try holds("ICC_PROFILE\0", segment) { return }
    if try holds("MPF\0", segment), !segment.isCut, !options.isTotal, multiPicture == nil {
      multiPicture = segment
    } else if try !holds("urn:iso:std:iso:ts:21496:-1\0", segment) || options.isTotal {
      edits.remove(segment.range)
    }
  }

  private func bytes(_ segment: JPEGSegmentCursor.Segment) throws(ByteError) -> [UInt8] {
    try source.reader(at: segment.content.lowerBound, count: Int(segment.content.byteCount))
      .withRemaining { $0.copy() }
  }

  // MARK: Blocks that are understood as a whole

  private mutating func stripJoined() throws {
    try stripEXIF()
    try stripPhotoshop()
    try stripExtendedXMP()
  }

  private mutating func stripEXIF() throws {
    if isPreview {
      for segment in exif { edits.remove(segment.range) }
      return
    }
    for (index, segment) in exif.enumerated() {
      let content = try bytes(segment)
      let block = Array(content.dropFirst(6))
      var reader = try? TIFFStripping(BlockBytes(block: ByteReader(block)), options)
      try? reader?.run()
      orientation = orientation ?? reader?.orientation
      if options.isTotal {
        // One of the segments makes room for what stays of all.
        if index == exif.count - 1, let orientation, orientation != 1 {
          let exif = Array("Exif\0\0".utf8) + MinimalEXIF.block(orientation)
          edits.replace(segment.range, with: [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif)
        } else {
          edits.remove(segment.range)
        }
      } else if let new = TIFFStripping<BlockBytes>.exif(block, options) {
        if new != block { edits.overwrite(at: segment.content.lowerBound + 6, with: new) }
      } else {
        edits.remove(segment.range)
      }
    }
  }

  /// A segment holds 64 KiB, so a resource may go on in the next one: all are joined and cut anew.
  private mutating func stripPhotoshop() throws {
    guard let first = photoshop.first else { return }
    var joined: [UInt8] = []
    for segment in photoshop { joined += try bytes(segment).dropFirst(14) }
    let new = PhotoshopStripping.strip(joined, options)
    if new == joined { return }
    for segment in photoshop { edits.remove(segment.range) }
    var rest = (new ?? [])[...]
    var segments: [UInt8] = []
    while !rest.isEmpty {
      let part = Array("Photoshop 3.0\0".utf8) + rest.prefix(65_000)
      let count = part.count + 2
      segments += [0xFF, 0xED, UInt8(count >> 8), UInt8(count & 0xFF)] + part
      rest = rest.dropFirst(65_000)
    }
    edits.replace(first.range.lowerBound..<first.range.lowerBound, with: segments)
  }

  /// The parts make one packet, in which names may stand across the joints.
  private mutating func stripExtendedXMP() throws {
    guard !extendedXMP.isEmpty else { return }
    var parts: [(offset: Int, place: Int64, content: [UInt8])] = []
    var names: Set<[UInt8]> = []
    for segment in extendedXMP {
      let content = try bytes(segment)
      guard content.count > 75 else { continue }
      let offset = Int(try ByteReader(content).peek(UInt32.self, at: 71))
      names.insert(Array(content[35..<71]))
      parts.append((offset, segment.content.lowerBound + 75, Array(content[75...])))
    }
    parts.sort { $0.offset < $1.offset }
    var joined: [UInt8] = []
    var isWhole = names.count == 1 && parts.count == extendedXMP.count && !options.isTotal
    for part in parts where isWhole {
      isWhole = part.offset == joined.count && part.content.count <= XMPStripping.maximumCount
      joined += part.content
    }
    guard isWhole, let new = XMPStripping.strip(joined, options) else {
      for segment in extendedXMP { edits.remove(segment.range) }
      return
    }
    if new == joined { return }
    for part in parts {
      edits.overwrite(
        at: part.place, with: Array(new[part.offset..<part.offset + part.content.count]))
    }
  }
}
