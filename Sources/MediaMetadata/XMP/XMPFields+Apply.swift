internal import MediaModel

extension XMPFields {
  /// Hands what the camera knows to `metadata`, which keeps what it already has.
  ///
  /// Words go another way: they are merged with those of IPTC. `tiff:Orientation` is left alone:
  /// decoders turn pictures by EXIF only.
  func apply(to metadata: inout EmbeddedMetadata) {
    metadata.camera.make = metadata.camera.make ?? camera.make
    metadata.camera.model = metadata.camera.model ?? camera.model
    metadata.camera.lensModel = metadata.camera.lensModel ?? camera.lensModel
    if metadata.location == nil { metadata.location = location }
    metadata.captureTimes += captureTimes
    metadata.burstID = metadata.burstID ?? burstID
    metadata.subtypes.formUnion(subtypes)
    if hasGainMap {
      metadata.hdr = metadata.hdr ?? "gain-map"
      metadata.subtypes.insert(.hdr)
    }
    metadata.warnings += warnings
  }
}

extension EmbeddedMetadata.Annotations {
  /// Takes from `other` what is missing here.
  mutating func fill(from other: EmbeddedMetadata.Annotations) {
    rating = rating ?? other.rating
    label = label ?? other.label
    title = title ?? other.title
    caption = caption ?? other.caption
    if keywords.isEmpty { keywords = other.keywords }
    artist = artist ?? other.artist
    copyright = copyright ?? other.copyright
    place = place ?? other.place
  }
}
