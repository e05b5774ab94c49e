internal import MediaModel

/// Proves that two programs mean the same bytes.
enum Layout {
  /// Fingerprint of values in which every field is set, and of the names behind numbers.
  ///
  /// A field that is added, removed, moved or retyped changes it, so nobody has to remember to
  /// raise a number, and programs of different versions refuse each other instead of guessing.
  static let fingerprint: UInt64 = {
    var encoder = FieldCodec()
    encoder.write(MetadataOutcome.media(.complete, .blank))
    encoder.write(CaptureTimeSource.allCases.map(\.rawValue))
    encoder.write(TimePrecision.allCases.map(\.rawValue))
    encoder.write(Operation.makeThumbnails(.complete))
    encoder.write(ThumbnailSpecification.Fit.allCases)
    encoder.write(ThumbnailSpecification.Format.allCases)
    encoder.write(RenderOutcome.success(.complete))
    encoder.write(Operation.planDelivery(.all))
    encoder.write(DeliveryOutcome.planned(.complete))
    encoder.write(WorkerProtections.Kind.allCases)
    encoder.write(RenditionRequest.complete)
    encoder.write(RenditionReport.progress(RenditionProgress(part: 0.5, seconds: 60)))
    encoder.write(RenditionReport.finished(.complete))
    encoder.write(RenditionReport.failed(.blank))
    encoder.write(Rendition.Method.allCases)
    return encoder.output.reduce(0xCBF2_9CE4_8422_2325) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01B3  // FNV-1a
    }
  }()
}

extension EmbeddedMetadata {
  /// Metadata with every field set, each to another value.
  static let complete: EmbeddedMetadata = {
    var value = EmbeddedMetadata(format: .heic)
    value.codec = "hevc"
    value.pixelSize = PixelSize(width: 4_032, height: 3_024)
    value.orientation = .right
    value.displaySize = PixelSize(width: 3_024, height: 4_032)
    value.duration = Duration(secondsComponent: 3, attosecondsComponent: 33_000_000_000_000_000)
    value.frameRate = 29.97
    value.captureFrameRate = 240
    value.hasAudio = true
    value.hdr = "hlg"
    value.isAnimated = true
    value.captureTimes = [
      CaptureTimeCandidate(
        source: .exifOriginal, wallTime: WallTime(nanoseconds: 1_689_336_896_789_000_000),
        offset: UTCOffset(seconds: 7_200), precision: .subsecond)
    ]
    value.camera = .complete
    value.exposure = .complete
    value.location = Location(latitude: 48.137, longitude: 11.575, altitude: 519, direction: 271)
    value.annotations = .complete
    value.colorProfile = "Display P3"
    value.burstID = "burst"
    value.contentID = "content"
    value.subtypes = [.livePhoto, .burst]
    value.warnings = [MetadataWarning(tag: "exif:GPSAltitude", reason: "0/0")]
    return value
  }()
}

extension EmbeddedMetadata.Camera {
  fileprivate static var complete: Self {
    var value = Self()
    value.make = "make"
    value.model = "model"
    value.serial = "serial"
    value.lensMake = "lens make"
    value.lensModel = "lens model"
    value.software = "software"
    return value
  }
}

extension EmbeddedMetadata.Exposure {
  fileprivate static var complete: Self {
    var value = Self()
    value.iso = 400
    value.fNumber = 1.8
    value.exposureTime = 0.004
    value.exposureBias = -0.3
    value.focalLength = 6.8
    value.focalLength35mm = 24
    value.flashFired = true
    value.whiteBalance = "auto"
    value.metering = "spot"
    return value
  }
}

extension EmbeddedMetadata.Annotations {
  fileprivate static var complete: Self {
    var value = Self()
    value.rating = 4
    value.label = "Red"
    value.title = "title"
    value.caption = "caption"
    value.keywords = ["keyword"]
    value.artist = "artist"
    value.copyright = "copyright"
    value.place = "place"
    return value
  }
}
