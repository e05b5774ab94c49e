/// What a person changes of media items: a layer over what their files say, which no scan touches.
///
/// What is typed is kept even where the file says the same today: the file may say something else
/// tomorrow. `nil` takes the person's word away, so that the file's counts again.
public enum MediaEdit: Hashable, Sendable {
  /// Marks as a favourite, or takes the mark away.
  case favorite(Bool)
  /// Hides from pages, or shows again.
  case hidden(Bool)
  /// Puts into the catalog's trash, or takes out; files are never touched.
  case trashed(Bool)
  /// −1 (rejected) and 0…5 stars; `nil` for the file's.
  case rating(Int?)
  /// Kept byte for byte; the empty text means that there is none; `nil` for the file's.
  case title(String?)
  /// Kept byte for byte; the empty text means that there is none; `nil` for the file's.
  case caption(String?)
  /// Adds keywords.
  case addKeywords([String])
  /// Takes keywords away, those of the file too.
  case removeKeywords([String])
  /// Forgets the keywords that a person added or took away.
  case resetKeywords
  /// Changes the capture time.
  case captureTime(CaptureTimeEdit)
}

extension MediaEdit {
  /// The most bytes of a title in UTF-8.
  public static let titleLimit = 10_000
  /// The most bytes of a caption in UTF-8.
  public static let captionLimit = 1_000_000
  /// The most bytes of a keyword in UTF-8.
  public static let keywordLimit = 1_000

  /// Refuses what makes no sense.
  ///
  /// - Throws: ``CatalogError`` `invalid` with a sentence.
  func check() throws(CatalogError) {
    switch self {
    case .favorite, .hidden, .trashed, .resetKeywords, .rating(nil), .title(nil), .caption(nil):
      break
    case .rating(let stars?):
      guard (-1...5).contains(stars) else {
        throw .invalid("a rating is −1 (rejected) or 0 to 5, not \(stars)")
      }
    case .title(let text?): try Self.check(text, "title", limit: Self.titleLimit)
    case .caption(let text?): try Self.check(text, "caption", limit: Self.captionLimit)
    case .addKeywords(let words), .removeKeywords(let words):
      if words.isEmpty { throw .invalid("no keywords are named") }
      for word in words { try Self.check(keyword: word) }
    case .captureTime(let edit): try edit.check()
    }
  }

  private static func check(_ text: String, _ name: String, limit: Int) throws(CatalogError) {
    if text.utf8.count > limit {
      throw .invalid("a \(name) has at most \(limit) bytes, not \(text.utf8.count)")
    }
    if text.utf8.contains(0) { throw .invalid("a \(name) cannot hold a NUL") }
  }

  private static func check(keyword: String) throws(CatalogError) {
    try check(keyword, "keyword", limit: keywordLimit)
    if keyword.allSatisfy(\.isWhitespace) { throw .invalid("a keyword needs a letter") }
    // Lists of keywords are lines of text, and inside the program parted by U+001F.
    if keyword.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      throw .invalid("a keyword is one line without control characters")
    }
  }
}

extension CatalogError {
  static func invalid(_ reason: String) -> CatalogError {
    CatalogError(code: .invalid, reason: reason)
  }
}
