/// What one pass over bytes says of them, so that plain names never meet the Unicode tables.
enum ASCIIText {
  /// ASCII without capital letters.
  case lowercase
  /// ASCII with capital letters.
  case mixedCase
  /// At least one byte outside ASCII.
  case no

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var all: UInt8 = 0
    var hasUppercase: UInt8 = 0
    // Without branches, so that the compiler makes vector code of it.
    for byte in bytes {
      all |= byte
      hasUppercase |= byte &- 0x41 < 26 ? 1 : 0
    }
    self = all >= 0x80 ? .no : hasUppercase != 0 ? .mixedCase : .lowercase
  }
}

extension UInt8 {
  /// `A`…`Z` in lower case, any other byte as it is.
  var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
  /// True for `0`…`9`.
  var isASCIIDigit: Bool { self &- 0x30 < 10 }
}
