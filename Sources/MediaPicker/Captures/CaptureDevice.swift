public import MediaModel

/// A camera, or whatever stands for one.
///
/// The program that shows a picker brings it; here is none. What it makes goes to
/// ``CaptureInbox/add(_:rules:lease:)``.
public protocol CaptureDevice: Sendable {
  /// Whether it can be used now, and why not.
  var availability: CaptureAvailability { get async }

  /// Takes a photo.
  func takePhoto() async throws -> CapturedMedia

  /// Starts a recording.
  func startRecording() async throws

  /// Ends the recording.
  ///
  /// - Returns: What was recorded, however short: the inbox tells whether it is whole.
  func stopRecording() async throws -> CapturedMedia

  /// Turns the flash on or off; a light while recording follows it.
  func setFlash(_ isOn: Bool) async throws

  /// Changes to the camera on the other side; a recording goes on with its sound.
  func flip() async throws
}

/// Whether a capture device can be used.
public enum CaptureAvailability: Hashable, Sendable {
  /// Nobody was asked yet: a placeholder is shown where its tile would be.
  case undetermined
  /// It takes these kinds.
  case available(Set<MediaType>)
  /// It cannot be used; its tile is hidden, and this is why.
  case unavailable(CaptureFailure)

  /// Why it cannot be used.
  public var failure: CaptureFailure? {
    if case .unavailable(let failure) = self { failure } else { nil }
  }

  /// True when it can take something that the rules want.
  public func takes(_ rules: CaptureRules) -> Bool {
    if case .available(let types) = self { !types.isDisjoint(with: rules.types) } else { false }
  }
}

/// What a capture device made; its bytes are kept as they are.
public struct CapturedMedia: Hashable, Sendable {
  /// Where the bytes are.
  public enum Content: Hashable, Sendable {
    /// In a file of the device, which the inbox copies.
    case file(FilePath)
    /// In memory.
    case bytes([UInt8])
  }

  /// The bytes.
  public var content: Content
  /// A name for them; a file has its own.
  public var name: FilePath?

  /// Makes a value.
  public init(_ content: Content, name: FilePath? = nil) {
    self.content = content
    self.name = name
  }
}

/// The capture device of a program that has none.
public struct AbsentCaptureDevice: CaptureDevice {
  private let failure: CaptureFailure

  /// Takes the reason, a sentence that says what to do.
  public init(
    reason: String = "This program has no camera; add files instead: mediacat capture add FILE"
  ) {
    failure = CaptureFailure(code: .unavailable, reason: reason)
  }

  /// Unavailable, for the reason.
  public var availability: CaptureAvailability { get async { .unavailable(failure) } }

  /// Throws the reason.
  public func takePhoto() async throws -> CapturedMedia { throw failure }
  /// Throws the reason.
  public func startRecording() async throws { throw failure }
  /// Throws the reason.
  public func stopRecording() async throws -> CapturedMedia { throw failure }
  /// Throws the reason.
  public func setFlash(_ isOn: Bool) async throws { throw failure }
  /// Throws the reason.
  public func flip() async throws { throw failure }
}

extension CatalogError.Code {
  /// A device that cannot be used.
  public static let unavailable = CatalogError.Code(rawValue: "unavailable")
}
