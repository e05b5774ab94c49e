internal import MediaModel

extension QueryValues {
  /// Reads `48.137,11.575,5km`: latitude, longitude, distance.
  func circle(in term: QueryTerm) throws(QueryError) -> GeographicArea {
    let parts = term.value.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 3, let latitude = Double(query: parts[0]),
      let longitude = Double(query: parts[1]), let radius = Self.metres(parts[2])
    else { throw error("“\(term.value)” is no latitude, longitude and distance", in: term) }
    try check(latitudes: [latitude], longitudes: [longitude], in: term)
    return .circle(latitude: latitude, longitude: longitude, radius: radius)
  }

  /// Reads `47,10,49,12`: south, west, north, east.
  func box(in term: QueryTerm) throws(QueryError) -> GeographicArea {
    let parts = term.value.split(separator: ",", omittingEmptySubsequences: false)
    let sides = parts.compactMap { Double(query: $0) }
    guard parts.count == 4, sides.count == 4 else {
      throw error("“\(term.value)” is no south, west, north and east", in: term)
    }
    try check(latitudes: [sides[0], sides[2]], longitudes: [sides[1], sides[3]], in: term)
    guard sides[0] <= sides[2] else {
      throw error("the south of a box lies not above its north", in: term)
    }
    return .box(south: sides[0], west: sides[1], north: sides[2], east: sides[3])
  }

  private func check(
    latitudes: [Double], longitudes: [Double], in term: QueryTerm
  ) throws(QueryError) {
    guard latitudes.allSatisfy({ $0.magnitude <= 90 }) else {
      throw error("latitudes go from -90 to 90", in: term)
    }
    guard longitudes.allSatisfy({ $0.magnitude <= 180 }) else {
      throw error("longitudes go from -180 to 180", in: term)
    }
  }

  /// `500m`, `5km`, `3mi`; kilometres without a unit.
  private static func metres(_ text: Substring) -> Double? {
    for (unit, size) in [("km", 1_000.0), ("mi", 1_609.344), ("m", 1)] where text.hasSuffix(unit) {
      return Double(query: text.dropLast(unit.count)).flatMap { $0 >= 0 ? $0 * size : nil }
    }
    return Double(query: text).flatMap { $0 >= 0 ? $0 * 1_000 : nil }
  }
}
