internal import Glibc
internal import MediaModel

extension RenderFailure {
  /// The file is damaged; the text is a decoder's.
  static func damaged(_ text: String) -> RenderFailure {
    RenderFailure(code: .undecodable, reason: "It cannot be decoded: \(text).")
  }

  /// Decoding would cost more than a picture is worth.
  static func tooLarge(_ size: PixelSize) -> RenderFailure {
    RenderFailure(
      code: .tooLarge,
      reason: "Decoding \(size.width)×\(size.height) pixels takes more memory than one file may.")
  }

  /// There is no decoder.
  static func unsupported(_ format: MediaFormat) -> RenderFailure {
    RenderFailure(code: .unsupported, reason: "There is no decoder for \(format.mime).")
  }

  /// Memory is short.
  static let noMemory = RenderFailure(code: .tooLarge, reason: "There is not enough memory.")

  /// Time is over.
  static let late = RenderFailure(
    code: .timedOut, reason: "Decoding takes longer than one file may.")

  /// Says what the system said.
  static func system(_ code: Int32) -> RenderFailure {
    let words = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    return RenderFailure(
      code: code == ENOENT || code == ENOTDIR ? .notFound : .unreadable, reason: "\(words).")
  }

  /// Says why the file could not even be recognised.
  init(_ failure: ReadFailure) {
    let code: Code =
      switch failure.code {
      case .notFound: .notFound
      case .unreadable, .changing: .unreadable
      case .timedOut: .timedOut
      case .notMedia: .unsupported
      default: .undecodable
      }
    self.init(code: code, reason: failure.reason)
  }
}
