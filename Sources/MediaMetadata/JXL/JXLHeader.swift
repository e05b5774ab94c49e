internal import MediaModel

/// The head of a JPEG XL codestream: size, orientation, animation, and the curve of its colours.
///
/// - Note: Source: ISO/IEC 18181-1:2024 §D.2 (size), §D.3 (metadata), §E.2 (colour encoding).
struct JXLHeader {
  /// Stored pixels.
  private(set) var size: PixelSize?
  /// How they are turned; decoders do so without being asked.
  private(set) var orientation = Orientation.up
  /// True when the frames follow each other in time.
  private(set) var isAnimated = false
  /// H.273 transfer characteristics; `nil` where a profile or a gamma says it.
  private(set) var transfer: Int?
  /// H.273 colour primaries, those of screens for gray; `nil` where a profile or points say them.
  private(set) var primaries: Int?

  /// Bytes that hold all of it but for a file of hundreds of extra channels.
  static let count = 1_024
  private static let maximumExtraChannels = 256

  /// Reads a codestream from its two-byte signature on.
  ///
  /// What follows the size may be missing: it costs only itself.
  init(_ codestream: ByteReader) throws(ByteError) {
    var bytes = codestream
    guard try bytes.read(UInt16.self) == 0xFF0A else { throw .outOfBounds }
    var bits = LowBitReader(bytes)
    size = try Self.readSize(&bits)
    // A codestream cut in its head still has a size.
    try? readMetadata(&bits)
  }

  private static func readSize(_ bits: inout LowBitReader) throws(ByteError) -> PixelSize? {
    let isSmall = try bits.flag()
    let height = try readSide(&bits, isSmall)
    let ratio = try bits.bits(3)
    let ratios = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
    let width =
      ratio == 0
      ? try readSide(&bits, isSmall) : height * ratios[ratio - 1].0 / ratios[ratio - 1].1
    return PixelSize(checking: width, height)
  }

  private static func readSide(
    _ bits: inout LowBitReader, _ isSmall: Bool
  ) throws(ByteError) -> Int {
    if isSmall { return (try bits.bits(5) + 1) * 8 }
    return try bits.number((1, 9), (1, 13), (1, 18), (1, 30))
  }

  private mutating func readMetadata(_ bits: inout LowBitReader) throws(ByteError) {
    if try bits.flag() { return }
    if try bits.flag() { try readExtraFields(&bits) }
    try Self.skipDepth(&bits)
    _ = try bits.flag()  // buffers of 16 bits suffice
    let channels = try bits.number((0, 0), (1, 0), (2, 4), (1, 12))
    guard channels <= Self.maximumExtraChannels else { return }
    for _ in 0..<channels { try Self.skipChannel(&bits) }
    _ = try bits.flag()  // colours are stored as XYB
    try readColour(&bits)
  }

  private mutating func readExtraFields(_ bits: inout LowBitReader) throws(ByteError) {
    orientation = Orientation(exifValue: try bits.bits(3) + 1)
    if try bits.flag() { _ = try Self.readSize(&bits) }  // intrinsic size
    if try bits.flag() { try Self.skipPreview(&bits) }
    isAnimated = try bits.flag()
    guard isAnimated else { return }
    _ = try bits.number((100, 0), (1_000, 0), (1, 10), (1, 30))
    _ = try bits.number((1, 0), (1_001, 0), (1, 8), (1, 10))
    _ = try bits.number((0, 0), (0, 3), (0, 16), (0, 32))
    _ = try bits.flag()
  }

  private static func skipPreview(_ bits: inout LowBitReader) throws(ByteError) {
    let isSmall = try bits.flag()
    func skipSide(_ bits: inout LowBitReader) throws(ByteError) {
      _ =
        isSmall
        ? try bits.number((16, 0), (32, 0), (1, 5), (33, 9))
        : try bits.number((1, 6), (65, 8), (321, 10), (1_345, 12))
    }
    try skipSide(&bits)
    if try bits.bits(3) == 0 { try skipSide(&bits) }
  }

  private static func skipDepth(_ bits: inout LowBitReader) throws(ByteError) {
    if try bits.flag() {
      _ = try bits.number((32, 0), (16, 0), (24, 0), (1, 6))
      _ = try bits.bits(4)
    } else {
      _ = try bits.number((8, 0), (10, 0), (12, 0), (1, 6))
    }
  }

  private static func skipChannel(_ bits: inout LowBitReader) throws(ByteError) {
    if try bits.flag() { return }
    let kind = try bits.enumeration()
    try skipDepth(&bits)
    _ = try bits.number((0, 0), (3, 0), (4, 0), (1, 3))
    for _ in 0..<(try bits.number((0, 0), (0, 4), (16, 5), (48, 10))) { _ = try bits.bits(8) }
    switch kind {
    case 0: _ = try bits.flag()  // premultiplied alpha
    case 2: for _ in 0..<4 { _ = try bits.bits(16) }  // spot colour
    case 5: _ = try bits.number((1, 0), (0, 2), (3, 4), (19, 8))  // colour filter
    default: break
    }
  }

  private mutating func readColour(_ bits: inout LowBitReader) throws(ByteError) {
    if try bits.flag() {
      (primaries, transfer) = (1, 13)
      return
    }
    if try bits.flag() { return }  // an ICC profile
    let space = try bits.enumeration()
    if space == 2 { return }  // XYB has its own
    if try bits.enumeration() == 2 { try Self.skipPoints(1, &bits) }
    if space == 1 {
      primaries = 1
    } else {
      switch try bits.enumeration() {
      case 1: primaries = 1
      case 2: try Self.skipPoints(3, &bits)
      case 9: primaries = 9
      case 11: primaries = 12  // P3 is with the white of screens here
      default: break
      }
    }
    if try bits.flag() { return }  // a gamma
    transfer = try bits.enumeration()
  }

  private static func skipPoints(_ count: Int, _ bits: inout LowBitReader) throws(ByteError) {
    for _ in 0..<2 * count {
      _ = try bits.number((0, 19), (524_288, 19), (1_048_576, 20), (2_097_152, 21))
    }
  }
}
