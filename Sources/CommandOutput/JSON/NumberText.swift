/// Numbers as data: no thousands separators, no locale.
package enum NumberText {
  /// The shortest decimal that reads back as the same number; `nil` for NaN and infinities.
  ///
  /// `5.0`, `0.00001`, `10000000000000000.0`: an exponent only below 1e-7 and from 1e21, as
  /// JavaScript has it.
  package static func real(_ value: Double) -> String? {
    guard value.isFinite else { return nil }
    let text = value.description
    guard let mark = text.firstIndex(of: "e"),
      let exponent = Int(text[text.index(after: mark)...]), (-7..<21).contains(exponent)
    else { return text }
    let isNegative = text.hasPrefix("-")
    let digits = text[..<mark].filter { $0.isNumber }
    let sign = isNegative ? "-" : ""
    if exponent < 0 {
      return sign + "0." + String(repeating: "0", count: -exponent - 1) + digits
    }
    let zeros = exponent + 1 - digits.count
    if zeros >= 0 { return sign + digits + String(repeating: "0", count: zeros) + ".0" }
    return sign + digits.prefix(exponent + 1) + "." + digits.dropFirst(exponent + 1)
  }

  /// Seconds with one to nine decimals: `12.345`, `2.0`, `-0.5`.
  package static func seconds(_ duration: Duration) -> String {
    let (whole, attoseconds) = duration.components
    // Both parts have the same sign; what is below a nanosecond is cut.
    let nanoseconds = (attoseconds / 1_000_000_000).magnitude
    let isNegative = whole < 0 || (attoseconds < 0 && nanoseconds > 0)
    // Closing zeros are cut from the number, which is far cheaper than from its text.
    var (fraction, places) = (nanoseconds, 9)
    while places > 1, fraction % 10 == 0 { (fraction, places) = (fraction / 10, places - 1) }
    let digits = String(fraction)
    let zeros = String(repeating: "0", count: places - digits.utf8.count)
    return (isNegative ? "-" : "") + String(whole.magnitude) + "." + zeros + digits
  }
}
