internal import Glibc

/// A part of the Earth, in degrees WGS 84.
public enum GeographicArea: Hashable, Sendable {
  /// All places at most `radius` metres from one, along the surface.
  case circle(latitude: Double, longitude: Double, radius: Double)
  /// From `south` to `north` and from `west` eastwards to `east`; across the antimeridian when
  /// `west` is above `east`.
  case box(south: Double, west: Double, north: Double, east: Double)

  /// The mean radius of the Earth in metres (IUGG).
  package static let earthRadius = 6_371_008.8
  package static let radiansPerDegree = Double.pi / 180

  /// True when a place is inside, its edge included.
  public func contains(latitude: Double, longitude: Double) -> Bool {
    switch self {
    case .circle(let centerLatitude, let centerLongitude, let radius):
      // The haversine formula, in the same steps as the SQL, so that both agree to the last bit.
      let k = Self.radiansPerDegree
      let vertical = sin((latitude - centerLatitude) * (k / 2))
      let horizontal = sin((longitude - centerLongitude) * (k / 2))
      return vertical * vertical + cos(centerLatitude * k) * cos(latitude * k) * horizontal
        * horizontal <= Self.haversine(radius)
    case .box:
      return latitudes.contains(latitude) && longitudeSpans.contains { $0.contains(longitude) }
    }
  }

  /// A closed range of degrees; empty when the lower end is above the upper.
  package struct Span: Hashable, Sendable {
    /// The first angle inside.
    package var lower: Double
    /// The last.
    package var upper: Double

    init(_ lower: Double, _ upper: Double) {
      self.lower = lower
      self.upper = upper
    }

    func contains(_ angle: Double) -> Bool { lower <= angle && angle <= upper }
  }

  /// The square of the sine of half the angle that a distance is; 1 when it goes round the Earth.
  package static func haversine(_ distance: Double) -> Double {
    let angle = distance / earthRadius
    guard angle < .pi else { return 1 }
    let half = sin(angle / 2)
    return half * half
  }

  /// Latitudes of a box around the area.
  package var latitudes: Span {
    switch self {
    case .circle(let latitude, _, let radius):
      // A little more, because the exact test follows.
      let margin = radius / Self.earthRadius / Self.radiansPerDegree + 1e-6
      return Span(max(-90, latitude - margin), min(90, latitude + margin))
    case .box(let south, _, let north, _): return Span(south, north)
    }
  }

  /// Longitudes of a box around the area, −180…180 each: one span, two across the antimeridian,
  /// and its other name where a span ends there.
  package var longitudeSpans: [Span] {
    let (west, east): (Double, Double)
    switch self {
    case .circle(let latitude, let longitude, let radius):
      guard let margin = Self.longitudeMargin(latitude: latitude, radius: radius) else {
        return [Span(-180, 180)]
      }
      west = longitude - margin < -180 ? longitude - margin + 360 : longitude - margin
      east = longitude + margin > 180 ? longitude + margin - 360 : longitude + margin
    case .box(_, let boxWest, _, let boxEast): (west, east) = (boxWest, boxEast)
    }
    if west > east { return [Span(west, 180), Span(-180, east)] }
    var spans = [Span(west, east)]
    // The same line has two names.
    if east == 180, west > -180 { spans.append(Span(-180, -180)) }
    if west == -180, east < 180 { spans.append(Span(180, 180)) }
    return spans
  }

  /// How far a circle reaches east and west, `nil` when it holds a pole and so every longitude.
  private static func longitudeMargin(latitude: Double, radius: Double) -> Double? {
    let angle = radius / earthRadius
    let reach = latitude.magnitude * radiansPerDegree + angle
    guard reach < .pi / 2 - 1e-7 else { return nil }
    // The meridian that touches the circle, by Napier's rules.
    return asin(sin(angle) / cos(latitude * radiansPerDegree)) / radiansPerDegree + 1e-6
  }
}
