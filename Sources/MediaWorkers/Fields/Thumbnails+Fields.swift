internal import MediaModel

/// What a renderer gives for one file.
typealias RenderOutcome = Result<RenderedThumbnail, RenderFailure>

extension ThumbnailSpecification.Fit: FieldCoded {
  static var blank: Self { .inside }
}

extension ThumbnailSpecification.Format: FieldCoded {
  static var blank: Self { .jpeg }
}

extension ThumbnailSpecification: FieldCoded {
  static var blank: Self { Self(bound: PixelSize(width: 16, height: 16)) }

  /// Moves all fields; what is read is inside its range, whatever the caller has put in.
  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    var value = self
    if let time = posterTime {
      // A century: past the end of any video, and inside what a duration may be on the way.
      value.posterTime = min(max(time, .zero), .seconds(100 * 366 * 86_400))
    }
    try fields.visit(&value.bound)
    try fields.visit(&value.fit)
    try fields.visit(&value.format)
    try fields.visit(&value.quality)
    try fields.visit(&value.posterTime)
    guard fields.isReading else { return }
    self = Self(
      bound: value.bound, fit: value.fit, format: value.format, quality: value.quality,
      posterTime: value.posterTime)
  }
}

extension RenderedThumbnail: FieldCoded {
  static var blank: Self { Self(bytes: [], size: .blank) }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.bytes(&bytes)
    try fields.visit(&size)
    try fields.visit(&isFromEmbeddedPreview)
    try fields.eightBytes(&differenceHash)
    try fields.visit(&meanColor)
    try fields.visit(&look)
  }
}

extension PictureLook: FieldCoded {
  static var blank: Self {
    Self(hash: PerceptualHash(bits: 0, detail: 0), dominantColor: 0, placeholder: [])
  }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.eightBytes(&hash.bits)
    try fields.visit(&hash.detail)
    try fields.visit(&dominantColor)
    try fields.bytes(&placeholder)
  }
}

extension RenderFailure.Code: FieldCoded {
  static var blank: Self { .undecodable }
}

extension RenderFailure: FieldCoded {
  static var blank: Self { Self(code: .blank, reason: "") }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.visit(&code)
    try fields.visit(&reason)
  }
}

extension Result: FieldCoded where Success == RenderedThumbnail, Failure == RenderFailure {
  static var blank: Self { .failure(.blank) }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    var isRendered = if case .success = self { true } else { false }
    try fields.visit(&isRendered)
    if isRendered {
      var thumbnail = RenderedThumbnail.blank
      if case .success(let value) = self { thumbnail = value }
      try fields.visit(&thumbnail)
      if fields.isReading { self = .success(thumbnail) }
    } else {
      var failure = RenderFailure.blank
      if case .failure(let value) = self { failure = value }
      try fields.visit(&failure)
      if fields.isReading { self = .failure(failure) }
    }
  }
}
