internal import CVips
internal import MediaMetadata
internal import MediaModel

/// Decodes a JPEG in memory: its thumbnail when that will do, else the picture, as small as it can.
struct JPEGFile {
  let limits: DecodingLimits
  let orientation: Orientation
  let geometry: PictureGeometry
  /// Set when the embedded profile is the one of screens.
  var isSRGB = false

  /// Bytes of a head that hold most EXIF blocks with their thumbnails.
  private static let headCount = 96 * 1_024

  /// Smaller pictures are decoded fast, and programs that make them leave old thumbnails behind.
  private static let largePixelCount = 1_000_000

  /// Decodes an open file, reading no more of it than is needed.
  func decode(_ file: borrowing OpenMedia) throws(RenderFailure) -> DecodedPicture {
    let head = try file.read(upTo: Self.headCount)
    var outline = JPEGOutline(head)
    if let preview = preview(outline, in: head, isFallback: false) { return preview }
    let bytes = file.count > head.count ? try file.read(upTo: limits.fileByteCount) : head
    if !outline.isComplete, bytes.count > head.count {
      outline = JPEGOutline(bytes)
      if let preview = preview(outline, in: bytes, isFallback: false) { return preview }
    }
    do throws(RenderFailure) {
      return try decode(bytes, outline)
    } catch {
      // A small picture is better than none, unless detail is wanted.
      guard !geometry.wantsDetail, let preview = preview(outline, in: bytes, isFallback: true)
      else { throw error }
      return preview
    }
  }

  /// Decodes bytes that are a JPEG from start to end.
  func decode(_ bytes: [UInt8], _ outline: JPEGOutline) throws(RenderFailure) -> DecodedPicture {
    guard let size = outline.size else { throw .damaged("it has no frame") }
    let shown = orientation.displaySize(of: size)
    let wanted = storedSize(of: size)
    try check(outline, size, byteCount: bytes.count, wanted)
    let pixels =
      outline.componentCount == 4
      ? try decodePrinted(bytes, size, wanted) : try decode(bytes, outline, size, wanted)
    return DecodedPicture(pixels: pixels, orientation: orientation, fullSize: shown)
  }

  private func decode(
    _ bytes: [UInt8], _ outline: JPEGOutline, _ size: PixelSize, _ wanted: PixelSize
  ) throws(RenderFailure) -> DecodedPicture.Pixels {
    let profile = isSRGB ? nil : outline.profile.flatMap { ColorProfile($0) }
    // A profile of one channel fits only a gray picture, and the other way round.
    let isGray = outline.componentCount == 1 && profile?.isGray == true
    let decoder = try JPEGDecoder()
    let bitmap = try bytes.withBytes { bytes throws(RenderFailure) in
      try decoder.decode(bytes, size: size, atLeast: wanted, channels: isGray ? 1 : 3)
    }
    guard let profile, profile.isGray == isGray else { return .bitmap(bitmap) }
    return .bitmap(bitmap, profile: profile.bytes)
  }

  /// Four inks: libvips knows which of them Adobe's programs store inverted.
  private func decodePrinted(
    _ bytes: [UInt8], _ size: PixelSize, _ wanted: PixelSize
  ) throws(RenderFailure) -> DecodedPicture.Pixels {
    let memory = Bytes(bytes)
    let width = JPEGDecoder.scaled(size, atLeast: wanted).width
    let shrink = [8, 4, 2, 1].first { (size.width + $0 - 1) / $0 >= width } ?? 1
    return .lazy(
      try VipsPicture.make(memory: memory) {
        cvips_jpeg(memory.buffer.baseAddress, memory.buffer.count, $0, Int32(shrink))
      })
  }

  private func preview(
    _ outline: JPEGOutline, in bytes: [UInt8], isFallback: Bool
  ) -> DecodedPicture? {
    guard let range = outline.thumbnail, let size = outline.size, range.upperBound <= bytes.count,
      isFallback || size.width * size.height >= Self.largePixelCount
    else { return nil }
    let content = Array(bytes[range])
    let inner = JPEGOutline(content)
    guard let small = inner.size, inner.componentCount != 4 else { return nil }
    let isAccepted =
      isFallback
      ? PictureGeometry.haveSameShape(small, size, tolerance: 0.01)
      : geometry.accepts(
        orientation.displaySize(of: small), for: orientation.displaySize(of: size))
    guard isAccepted else { return nil }
    // One that cannot be decoded is as good as none.
    let wanted = isFallback ? small : storedSize(of: size)
    guard var pixels = try? decode(content, inner, small, wanted) else { return nil }
    // Its colours are those of the picture, whose profile it seldom repeats.
    if case .bitmap(let bitmap, nil) = pixels, bitmap.channels == 3, !isSRGB,
      let profile = outline.profile.flatMap({ ColorProfile($0) }), !profile.isGray
    {
      pixels = .bitmap(bitmap, profile: profile.bytes)
    }
    return DecodedPicture(
      pixels: pixels, orientation: orientation,
      fullSize: isFallback ? nil : orientation.displaySize(of: size), isFromEmbeddedPreview: true)
  }

  private func storedSize(of size: PixelSize) -> PixelSize {
    orientation.displaySize(of: geometry.reducedSize(of: orientation.displaySize(of: size)))
  }

  /// Refuses what would cost too much memory or time.
  private func check(
    _ outline: JPEGOutline, _ size: PixelSize, byteCount: Int, _ wanted: PixelSize
  ) throws(RenderFailure) {
    let area = size.width * size.height
    let scaled = JPEGDecoder.scaled(size, atLeast: wanted)
    let pixels = scaled.width * scaled.height * 4
    // Two bytes a coefficient, half as many again for the colours.
    let coefficients = outline.isProgressive ? area * 3 : 0
    guard pixels + coefficients <= limits.byteCount else { throw .tooLarge(size) }
    // Even the emptiest picture takes one byte for a block of 16×16 pixels.
    if area > 64 << 20, area / 256 > byteCount, !outline.isProgressive {
      throw .damaged("most of its \(size.width)×\(size.height) pixels are missing")
    }
  }
}

extension Array<UInt8> {
  /// Borrows the bytes; a typed throw passes through.
  func withBytes<R>(
    _ body: (UnsafeRawBufferPointer) throws(RenderFailure) -> R
  ) throws(RenderFailure) -> R {
    let result = withUnsafeBytes { bytes in
      Result { () throws(RenderFailure) -> R in try body(bytes) }
    }
    return try result.get()
  }
}

/// Bytes that stay where they are for as long as someone holds this.
final class Bytes {
  let buffer: UnsafeMutableRawBufferPointer

  init(_ bytes: [UInt8]) {
    buffer = .allocate(byteCount: bytes.count, alignment: 1)
    buffer.copyBytes(from: bytes)
  }

  deinit { buffer.deallocate() }
}
