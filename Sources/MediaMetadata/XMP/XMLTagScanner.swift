/// Steps through the tags of an XML text without building a tree.
///
/// Nesting costs it nothing, and damage only ends it: so it may look at what a parser must not see.
///
/// - Note: Source: XML 1.0 (Fifth Edition) §2.1, §2.4…§2.8, §3.1.
struct XMLTagScanner {
  /// One tag.
  struct Tag {
    enum Kind { case start, end, empty }
    let kind: Kind
    /// From `<` to behind `>`.
    let range: Range<Int>
    /// The name with its prefix.
    let name: Range<Int>
  }

  private let text: BorrowedBytes
  private var position = 0

  /// Starts before the first tag.
  init(_ text: BorrowedBytes) { self.text = text }

  /// True when nothing like a tag is left, so that ``next()`` gave all there are.
  var isAtEnd: Bool { text.firstIndex(of: UInt8(ascii: "<"), from: position) == nil }

  /// The next tag; `nil` where the text ends, also in the middle of a tag.
  ///
  /// Declarations end the walk: a document type is where entities are made, and no packet has one.
  mutating func next() -> Tag? {
    while let start = text.firstIndex(of: UInt8(ascii: "<"), from: position) {
      switch text[start + 1] {
      case UInt8(ascii: "?"): guard skip("?>", from: start + 2) else { return nil }
      case UInt8(ascii: "!"): guard skipMarkup(at: start) else { return nil }
      case UInt8(ascii: "/"): return endTag(at: start)
      default: return startTag(at: start)
      }
    }
    return nil
  }

  private mutating func skipMarkup(at start: Int) -> Bool {
    let rest = text.slice(start..<text.count)
    if rest.starts(with: "<!--") { return skip("-->", from: start + 4) }
    if rest.starts(with: "<![CDATA[") { return skip("]]>", from: start + 9) }
    return false
  }

  /// Moves behind the next `end`.
  private mutating func skip(_ end: StaticString, from start: Int) -> Bool {
    let last = end.withUTF8Buffer { $0[$0.count - 1] }
    let count = end.utf8CodeUnitCount
    var index = start + count - 1
    while let found = text.firstIndex(of: last, from: index) {
      if text.slice(found + 1 - count..<found + 1).starts(with: end) {
        position = found + 1
        return true
      }
      index = found + 1
    }
    return false
  }

  private mutating func endTag(at start: Int) -> Tag? {
    guard let close = text.firstIndex(of: UInt8(ascii: ">"), from: start) else { return nil }
    position = close + 1
    return Tag(kind: .end, range: start..<close + 1, name: nameRange(from: start + 2))
  }

  private mutating func startTag(at start: Int) -> Tag? {
    let name = nameRange(from: start + 1)
    var index = name.upperBound
    while let byte = text[index] {
      switch byte {
      case UInt8(ascii: ">"):
        position = index + 1
        let isEmpty = text[index - 1] == UInt8(ascii: "/")
        return Tag(kind: isEmpty ? .empty : .start, range: start..<index + 1, name: name)
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard let close = text.firstIndex(of: byte, from: index + 1) else { return nil }
        index = close + 1
      default: index += 1
      }
    }
    return nil
  }

  private func nameRange(from start: Int) -> Range<Int> {
    var end = start
    while let byte = text[end], byte > 0x20, byte != 0x3E, byte != 0x2F { end += 1 }
    return start..<end
  }
}

/// The attributes of one start tag.
struct XMLAttributes: Sequence, IteratorProtocol {
  /// One attribute.
  struct Attribute {
    /// From the name to behind the closing quote.
    let range: Range<Int>
    /// The name with its prefix.
    let name: Range<Int>
    /// What stands between the quotes, escaped.
    let value: Range<Int>
  }

  private let text: BorrowedBytes
  private var position: Int
  private let end: Int

  /// Starts behind the tag's name.
  init(of tag: XMLTagScanner.Tag, in text: BorrowedBytes) {
    self.text = text
    self.position = tag.name.upperBound
    self.end = tag.range.upperBound
  }

  /// The next attribute that has a quoted value.
  mutating func next() -> Attribute? {
    skipBlanks()
    let start = position
    while let byte = text[position], position < end, byte > 0x20, byte != UInt8(ascii: "=") {
      position += 1
    }
    let name = start..<position
    skipBlanks()
    guard text[position] == UInt8(ascii: "="), !name.isEmpty else { return nil }
    position += 1
    skipBlanks()
    guard let quote = text[position], quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let close = text.firstIndex(of: quote, from: position + 1), close < end
    else { return nil }
    let value = position + 1..<close
    position = close + 1
    return Attribute(range: start..<position, name: name, value: value)
  }

  private mutating func skipBlanks() {
    while let byte = text[position], position < end, byte <= 0x20 { position += 1 }
  }
}
