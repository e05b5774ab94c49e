extension BorrowedBytes {
  /// The part of an XML name behind its prefix.
  var localName: BorrowedBytes {
    firstIndex(of: UInt8(ascii: ":"), from: 0).map { slice($0 + 1..<count) } ?? self
  }

  /// The part of an XML name before its colon; empty without one.
  var prefix: BorrowedBytes { slice(0..<(firstIndex(of: UInt8(ascii: ":"), from: 0) ?? 0)) }

  /// True when the part behind the prefix is `name`.
  func hasLocalName(_ name: StaticString) -> Bool { localName.equals(name) }

  /// True when the bytes are those of `text`.
  func equals(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount && starts(with: text)
  }

  /// True when all bytes are blanks of XML.
  var isBlank: Bool { withCodeUnits { $0.allSatisfy { $0 <= 0x20 } } }
}
