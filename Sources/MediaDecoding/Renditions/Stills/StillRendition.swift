internal import MediaModel

/// A picture as an upright JPEG that every program opens.
struct StillRendition {
  let path: FilePath
  let metadata: EmbeddedMetadata
  let specification: RenditionSpecification
  let limits: DecodingLimits

  /// Below this, fewer pixels look better than coarser ones.
  private static let lowestQuality = 50
  /// The quality of pictures that were reduced to fit.
  private static let reducedQuality = 70
  private static let smallestSide = 16

  /// Decodes, encodes, writes.
  func write(to output: OutputFile) throws(RenderFailure) -> RenditionOutcome {
    let decoded = try PictureDecoder(
      path: path, metadata: metadata,
      geometry: PictureGeometry(maximumSide: specification.maximumSide), limits: limits,
      deadline: Deadline(in: limits.time)
    ).decode()
    let picture = try decoded.upright(PictureGeometry(maximumSide: specification.maximumSide))
      .flattened()
    let (bytes, size) = try encoded(picture)
    try output.write(bytes)
    return .made(
      RenditionOutcome.Made(
        method: .encoded, mime: MediaFormat.jpeg.mime, size: size, byteCount: Int64(bytes.count)))
  }

  /// The best picture that is no larger than the cap.
  ///
  /// The steps are the same for every cap and the first that fits is taken, so a larger cap never
  /// gives fewer bytes, pixels or a lower quality.
  private func encoded(
    _ picture: Bitmap
  ) throws(RenderFailure) -> (bytes: [UInt8], size: PixelSize) {
    var quality = specification.quality
    var picture = picture
    var isReduced = false
    while true {
      let bytes = try jpeg(picture, quality)
      guard let cap = specification.maximumByteCount, bytes.count > cap else {
        return (bytes, picture.size)
      }
      if quality > Self.lowestQuality, !isReduced {
        quality = max(Self.lowestQuality, quality - 10)
        continue
      }
      guard max(picture.width, picture.height) > Self.smallestSide else { throw .overLimit(cap) }
      quality = min(specification.quality, Self.reducedQuality)
      isReduced = true
      let smaller = PixelSize(
        width: max(1, Int((Double(picture.width) * 0.5.squareRoot()).rounded())),
        height: max(1, Int((Double(picture.height) * 0.5.squareRoot()).rounded())))
      picture = try VipsPicture.make(picture).reduced(to: smaller).bitmap()
    }
  }

  private func jpeg(_ picture: Bitmap, _ quality: Int) throws(RenderFailure) -> [UInt8] {
    let bytes = try JPEGEncoder.encode(picture, quality: quality)
    return EXIFBlock(metadata, size: picture.size).inserted(into: bytes)
  }
}
