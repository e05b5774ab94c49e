internal import MediaCatalog
internal import MediaModel

/// What an inbox makes of a capture's content.
struct CaptureVerdict: Sendable {
  /// What it is, when a reader could tell.
  var metadata: EmbeddedMetadata?
  /// When the file was last modified, nanoseconds since 1970-01-01 UTC.
  var modified: Int64?
  /// Why it cannot be used.
  var failure: CaptureFailure?
  /// Whether the rules want nothing of it, so that it need not be kept.
  var isRefused = false

  /// Judges a file.
  ///
  /// - Parameters:
  ///   - outcome: What a reader said of it.
  ///   - isCutOff: Whether the file ends before its structure does.
  ///   - rules: What is wanted.
  init(_ outcome: MetadataOutcome?, isCutOff: Bool, rules: CaptureRules) {
    switch outcome {
    case .media(let metadata, let stamp):
      self.metadata = metadata
      modified = stamp.modificationTime
      failure = Self.failure(metadata, isCutOff: isCutOff, rules: rules)
      isRefused = failure?.code == .typeNotAllowed
    case .failed(let reading):
      failure = CaptureFailure(
        code: CatalogError.Code(rawValue: reading.code.rawValue), reason: reading.reason)
    case .notMedia:
      failure = CaptureFailure(
        code: .notMedia, reason: "is neither a picture nor a video that can be read here")
      isRefused = true
    case nil: failure = .unread("its reader gave no answer")
    }
  }

  /// The verdict on a file that nothing could look at.
  init(unread error: any Error) { failure = .unread("\(error)") }

  private static func failure(
    _ metadata: EmbeddedMetadata, isCutOff: Bool, rules: CaptureRules
  ) -> CaptureFailure? {
    let type = metadata.format.type
    guard rules.types.contains(type) else {
      let wanted = rules.types.map(\.name).sorted().joined(separator: " or ")
      return CaptureFailure(
        code: .typeNotAllowed,
        reason: "is \(type == .image ? "an image" : "a video"); what is wanted is "
          + (wanted.isEmpty ? "nothing" : wanted))
    }
    guard type == .video else { return nil }
    if isCutOff {
      return CaptureFailure(code: .truncated, reason: "The recording ends in the middle.")
    }
    // A reader keeps what it found before it met damage; half a recording is none.
    if let damage = metadata.warnings.first(where: { $0.tag == "file" }) {
      return CaptureFailure(code: .truncated, reason: damage.reason)
    }
    guard let limit = rules.maximumDuration else { return nil }
    guard let duration = metadata.duration else {
      return CaptureFailure(
        code: .tooLong,
        reason: "It does not say how long it is; at most \(seconds(limit)) are allowed.")
    }
    guard duration > limit else { return nil }
    return CaptureFailure(
      code: .tooLong,
      reason: "It is \(seconds(duration)) long; at most \(seconds(limit)) are allowed.")
  }

  private static func seconds(_ duration: Duration) -> String {
    let (whole, rest) = duration.components
    if rest == 0 { return "\(whole) s" }
    // A length just above the limit must not read like the limit.
    let thousandths = String(max(1, rest / 1_000_000_000_000_000))
    return "\(whole).\(String(repeating: "0", count: 3 - thousandths.count))\(thousandths) s"
  }
}

extension CaptureFailure {
  /// The failure of a capture that nothing could look at yet.
  fileprivate static func unread(_ cause: String) -> CaptureFailure {
    CaptureFailure(code: .unread, reason: "It could not be looked at yet: \(cause).")
  }

  /// True when another look may give another answer.
  var isTransient: Bool {
    code == .unread || ReadFailure.Code(rawValue: code.rawValue).isTransient
  }
}
