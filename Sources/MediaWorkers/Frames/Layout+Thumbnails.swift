internal import MediaModel

extension ThumbnailSpecification {
  /// A specification with every field set.
  static let complete = ThumbnailSpecification(
    bound: PixelSize(width: 640, height: 480), fit: .cover, format: .webp, quality: 75,
    posterTime: .milliseconds(1_500))
}

extension RenderedThumbnail {
  /// A thumbnail with every field set, each to another value.
  static let complete = RenderedThumbnail(
    bytes: [0xFF, 0xD8, 0xFF, 0xD9], size: PixelSize(width: 640, height: 427),
    isFromEmbeddedPreview: true, differenceHash: 0x0123_4567_89AB_CDEF, meanColor: 0x33_66_99,
    look: PictureLook(
      hash: PerceptualHash(bits: 0xFEDC_BA98_7654_3210, detail: 48), dominantColor: 0x99_66_33,
      placeholder: [1, 2, 3]))
}
