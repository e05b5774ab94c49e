internal import MediaModel

/// Asks for one rendition; the only frame that its process ever gets.
struct RenditionRequest: FieldCoded, Hashable {
  /// The file.
  var path = FilePath.blank
  /// What its rendition shall be.
  var specification = RenditionSpecification()

  static var blank: Self { Self() }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.visit(&path)
    try fields.visit(&specification)
  }
}

/// What the process says: its progress, again and again, and the end once.
enum RenditionReport: FieldCoded, Hashable {
  case progress(RenditionProgress)
  case finished(RenditionOutcome)
  case failed(RenderFailure)

  private enum Kind: UInt8, FieldCoded {
    case progress = 1
    case finished, failed
    static var blank: Kind { .progress }
  }

  static var blank: Self { .progress(.blank) }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    var (kind, progress) = (Kind.progress, RenditionProgress.blank)
    var (outcome, failure) = (RenditionOutcome.blank, RenderFailure.blank)
    switch self {
    case .progress(let value): progress = value
    case .finished(let value): (kind, outcome) = (.finished, value)
    case .failed(let value): (kind, failure) = (.failed, value)
    }
    try fields.visit(&kind)
    switch kind {
    case .progress:
      try fields.visit(&progress)
      self = .progress(progress)
    case .finished:
      try fields.visit(&outcome)
      self = .finished(outcome)
    case .failed:
      try fields.visit(&failure)
      self = .failed(failure)
    }
  }
}

extension RenditionSpecification: FieldCoded {
  static var blank: Self { Self() }

  /// Moves all fields; what is read is inside its range.
  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.visit(&maximumSide)
    try fields.visit(&maximumByteCount)
    try fields.visit(&quality)
    guard fields.isReading else { return }
    self = Self(
      maximumSide: maximumSide, maximumByteCount: maximumByteCount, quality: quality)
  }
}

extension RenditionProgress: FieldCoded {
  static var blank: Self { Self(part: 0, seconds: 0) }

  /// Moves both numbers; what is read is finite and in its range.
  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.visit(&part, as: part) { (0...1).contains($0) ? $0 : nil }
    try fields.visit(&seconds, as: seconds) { (0...1e9).contains($0) ? $0 : nil }
  }
}

extension Rendition.Method: FieldCoded {
  static var blank: Self { .encoded }
}

extension RenditionOutcome: FieldCoded {
  static var blank: Self { .originalWillDo }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    var made: Made?
    if case .made(let value) = self { made = value }
    try fields.visit(&made)
    self = made.map { .made($0) } ?? .originalWillDo
  }

  /// An outcome with every field set.
  static let complete = RenditionOutcome.made(
    Made(
      method: .copied, mime: "video/mp4", size: PixelSize(width: 640, height: 480),
      byteCount: 1 << 40))
}

extension RenditionOutcome.Made: FieldCoded {
  static var blank: Self { Self(method: .blank, mime: "", size: .blank, byteCount: 0) }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.visit(&method)
    try fields.visit(&mime)
    try fields.visit(&size)
    try fields.visit(&byteCount)
  }
}

extension RenditionRequest {
  /// A request with every field set.
  static let complete = RenditionRequest(
    path: "/path",
    specification: RenditionSpecification(
      maximumSide: 640, maximumByteCount: 1 << 20, quality: 75))
}
