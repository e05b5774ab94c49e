internal import MediaModel

extension MediaEdit {
  /// What was done to so many items, for people: `rated 3 items 4`.
  package func summary(_ count: Int) -> String {
    let items = UndoText.items(count)
    let files = count == 1 ? "its file" : "their files"
    switch self {
    case .favorite(true): return "marked \(items) as \(count == 1 ? "a favourite" : "favourites")"
    case .favorite(false): return "unmarked \(items)"
    case .hidden(true): return "hid \(items)"
    case .hidden(false): return "unhid \(items)"
    case .trashed(true): return "trashed \(items)"
    case .trashed(false): return "took \(items) out of the trash"
    case .rating(let stars?): return "rated \(items) \(stars)"
    case .rating(nil): return "rated \(items) as \(files)"
    case .title(let text): return Self.summary("title", text, items, files)
    case .caption(let text): return Self.summary("caption", text, items, files)
    case .addKeywords(let words): return "added \(Self.keywords(words)) to \(items)"
    case .removeKeywords(let words): return "removed \(Self.keywords(words)) from \(items)"
    case .resetKeywords: return "gave \(items) the keywords of \(files)"
    case .captureTime(.set(let time, let offset, let precision)):
      let zone = offset.map(\.description) ?? ""
      return "dated \(items) \(time.text(precision))\(zone)"
    case .captureTime(.shift(let duration)):
      return "shifted the date of \(items) by \(ShiftText.text(duration))"
    case .captureTime(.offset(let offset)):
      return offset.map { "set the zone of \(items) to \($0)" } ?? "cleared the zone of \(items)"
    case .captureTime(.fromName):
      return "dated \(items) by \(count == 1 ? "its name" : "their names")"
    case .captureTime(.fromFile): return "dated \(items) as \(files)"
    }
  }

  private static func summary(
    _ field: String, _ text: String?, _ items: String, _ files: String
  ) -> String {
    switch text {
    case nil: "gave \(items) the \(field) of \(files)"
    case "": "cleared the \(field) of \(items)"
    case let text?: "gave \(items) the \(field) \(UndoText.quoted(text))"
    }
  }

  private static func keywords(_ words: [String]) -> String {
    words.count == 1
      ? "the keyword \(UndoText.quoted(words[0]))" : "\(words.count) keywords"
  }
}

extension WallTime {
  /// As much of it as a precision says: `1974`, `2023-05-01`, `2023-05-01T12:34`.
  func text(_ precision: TimePrecision) -> String {
    let text = description
    switch precision {
    case .year: return String(text.prefix(4))
    case .month: return String(text.prefix(7))
    case .day: return String(text.prefix(10))
    case .minute: return String(text.prefix(16))
    case .second, .subsecond: return text
    }
  }
}
