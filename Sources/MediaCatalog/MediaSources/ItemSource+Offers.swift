internal import MediaModel

extension ItemSource {
  /// The original, and what the compatible version will be as far as the catalog can tell.
  ///
  /// Whether a video needs another container is known only once its streams were looked at; its
  /// compatible type is then the one that it would be made into.
  func offers(within bounds: RenditionSpecification) -> [MediaOffer] {
    let own = ContentType(mime) ?? .data
    guard let format else { return [MediaOffer(own)] }
    let verdict = CompatibleEncoding.verdict(format: format, codec: codec, hdr: hdr)
    let isKept =
      verdict == .compatible && bounds.admits(size: size, byteCount: byteCount) == true
    let made: ContentType = format.type == .image ? .jpeg : .mp4
    return [MediaOffer(own), MediaOffer(isKept ? own : made, .compatible)]
  }
}
