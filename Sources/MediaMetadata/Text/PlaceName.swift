/// Names of a place, from the smallest to the largest.
struct PlaceName: Hashable {
  var location: String?
  var city: String?
  var state: String?
  var country: String?

  /// The names in one line, `nil` when there is none.
  var text: String? {
    let names = [location, city, state, country].compactMap { $0 }.filter(Self.isName).unique
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  /// False for the dashes that agencies write where there is none.
  private static func isName(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
  }
}
