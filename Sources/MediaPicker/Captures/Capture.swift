public import MediaModel

/// A photo or a recording that came in and is not part of the collection yet.
///
/// Its bytes are those that came: nothing is ever re-encoded.
public struct Capture: Identifiable, Hashable, Sendable {
  /// Random and never reused.
  public var uid: String
  /// The name that it came with.
  public var name: FilePath
  /// Where its bytes are: in the inbox, or in the collection once it is promoted.
  public var path: FilePath
  /// Image or video, by content; `nil` while nothing could tell.
  public var type: MediaType?
  /// The media type of RFC 6838.
  public var mime: String
  /// Bytes.
  public var byteCount: Int64
  /// Pixels as shown.
  public var displaySize: PixelSize?
  /// Length of a video or an animation.
  public var duration: Duration?
  /// Capture time, by what the file says.
  public var taken: WallTime?
  /// XXH3-128 of its bytes as they came, 32 hexadecimal digits.
  public var digest: String
  /// Where it came from.
  public var origin: Origin
  /// When it came, nanoseconds since 1970-01-01 UTC.
  public var created: Int64
  /// What became of it.
  public var state: State
  /// Why it is quarantined.
  public var error: CaptureFailure?
  /// Who holds it.
  public var lease: CaptureLease?

  /// The uid.
  public var id: String { uid }

  /// Where a capture came from.
  public enum Origin: String, Hashable, Sendable, CaseIterable {
    /// A file that a person named; it stays where it was.
    case file
    /// A capture device: nothing else has the bytes.
    case camera
    /// Bytes that a client sent.
    case upload
  }

  /// What became of a capture.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// It can be reviewed, selected and promoted; no sweep takes it.
    case staged
    /// It cannot be used, for the reason in ``Capture/error``; its file is kept.
    case quarantined
    /// It is on its way into the collection.
    case promoting
    /// It is in the collection.
    case promoted
    /// A person threw it away; the next sweep takes it.
    case discarded
  }
}

extension Capture {
  /// What a picker must know of it.
  public var facts: ItemFacts {
    ItemFacts(
      id: .capture(uid), type: type, mime: mime, byteCount: byteCount, displaySize: displaySize,
      duration: duration, taken: taken, availability: availability, digest: digest)
  }

  private var availability: ItemFacts.Availability {
    switch state {
    case .staged, .promoting, .promoted: .ok
    case .quarantined: error?.code == .missing ? .missing : .unreadable
    case .discarded: .missing
    }
  }
}

/// Why a capture cannot be used.
public struct CaptureFailure: CodedFailure, Hashable, Sendable, CustomStringConvertible {
  /// The codes are those of the catalog and of readers.
  public typealias Code = CatalogError.Code
  /// What kind of failure.
  public var code: Code
  /// One sentence for people, without the path.
  public var reason: String

  /// Makes a failure.
  public init(code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }

  /// `code: reason`.
  public var description: String { "\(code.rawValue): \(reason)" }
}

/// The right to a capture for some time: nobody else promotes or discards it meanwhile.
///
/// What is discarded keeps its file until its lease ends.
public struct CaptureLease: Hashable, Sendable {
  /// Who holds it, such as the id of a session.
  public var owner: String
  /// When it ends, nanoseconds since 1970-01-01 UTC.
  public var expires: Int64

  /// Makes a lease.
  public init(owner: String, expires: Int64) {
    self.owner = owner
    self.expires = expires
  }
}
