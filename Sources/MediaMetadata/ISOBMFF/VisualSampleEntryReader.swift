internal import MediaModel

/// Reads the first entry of a video track's `stsd` box.
///
/// - Note: Source: ISO/IEC 14496-12:2022 §12.1.3; QuickTime File Format, "Video Sample Description".
struct VisualSampleEntryReader {
  private let file: BoxFile
  private var entry = VisualSampleEntry()
  private var codecAVC: AVCConfiguration?

  /// Fields of a visual sample entry after its header; boxes follow.
  private static let fieldCount = 78

  /// Starts on a file.
  init(_ file: BoxFile) { self.file = file }

  /// Reads the entry; `nil` when there is none.
  consuming func read(_ stsd: Box) throws(ByteError) -> VisualSampleEntry? {
    var entries = file.children(of: stsd, skipping: 8)
    guard let box = try entries.next() else { return nil }
    entry.codec = VideoCodec.name(sampleEntry: box.type)
    try readFields(box)
    // Canon's raw entries have more fields before their boxes, which hold nothing of use here.
    if box.type == "CRAW" { return entry }
    var boxes = file.children(of: box, skipping: Int64(Self.fieldCount))
    while let child = try boxes.next() { try readExtension(child) }
    if let codecAVC {
      entry.size = codecAVC.size(besides: entry.size)
      entry.pixelAspect = entry.pixelAspect ?? codecAVC.pixelAspect
      entry.colour.complete(transfer: codecAVC.transfer)
    }
    return entry
  }

  private mutating func readFields(_ box: Box) throws(ByteError) {
    try file.read(box, upTo: Self.fieldCount) { reader throws(ByteError) in
      try reader.skip(24)
      let width = Int(try reader.read(UInt16.self))
      let height = Int(try reader.read(UInt16.self))
      if width > 0, height > 0 { entry.size = PixelSize(width: width, height: height) }
    }
  }

  private mutating func readExtension(_ box: Box) throws(ByteError) {
    switch box.type {
    case "pasp":
      try file.read(box, upTo: 8) { reader throws(ByteError) in
        let horizontal = Double(try reader.read(UInt32.self))
        let vertical = Double(try reader.read(UInt32.self))
        let aspect = vertical > 0 ? horizontal / vertical : 0
        if aspect > 1.0 / 64, aspect < 64 { entry.pixelAspect = aspect }
      }
    case "avcC":
      try file.read(box, upTo: 4_096) { reader throws(ByteError) in
        codecAVC = try AVCConfiguration(&reader)
      }
    case "colr": try entry.colour.read(box, in: file)
    case "dvcC", "dvvC", "dvwC": entry.isDolbyVision = true
    case "vexu": entry.isStereo = true
    case "st3d":
      try file.read(box, upTo: 5) { reader throws(ByteError) in
        try reader.skip(4)
        if try reader.read(UInt8.self) != 0 { entry.isStereo = true }
      }
    case "esds": try readObjectType(box)
    case "sinf": try readOriginalFormat(box)
    default: break
    }
  }

  /// The object type of MPEG-4's descriptor tells what `mp4v` really holds.
  private mutating func readObjectType(_ box: Box) throws(ByteError) {
    try file.read(box, upTo: 64) { reader throws(ByteError) in
      try reader.skip(4)
      guard try Self.descriptor(&reader) == 3 else { return }
      try reader.skip(2)
      let flags = try reader.read(UInt8.self)
      if flags & 0x80 != 0 { try reader.skip(2) }
      if flags & 0x40 != 0 { try reader.skip(Int(reader.read(UInt8.self))) }
      if flags & 0x20 != 0 { try reader.skip(2) }
      guard try Self.descriptor(&reader) == 4 else { return }
      if let name = VideoCodec.name(objectType: try reader.read(UInt8.self)) { entry.codec = name }
    }
  }

  /// Reads the tag of a descriptor and passes over its length of one to four bytes.
  private static func descriptor(_ reader: inout ByteReader) throws(ByteError) -> UInt8 {
    let tag = try reader.read(UInt8.self)
    for _ in 0..<4 {
      if try reader.read(UInt8.self) & 0x80 == 0 { break }
    }
    return tag
  }

  /// An encrypted track names its codec in `sinf/frma`.
  private mutating func readOriginalFormat(_ sinf: Box) throws(ByteError) {
    var boxes = file.children(of: sinf)
    while let box = try boxes.next() {
      guard box.type == "frma" else { continue }
      try file.read(box, upTo: 4) { reader throws(ByteError) in
        entry.codec = VideoCodec.name(sampleEntry: FourCC(try reader.read(UInt32.self)))
      }
    }
  }
}
