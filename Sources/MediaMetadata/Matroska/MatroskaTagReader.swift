/// Reads the `Tags` element: words about the whole file.
///
/// - Note: Source: RFC 9559's tag registry (draft-ietf-cellar-tags); FFmpeg writes QuickTime's keys.
struct MatroskaTagReader {
  private let file: EBMLFile

  /// Starts on a file.
  init(_ file: EBMLFile) { self.file = file }

  /// Reads all tags that are not about one track.
  func read(_ element: EBMLElement, into tags: inout MovieTags) throws(ByteError) {
    var entries = file.children(of: element)
    while let entry = try entries.next() {
      guard entry.id == MatroskaID.tag, try !isAboutTrack(entry) else { continue }
      var elements = file.children(of: entry)
      while let simple = try elements.next() {
        if simple.id == MatroskaID.simpleTag { try readTag(simple, into: &tags) }
      }
    }
  }

  private func isAboutTrack(_ tag: EBMLElement) throws(ByteError) -> Bool {
    var elements = file.children(of: tag)
    while let targets = try elements.next() {
      guard targets.id == MatroskaID.targets else { continue }
      var fields = file.children(of: targets)
      while let field = try fields.next() {
        if field.id == MatroskaID.tagTrack, try file.unsigned(field) != 0 { return true }
      }
    }
    return false
  }

  private func readTag(_ simple: EBMLElement, into tags: inout MovieTags) throws(ByteError) {
    var name: String?
    var text: String?
    var elements = file.children(of: simple)
    while let element = try elements.next() {
      if element.id == MatroskaID.tagName { name = try file.text(element) }
      if element.id == MatroskaID.tagText { text = try file.text(element) }
    }
    guard let name = name?.lowercased(), let text else { return }
    if name == "keywords" {
      for word in MovieText.words(text) { tags.offerKeyword(word) }
    } else if let field = Self.field(of: name) {
      tags.offer(field, text, from: .itemList)
    } else {
      tags.offer(key: name, .string(text))
    }
  }

  private static func field(of name: String) -> MovieTags.Field? {
    switch name {
    case "title": .title
    case "description", "comment", "summary": .caption
    case "artist", "director": .artist
    case "copyright": .copyright
    case "location": .location
    case "date_recorded", "date": .day
    case "make": .make
    case "model": .model
    default: nil
    }
  }
}
