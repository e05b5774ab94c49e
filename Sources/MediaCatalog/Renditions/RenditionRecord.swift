internal import MediaModel

/// What is remembered of a rendition beside its file: a few lines of text.
///
/// ```
/// mediacat-rendition 1
/// method encoded
/// mime video/mp4
/// size 1920 1080
/// bytes 123456
/// ```
///
/// For an original that will do the method is `original`, and nothing follows.
struct RenditionRecord: Hashable {
  var outcome: RenditionOutcome

  private static let head = "mediacat-rendition 1"

  /// The text.
  var bytes: [UInt8] {
    switch outcome {
    case .originalWillDo: Array("\(Self.head)\nmethod original\n".utf8)
    case .made(let made):
      Array(
        """
        \(Self.head)
        method \(made.method.rawValue)
        mime \(made.mime)
        size \(made.size.width) \(made.size.height)
        bytes \(made.byteCount)

        """.utf8)
    }
  }

  /// Takes an outcome.
  init(_ outcome: RenditionOutcome) { self.outcome = outcome }

  /// Reads the text; `nil` when it is damaged.
  init?(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self), text.hasSuffix("\n") else {
      return nil
    }
    let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    guard lines.count >= 2, lines[0].joined(separator: " ") == Self.head, lines[1].count == 2,
      lines[1][0] == "method", let method = Rendition.Method(rawValue: lines[1][1])
    else { return nil }
    if method == .original {
      outcome = .originalWillDo
      return
    }
    guard lines.count == 5, lines[2].count == 2, lines[2][0] == "mime", lines[3].count == 3,
      lines[3][0] == "size", let width = Int(lines[3][1]), let height = Int(lines[3][2]),
      lines[4].count == 2, lines[4][0] == "bytes", let byteCount = Int64(lines[4][1])
    else { return nil }
    outcome = .made(
      RenditionOutcome.Made(
        method: method, mime: lines[2][1], size: PixelSize(width: width, height: height),
        byteCount: byteCount))
  }
}
