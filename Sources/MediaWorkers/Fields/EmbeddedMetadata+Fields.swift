internal import MediaModel

extension EmbeddedMetadata: FieldCoded {
  static var blank: EmbeddedMetadata { EmbeddedMetadata(format: .blank) }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.visit(&format)
    try fields.visit(&codec)
    try fields.visit(&pixelSize)
    try fields.visit(&orientation)
    try fields.visit(&displaySize)
    try fields.visit(&duration)
    try fields.visit(&frameRate)
    try fields.visit(&captureFrameRate)
    try fields.visit(&hasAudio)
    try fields.visit(&hdr)
    try fields.visit(&isAnimated)
    try fields.visit(&captureTimes)
    try fields.visit(&camera)
    try fields.visit(&exposure)
    try fields.visit(&location)
    try fields.visit(&annotations)
    try fields.visit(&colorProfile)
    try fields.visit(&burstID)
    try fields.visit(&contentID)
    try fields.visit(&subtypes)
    try fields.visit(&warnings)
  }
}

extension EmbeddedMetadata.Camera: FieldCoded {
  static var blank: Self { Self() }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.visit(&make)
    try fields.visit(&model)
    try fields.visit(&serial)
    try fields.visit(&lensMake)
    try fields.visit(&lensModel)
    try fields.visit(&software)
  }
}

extension EmbeddedMetadata.Exposure: FieldCoded {
  static var blank: Self { Self() }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.visit(&iso)
    try fields.visit(&fNumber)
    try fields.visit(&exposureTime)
    try fields.visit(&exposureBias)
    try fields.visit(&focalLength)
    try fields.visit(&focalLength35mm)
    try fields.visit(&flashFired)
    try fields.visit(&whiteBalance)
    try fields.visit(&metering)
  }
}

extension EmbeddedMetadata.Location: FieldCoded {
  static var blank: Self { Self(latitude: 0, longitude: 0) }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.visit(&latitude)
    try fields.visit(&longitude)
    try fields.visit(&altitude)
    try fields.visit(&direction)
  }
}

extension EmbeddedMetadata.Annotations: FieldCoded {
  static var blank: Self { Self() }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.visit(&rating)
    try fields.visit(&label)
    try fields.visit(&title)
    try fields.visit(&caption)
    try fields.visit(&keywords)
    try fields.visit(&artist)
    try fields.visit(&copyright)
    try fields.visit(&place)
  }
}
