internal import MediaModel

/// Reads the heap of a Canon CRW: camera, size, rotation and date.
///
/// - Note: Source: CIFF Specification 1.0 revision 4; ExifTool's tag table `CanonRaw`.
func readCRW(_ source: ByteSource, into metadata: inout EmbeddedMetadata) throws {
  var header = try source.reader(at: 0, count: 14)
  header.isBigEndian = header.starts(with: "MM")
  let start = Int64(try header.peek(UInt32.self, at: 2))
  var heap = CIFFHeap(source, isBigEndian: header.isBigEndian)
  let failure: ByteError?
  do {
    try heap.read(from: start, to: source.count, depth: 0)
    failure = nil
  } catch { failure = error }
  metadata.camera.make = heap.make
  metadata.camera.model = heap.model
  metadata.camera.serial = heap.serial
  metadata.camera.software = heap.software
  metadata.pixelSize = heap.size
  metadata.orientation = heap.orientation
  if let time = heap.time { metadata.captureTimes.append(time) }
  if let failure { throw failure }
}

/// A heap of records with its directory at the end; records may be heaps themselves.
private struct CIFFHeap {
  private(set) var make: String?
  private(set) var model: String?
  private(set) var serial: String?
  private(set) var software: String?
  private(set) var size: PixelSize?
  private(set) var orientation = Orientation.up
  private(set) var time: CaptureTimeCandidate?
  private let source: ByteSource
  private let isBigEndian: Bool
  private var remainingEntries = CIFFHeap.maximumEntries

  private static let maximumDepth = 8
  /// Entries of all heaps together; files have about a hundred.
  private static let maximumEntries = 4_096
  private static let maximumText = 256

  init(_ source: ByteSource, isBigEndian: Bool) {
    self.source = source
    self.isBigEndian = isBigEndian
  }

  private func bytes(at offset: Int64, _ count: Int) throws(ByteError) -> ByteReader {
    var bytes = try source.reader(at: offset, count: count)
    bytes.isBigEndian = isBigEndian
    return bytes
  }

  /// Reads the heap between two offsets; its last four bytes say where its directory begins.
  mutating func read(from start: Int64, to end: Int64, depth: Int) throws(ByteError) {
    guard depth < Self.maximumDepth, end - start >= 6 else { return }
    let directory = start + Int64(try bytes(at: end - 4, 4).peek(UInt32.self, at: 0))
    let count = Int(try bytes(at: directory, 2).peek(UInt16.self, at: 0))
    var entries = try bytes(at: directory + 2, min(count, remainingEntries) * 10)
    remainingEntries -= min(count, remainingEntries)
    while !entries.isAtEnd {
      let entry = try entries.slice(10)
      let tag = try entry.peek(UInt16.self, at: 0)
      // Bit 14: the value stands in the entry itself.
      if tag & 0x4000 != 0 {
        try take(tag & 0x3FFF, entry.slice(2..<10))
        continue
      }
      let length = Int64(try entry.peek(UInt32.self, at: 2))
      let offset = start + Int64(try entry.peek(UInt32.self, at: 6))
      if tag & 0x3800 == 0x2800 || tag & 0x3800 == 0x3000 {
        try read(from: offset, to: offset + length, depth: depth + 1)
      } else if Self.isWanted(tag) {
        try take(tag, bytes(at: offset, Int(min(length, Int64(Self.maximumText)))))
      }
    }
  }

  private static func isWanted(_ tag: UInt16) -> Bool {
    [0x080A, 0x080B, 0x180B, 0x180E, 0x1810].contains(tag)
  }

  private mutating func take(_ tag: UInt16, _ value: ByteReader) throws(ByteError) {
    switch tag {
    case 0x080A: takeNames(value)
    case 0x080B: software = software ?? value.withRemaining(MetadataText.clean)
    case 0x180B:
      let number = try value.peek(UInt32.self, at: 0)
      if number > 0 { serial = serial ?? String(number) }
    case 0x180E:
      let seconds = Int(try value.peek(UInt32.self, at: 0))
      time = time ?? .cameraClock(seconds: seconds)
    case 0x1810 where size == nil:
      size = PixelSize(
        checking: Int(try value.peek(UInt32.self, at: 0)),
        Int(try value.peek(UInt32.self, at: 4)))
      orientation = Orientation(degrees: Int(try value.peek(Int32.self, at: 12)))
    default: break
    }
  }

  /// Takes make and model, each with a NUL behind it.
  private mutating func takeNames(_ value: ByteReader) {
    guard make == nil else { return }
    make = value.withRemaining(MetadataText.clean)
    model = value.withRemaining { names in
      names.firstIndex(of: 0).flatMap {
        MetadataText.clean(names.slice(min($0 + 1, names.count)..<names.count))
      }
    }
  }
}
