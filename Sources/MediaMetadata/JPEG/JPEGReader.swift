internal import MediaModel

/// Reads the segments of a JPEG up to its scan.
///
/// - Note: Source: ITU-T T.81 Annex B; Exif 2.32 §4.5.4; ICC.1:2010 Annex B.4.
func readJPEG(_ source: ByteSource, into metadata: inout EmbeddedMetadata) throws {
  metadata.codec = "jpeg"
  var segments = JPEGSegments(source)
  var failure: ByteError?
  do { try segments.scan() } catch { failure = error }
  metadata.pixelSize = segments.size
  segments.blocks.read(into: &metadata)
  if let failure { throw failure }
  if segments.size == nil { throw ContainerError.malformed("No frame header before the scan.") }
}

/// What stands before the first scan of a JPEG.
struct JPEGSegments {
  var size: PixelSize?
  var blocks = MetadataBlocks()
  private let source: ByteSource
  private var offset: Int64

  /// Bytes between two segments that are searched for a marker.
  private static let maximumGap = 64 * 1_024
  /// More segments than this are an attack on our time.
  private static let maximumSegments = 4_096
  /// Marker, length, and enough for the longest identifier.
  private static let headCount = 48

  /// Begins with a picture that starts at `offset`, as raw files hold one.
  init(_ source: ByteSource, at offset: Int64 = 0) {
    self.source = source
    // Behind the marker of the start of an image.
    self.offset = offset + 2
  }

  /// Walks from marker to marker; files may put fill bytes or junk between segments.
  mutating func scan() throws(ByteError) {
    for _ in 0..<Self.maximumSegments {
      guard let marker = try nextMarker() else { return }
      switch marker {
      case 0xD9, 0xDA: return
      case 0x01, 0xD0...0xD8: continue
      default: try readSegment(marker)
      }
    }
  }

  /// Moves behind the next marker; `nil` at the end of the file.
  private mutating func nextMarker() throws(ByteError) -> UInt8? {
    var isMarker = false
    var searched = 0
    while searched < Self.maximumGap {
      var bytes = try source.reader(at: offset, upTo: Self.headCount)
      if bytes.isAtEnd { return nil }
      while !bytes.isAtEnd {
        let byte = try bytes.read(UInt8.self)
        offset += 1
        searched += 1
        if byte == 0xFF { isMarker = true; continue }
        if isMarker, byte != 0 { return byte }
        isMarker = false
      }
    }
    return nil
  }

  private mutating func readSegment(_ marker: UInt8) throws(ByteError) {
    let head = try source.reader(at: offset, upTo: Self.headCount)
    let count = Int(try head.peek(UInt16.self, at: 0))
    guard count >= 2 else { return }
    switch marker {
    case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF, 0xF7: try readFrame(head)
    case 0xE1: try readAPP1(head, count)
    case 0xE2 where blocks.icc == nil: try readProfile(head, count)
    case 0xED where head.holds("Photoshop 3.0\0", at: 2):
      blocks.photoshop.append(try content(of: count, after: 14))
    default: break
    }
    offset += Int64(count)
  }

  /// Takes the size of the first frame; later ones belong to other pictures.
  private mutating func readFrame(_ head: ByteReader) throws(ByteError) {
    let height = Int(try head.peek(UInt16.self, at: 3))
    let width = Int(try head.peek(UInt16.self, at: 5))
    if size == nil, width > 0, height > 0 { size = PixelSize(width: width, height: height) }
  }

  private mutating func readAPP1(_ head: ByteReader, _ count: Int) throws(ByteError) {
    if head.holds("Exif\0", at: 2) {
      blocks.exif.append(try content(of: count, after: 6))
    } else if head.holds("://ns.adobe.com/xap/1.0/\0", at: 6) {
      // The four bytes before are `http`, or `XMP` and a NUL from an agency's program.
      blocks.xmp.append(try content(of: count, after: 29))
    } else if blocks.extendedXMP.count < ExtendedXMP.maximumParts,
      head.holds("http://ns.adobe.com/xmp/extension/\0", at: 2)
    {
      blocks.extendedXMP.append(try content(of: count, after: 35))
    }
  }

  /// Takes the first part of a profile, where its name stands.
  private mutating func readProfile(_ head: ByteReader, _ count: Int) throws(ByteError) {
    guard head.holds("ICC_PROFILE\0", at: 2), try head.peek(UInt8.self, at: 14) <= 1 else { return }
    blocks.icc = try content(of: count, after: 14)
  }

  /// A segment's bytes behind its identifier; a cut file gives what it has.
  private func content(of count: Int, after identifier: Int) throws(ByteError) -> ByteReader {
    let whole = try source.reader(at: offset, upTo: count)
    return try whole.slice(min(2 + identifier, whole.count)..<whole.count)
  }
}
