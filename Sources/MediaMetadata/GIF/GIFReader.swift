internal import MediaModel

/// Reads the blocks of a GIF: size, frames and their delays.
///
/// - Note: Source: GIF89a §18…§26. Delays count as written, though viewers stretch short ones.
func readGIF(_ source: ByteSource, into metadata: inout EmbeddedMetadata) throws {
  metadata.codec = "gif"
  var blocks = GIFBlocks(source)
  var failure: ByteError?
  do { try blocks.scan() } catch { failure = error }
  metadata.pixelSize = blocks.size
  blocks.metadata.read(into: &metadata)
  if blocks.frames > 1 {
    metadata.isAnimated = true
    // A file too large to read to its end has frames that were not counted.
    if failure != .budgetExhausted {
      metadata.duration = .milliseconds(blocks.centiseconds * 10)
    }
  }
  if let failure { throw failure }
  if blocks.size == nil { throw ContainerError.malformed("The screen has no size.") }
}

/// What the blocks of a GIF say.
private struct GIFBlocks {
  var size: PixelSize?
  var frames = 0
  var centiseconds = 0
  var metadata = MetadataBlocks()
  private let source: ByteSource
  private var window = ByteReader([])
  /// Where the window ends in the file.
  private var end: Int64 = 0
  private var delay = 0

  /// A GIF is a chain of blocks of 255 bytes at most, so all of it is read, in pieces of this.
  private static let windowCount = 256 * 1_024
  private static let profileHead = 2 * 1_024
  /// The bytes that let a reader skip an XMP packet as if it were blocks.
  private static let trailerCount = 258

  init(_ source: ByteSource) { self.source = source }

  private var offset: Int64 { end - Int64(window.remaining) }

  mutating func scan() throws(ByteError) {
    try skip(6)
    let width = Int(try word())
    let height = Int(try word())
    if width > 0, height > 0 { size = PixelSize(width: width, height: height) }
    let flags = try byte()
    try skip(2)
    try skipColors(flags)
    while true {
      switch try byte() {
      case 0x2C: try readImage()
      case 0x21: try readExtension()
      case 0x3B: return
      default: throw .outOfBounds
      }
    }
  }

  private mutating func readImage() throws(ByteError) {
    let left = Int(try word())
    let top = Int(try word())
    let width = Int(try word())
    let height = Int(try word())
    if frames == 0 { grow(toWidth: left + width, height: top + height) }
    try skipColors(try byte())
    try skip(1)
    try skipBlocks()
    frames += 1
    centiseconds += delay
    delay = 0
  }

  /// Grows the screen, as viewers do for a first frame that is larger or a screen without a size.
  private mutating func grow(toWidth width: Int, height: Int) {
    let screen = size ?? PixelSize(width: 0, height: 0)
    let grown = PixelSize(width: max(screen.width, width), height: max(screen.height, height))
    if grown.width > 0, grown.height > 0 { size = grown }
  }

  private mutating func readExtension() throws(ByteError) {
    switch try byte() {
    case 0xF9:
      let count = Int(try byte())
      if count >= 4 {
        try skip(1)
        delay = Int(try word())
        try skip(count - 3)
      } else {
        try skip(count)
      }
    case 0xFF: try readApplication()
    default: break
    }
    try skipBlocks()
  }

  private mutating func readApplication() throws(ByteError) {
    let count = Int(try byte())
    try fill(count)
    let isXMP = window.starts(with: "XMP DataXMP")
    let isProfile = window.starts(with: "ICCRGBG1012")
    try skip(count)
    if isProfile { try readProfile() }
    if isXMP { try readXMP() }
  }

  /// Takes the first blocks of a profile, in which its name stands.
  private mutating func readProfile() throws(ByteError) {
    var profile: [UInt8] = []
    while profile.count < Self.profileHead {
      let count = Int(try byte())
      if count == 0 {
        try move(to: offset - 1)
        break
      }
      try fill(count)
      profile += try window.bytes(count)
    }
    metadata.icc = ByteReader(profile)
  }

  private mutating func readXMP() throws(ByteError) {
    let start = offset
    try skipBlocks()
    let length = offset - start - Int64(Self.trailerCount)
    if length > 0, length <= 1 << 20 {
      metadata.xmp.append(try source.reader(at: start, count: Int(length)))
    }
    // The caller skips to the end of the blocks once more: step back onto the terminator.
    try move(to: offset - 1)
  }

  private mutating func skipColors(_ flags: UInt8) throws(ByteError) {
    if flags & 0x80 != 0 { try skip(3 << (Int(flags & 7) + 1)) }
  }

  private mutating func skipBlocks() throws(ByteError) {
    while true {
      let count = Int(try byte())
      if count == 0 { return }
      try skip(count)
    }
  }

  private mutating func byte() throws(ByteError) -> UInt8 {
    try fill(1)
    return try window.read()
  }

  private mutating func word() throws(ByteError) -> UInt16 {
    try fill(2)
    return try window.read()
  }

  private mutating func skip(_ count: Int) throws(ByteError) {
    if count <= window.remaining {
      try window.skip(count)
    } else {
      try move(to: offset + Int64(count))
    }
  }

  /// Makes sure that `count` bytes stand in the window.
  private mutating func fill(_ count: Int) throws(ByteError) {
    guard window.remaining < count else { return }
    try move(to: offset)
    guard window.remaining >= count else { throw .outOfBounds }
  }

  private mutating func move(to offset: Int64) throws(ByteError) {
    window = try source.reader(at: offset, upTo: Self.windowCount)
    window.isBigEndian = false
    end = offset + Int64(window.count)
  }
}
