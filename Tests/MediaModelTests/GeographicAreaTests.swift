import MediaModel
import Testing

@Suite("Places") struct GeographicAreaTests {
  // Distances from the GeographicLib sphere of the IUGG mean radius.
  @Test(arguments: [
    (48.137, 11.575, 48.137, 11.575, 0.0), (0.0, 0.0, 0.0, 1.0, 111_195.08),
    (48.137, 11.575, 52.52, 13.405, 504_260.0), (-17.0, 179.9, -17.0, -179.9, 21_267.5),
    (89.9, 0.0, 89.9, 180.0, 22_239.0), (0.0, 0.0, 0.0, 180.0, 20_015_114.4),
  ])
  func `a circle ends at its radius`(
    latitude: Double, longitude: Double, otherLatitude: Double, otherLongitude: Double,
    distance: Double
  ) {
    func circle(_ radius: Double) -> GeographicArea {
      .circle(latitude: latitude, longitude: longitude, radius: radius)
    }
    #expect(
      circle(distance * 1.001 + 0.1)
        .contains(latitude: otherLatitude, longitude: otherLongitude))
    if distance > 0 {
      #expect(
        !circle(distance * 0.999).contains(latitude: otherLatitude, longitude: otherLongitude))
    }
  }

  @Test(arguments: [
    (10.0, 175.0, true), (10.0, -175.0, true), (10.0, 180.0, true), (10.0, -180.0, true),
    (10.0, 169.0, false), (10.0, 0.0, false), (21.0, 175.0, false),
  ])
  func `a box whose west is above its east crosses the antimeridian`(
    latitude: Double, longitude: Double, isInside: Bool
  ) {
    let box = GeographicArea.box(south: 0, west: 170, north: 20, east: -170)
    #expect(box.contains(latitude: latitude, longitude: longitude) == isInside)
  }

  @Test func `180 east and 180 west are one line`() {
    let east = GeographicArea.box(south: 0, west: 170, north: 20, east: 180)
    let west = GeographicArea.box(south: 0, west: -180, north: 20, east: -170)
    for longitude in [180.0, -180] {
      #expect(east.contains(latitude: 1, longitude: longitude))
      #expect(west.contains(latitude: 1, longitude: longitude))
    }
  }
}
