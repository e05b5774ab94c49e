internal import MediaModel

/// What the first sequence parameter set of an `avcC` box says of H.264 pictures.
///
/// Phones and cameras write it rightly where sample entries lie, and it holds the pixel aspect of
/// files without a `pasp` box.
///
/// - Note: Source: ITU-T H.264 (08/2021) §7.3.2.1, annex E; ISO/IEC 14496-15:2022 §5.3.3.
struct AVCConfiguration {
  /// Pixels after cropping.
  private(set) var size = PixelSize(width: 0, height: 0)
  /// Width over height of one pixel; `nil` when unspecified.
  private(set) var pixelAspect: Double?
  /// H.273 transfer characteristics; `nil` when unspecified.
  private(set) var transfer: UInt16?
  private var isCropped = false

  /// Reads the content of an `avcC` box; `nil` when it holds no parameter set.
  init?(_ reader: inout ByteReader) throws(ByteError) {
    try reader.skip(5)
    guard try reader.read(UInt8.self) & 0x1F > 0 else { return nil }
    let count = Int(try reader.read(UInt16.self))
    var bits = BitReader(unescaping: try reader.bytes(min(count, 4_096)))
    guard try bits.read(8) & 0x1F == 7 else { return nil }
    try readSet(&bits)
  }

  /// The size to believe when the sample entry says `entry`.
  ///
  /// Macroblocks are 16 pixels wide; an entry that only cuts the last ones off is right.
  func size(besides entry: PixelSize?) -> PixelSize? {
    guard (1...32_768).contains(size.width), (1...32_768).contains(size.height) else {
      return entry
    }
    guard let entry, !isCropped else { return size }
    let cutsOff = (size.width - entry.width, size.height - entry.height)
    return (0..<16).contains(cutsOff.0) && (0..<16).contains(cutsOff.1) ? entry : size
  }

  private mutating func readSet(_ bits: inout BitReader) throws(ByteError) {
    let profile = try bits.read(8)
    try bits.skip(16)
    _ = try bits.readUE()
    var chroma = 1
    if [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135].contains(profile) {
      chroma = try Self.readChroma(&bits)
    }
    _ = try bits.readUE()
    try Self.skipPictureOrder(&bits)
    _ = try bits.readUE()
    try bits.skip(1)
    let width = (try bits.readUE() + 1) * 16
    let mapUnits = try bits.readUE() + 1
    let isFrames = try bits.read(1) == 1
    if !isFrames { try bits.skip(1) }
    try bits.skip(1)
    let fields = isFrames ? 1 : 2
    size = PixelSize(width: width, height: mapUnits * 16 * fields)
    if try bits.read(1) == 1 {
      let horizontal = (try bits.readUE() + bits.readUE()) * (chroma == 1 || chroma == 2 ? 2 : 1)
      let vertical = (try bits.readUE() + bits.readUE()) * (chroma == 1 ? 2 : 1) * fields
      size = PixelSize(width: size.width - horizontal, height: size.height - vertical)
      isCropped = true
    }
    if try bits.read(1) == 1 { try readUsability(&bits) }
  }

  private static func readChroma(_ bits: inout BitReader) throws(ByteError) -> Int {
    let chroma = try bits.readUE()
    if chroma == 3 { try bits.skip(1) }
    _ = try bits.readUE()
    _ = try bits.readUE()
    try bits.skip(1)
    guard try bits.read(1) == 1 else { return chroma }
    for list in 0..<(chroma == 3 ? 12 : 8) {
      guard try bits.read(1) == 1 else { continue }
      var (last, next) = (8, 8)
      for _ in 0..<(list < 6 ? 16 : 64) {
        if next != 0 { next = (last + (try bits.readSE()) + 256) % 256 }
        last = next == 0 ? last : next
      }
    }
    return chroma
  }

  private static func skipPictureOrder(_ bits: inout BitReader) throws(ByteError) {
    switch try bits.readUE() {
    case 0: _ = try bits.readUE()
    case 1:
      try bits.skip(1)
      _ = try bits.readSE()
      _ = try bits.readSE()
      for _ in 0..<min(try bits.readUE(), 255) { _ = try bits.readSE() }
    default: break
    }
  }

  private mutating func readUsability(_ bits: inout BitReader) throws(ByteError) {
    if try bits.read(1) == 1 {
      let index = try bits.read(8)
      var ratio = index < Self.ratios.count ? Self.ratios[index] : (0, 0)
      if index == 255 { ratio = (try bits.read(16), try bits.read(16)) }
      if ratio.0 > 0, ratio.1 > 0 { pixelAspect = Double(ratio.0) / Double(ratio.1) }
    }
    if try bits.read(1) == 1 { try bits.skip(1) }
    if try bits.read(1) == 1 {
      try bits.skip(4)
      if try bits.read(1) == 1 {
        try bits.skip(8)
        transfer = UInt16(try bits.read(8))
      }
    }
  }

  /// Table E-1.
  private static let ratios: [(Int, Int)] = [
    (0, 0), (1, 1), (12, 11), (10, 11), (16, 11), (40, 33), (24, 11), (20, 11), (32, 11), (80, 33),
    (18, 11), (15, 11), (64, 33), (160, 99), (4, 3), (3, 2), (2, 1),
  ]
}

/// A cursor over single bits, the highest of a byte first.
struct BitReader {
  private let bytes: [UInt8]
  private var position = 0

  /// Takes a NAL unit and drops the bytes that only keep start codes from appearing.
  init(unescaping unit: [UInt8]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(unit.count)
    var zeros = 0
    for byte in unit {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    self.bytes = bytes
  }

  /// Reads 0…32 bits as a number.
  mutating func read(_ count: Int) throws(ByteError) -> Int {
    guard count <= bytes.count * 8 - position else { throw .outOfBounds }
    var value = 0
    for _ in 0..<count {
      value = value << 1 | Int(bytes[position >> 3] >> UInt8(7 - position & 7) & 1)
      position += 1
    }
    return value
  }

  /// Passes over bits.
  mutating func skip(_ count: Int) throws(ByteError) {
    guard count <= bytes.count * 8 - position else { throw .outOfBounds }
    position += count
  }

  /// Reads an unsigned Exp-Golomb code of at most 32 bits.
  mutating func readUE() throws(ByteError) -> Int {
    var zeros = 0
    while try read(1) == 0 {
      zeros += 1
      guard zeros < 32 else { throw .outOfBounds }
    }
    return (1 << zeros) - 1 + (try read(zeros))
  }

  /// Reads a signed Exp-Golomb code.
  mutating func readSE() throws(ByteError) -> Int {
    let code = try readUE()
    return code & 1 == 1 ? (code + 1) / 2 : -(code / 2)
  }
}
