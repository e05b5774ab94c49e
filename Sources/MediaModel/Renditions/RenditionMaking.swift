/// Makes compatible renditions of media files.
public protocol RenditionMaking: Sendable {
  /// Renditions that may be asked for at the same time; 1 or more.
  var concurrency: Int { get }

  /// Writes the compatible rendition of one file.
  ///
  /// - Parameters:
  ///   - path: The absolute path of a media file.
  ///   - specification: What the rendition shall be.
  ///   - output: A descriptor of an empty regular file, open for reading and writing; the caller's.
  ///   - progress: Told how far it is, at most ten times a second, on any thread.
  /// - Returns: What was written; nothing is when the file itself will do.
  /// - Throws: ``RenderFailure`` for the file; `CancellationError` soon after the task is cancelled,
  ///   when nothing writes to `output` any more.
  func makeRendition(
    of path: FilePath, _ specification: RenditionSpecification, into output: Int32,
    progress: @escaping @Sendable (RenditionProgress) -> Void
  ) async throws -> RenditionOutcome
}

/// What making a rendition gave.
public enum RenditionOutcome: Hashable, Sendable {
  /// Nothing was written: the file itself is compatible and within the bounds.
  case originalWillDo
  /// The output holds the rendition.
  case made(Made)

  /// What stands in the output.
  public struct Made: Hashable, Sendable {
    /// Copied or encoded.
    public var method: Rendition.Method
    /// The media type.
    public var mime: String
    /// Pixels as shown.
    public var size: PixelSize
    /// Bytes written.
    public var byteCount: Int64

    /// Makes a value.
    public init(method: Rendition.Method, mime: String, size: PixelSize, byteCount: Int64) {
      self.method = method
      self.mime = mime
      self.size = size
      self.byteCount = byteCount
    }
  }
}

/// How far a rendition is.
public struct RenditionProgress: Hashable, Sendable {
  /// The part that is done, 0…1.
  public var part: Double
  /// Seconds of media in all, 0 while that is unknown.
  public var seconds: Double

  /// Makes a value.
  public init(part: Double, seconds: Double) {
    self.part = part
    self.seconds = seconds
  }
}
