internal import MediaModel

extension EXIFFields {
  /// Hands all values to `metadata`, which keeps what it already knows.
  func apply(to metadata: inout EmbeddedMetadata) {
    applyCamera(to: &metadata.camera)
    applyExposure(to: &metadata.exposure)
    applyWords(to: &metadata.annotations)
    if metadata.format.isTurnedByEXIF, metadata.orientation == .up, let orientation {
      metadata.orientation = orientation
    }
    if metadata.location == nil { metadata.location = gps.location }
    applyTimes(to: &metadata)
    applyKind(to: &metadata)
    warnIfHemisphereIsMissing(&metadata)
    // A block that both readers went through warns twice of one value.
    for warning in warnings where !metadata.warnings.contains(warning) {
      metadata.warnings.append(warning)
    }
  }

  private func applyCamera(to camera: inout EmbeddedMetadata.Camera) {
    camera.make = camera.make ?? self.camera.make
    camera.model = camera.model ?? self.camera.model
    camera.serial = camera.serial ?? self.camera.serial
    camera.lensMake = camera.lensMake ?? self.camera.lensMake
    camera.lensModel = camera.lensModel ?? self.camera.lensModel
    camera.software = camera.software ?? self.camera.software
  }

  private func applyExposure(to known: inout EmbeddedMetadata.Exposure) {
    known.iso = known.iso ?? iso
    known.fNumber = known.fNumber ?? exposure.fNumber
    known.exposureTime = known.exposureTime ?? exposure.exposureTime
    known.exposureBias = known.exposureBias ?? exposure.exposureBias
    known.focalLength = known.focalLength ?? exposure.focalLength
    known.focalLength35mm = known.focalLength35mm ?? exposure.focalLength35mm
    known.flashFired = known.flashFired ?? exposure.flashFired
    known.whiteBalance = known.whiteBalance ?? exposure.whiteBalance
    known.metering = known.metering ?? exposure.metering
  }

  private func applyWords(to known: inout EmbeddedMetadata.Annotations) {
    known.rating = known.rating ?? rating
    known.caption = known.caption ?? caption
    known.artist = known.artist ?? artist
    known.copyright = known.copyright ?? copyright
  }

  private func applyKind(to metadata: inout EmbeddedMetadata) {
    metadata.burstID = metadata.burstID ?? appleNote?.burstID
    metadata.contentID = metadata.contentID ?? appleNote?.contentID
    if isScreenshot { metadata.subtypes.insert(.screenshot) }
    if let lens = camera.lensModel, lens.isFrontLens { metadata.subtypes.insert(.selfie) }
  }

  private func applyTimes(to metadata: inout EmbeddedMetadata) {
    let times = captureTimes
    if metadata.captureTimes.isEmpty {
      metadata.captureTimes = times
      return
    }
    for time in times where !metadata.captureTimes.contains(where: { $0.source == time.source }) {
      metadata.captureTimes.append(time)
    }
  }

  private func warnIfHemisphereIsMissing(_ metadata: inout EmbeddedMetadata) {
    guard gps.location == nil, gps.latitude != nil, gps.longitude != nil else { return }
    metadata.warnings.append(
      MetadataWarning(tag: "gps:GPSLatitudeRef", reason: "position without its hemisphere"))
  }
}

extension String {
  /// True for lenses such as "iPhone 13 front camera 2.71mm f/2.2".
  fileprivate var isFrontLens: Bool {
    var text = self
    return text.withUTF8 { units in
      let word: StaticString = " front "
      return word.withUTF8Buffer { word in
        guard units.count >= word.count else { return false }
        return (0...units.count - word.count).contains { start in
          units[start..<start + word.count].elementsEqual(word)
        }
      }
    }
  }
}

extension MediaFormat {
  /// True when EXIF says how the stored pixels are turned; the other containers say it themselves.
  var isTurnedByEXIF: Bool {
    switch self {
    case .heic, .heif, .avif, .jxl: false
    default: true
    }
  }
}
