/// Degrees, minutes and seconds in text, where EXIF asks for three fractions.
enum SexagesimalText {
  /// Reads three numbers, or six whole ones of which each second is the decimals of the one before.
  ///
  /// The latter is what programs write whose locale has a decimal comma: `52,00000,50,00000,34,01180`.
  ///
  /// - Returns: Degrees, minutes, seconds; `nil` when the text can be read in another way too.
  static func parts(_ text: String) -> [Double]? {
    let words = text.utf8.split { ",; ".utf8.contains($0) }.map { String(Substring($0)) }
    switch words.count {
    case 3: return numbers(words)
    case 6 where words.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }:
      return numbers([0, 2, 4].map { "\(words[$0]).\(words[$0 + 1])" })
    default: return nil
    }
  }

  private static func numbers(_ words: [String]) -> [Double]? {
    let numbers = words.compactMap { word in
      // Digits, a sign and a point: no exponents, and none of Swift's words for numbers.
      word.utf8.allSatisfy { (0x2D...0x39).contains($0) && $0 != 0x2F } ? Double(word) : nil
    }
    return numbers.count == words.count ? numbers : nil
  }
}
