/// True when the root element is `svg`, whatever stands before it.
func isSVG(_ head: ByteReader) -> Bool {
  head.withRemaining { bytes in
    var prologue = XMLPrologue(bytes)
    return prologue.rootIsSVG()
  }
}

/// What may stand before the root element of an XML document.
private struct XMLPrologue {
  private var cursor: TextCursor

  init(_ bytes: BorrowedBytes) { cursor = TextCursor(bytes) }

  mutating func rootIsSVG() -> Bool {
    _ = cursor.take(word: "\u{FEFF}")
    while true {
      cursor.skipBlanks()
      guard cursor.take(anyOf: "<") != nil else { return false }
      if cursor.take(word: "!--") {
        guard skip(past: "-->") else { return false }
      } else if cursor.take(anyOf: "?") != nil {
        guard skip(past: "?>") else { return false }
      } else if cursor.take(anyOf: "!") != nil {
        guard skipDeclaration() else { return false }
      } else {
        return nameIsSVG()
      }
    }
  }

  /// `svg`, perhaps with a prefix.
  private mutating func nameIsSVG() -> Bool {
    if cursor.take(word: "svg") { return cursor.take(anyOf: " \t\r\n>/") != nil }
    while let byte = cursor.next, byte != 0x3A {
      guard byte > 0x2F, byte != 0x3E else { return false }
      cursor.skip()
    }
    cursor.skip()
    return cursor.take(word: "svg") && cursor.take(anyOf: " \t\r\n>/") != nil
  }

  private mutating func skip(past end: StaticString) -> Bool {
    while !cursor.isAtEnd {
      if cursor.take(word: end) { return true }
      cursor.skip()
    }
    return false
  }

  /// Skips a document type with its internal subset.
  private mutating func skipDeclaration() -> Bool {
    var depth = 0
    while let byte = cursor.next {
      cursor.skip()
      switch byte {
      case 0x5B: depth += 1
      case 0x5D: depth -= 1
      case 0x3E where depth <= 0: return true
      default: break
      }
    }
    return false
  }
}
