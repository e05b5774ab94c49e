import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

@Suite("GPS, Exif 2.32 §4.6.6") struct GPSTests {
  private func place(
    _ latitudeRef: String?, _ latitude: [UInt32], _ longitudeRef: String?, _ longitude: [UInt32]
  ) -> EmbeddedMetadata {
    exif { tiff in
      if let latitudeRef { tiff.text(1, latitudeRef, to: .gps) }
      tiff.add(
        2, type: 5, count: latitude.count / 2, latitude.flatMap { bytes($0, bigEndian: false) },
        to: .gps)
      if let longitudeRef { tiff.text(3, longitudeRef, to: .gps) }
      tiff.add(
        4, type: 5, count: longitude.count / 2, longitude.flatMap { bytes($0, bigEndian: false) },
        to: .gps)
    }
  }

  @Test(arguments: [("N", "E", 1.0, 1.0), ("S", "E", -1, 1), ("N", "W", 1, -1), ("s", "w", -1, -1)])
  func `applies the hemispheres`(north: String, east: String, latitude: Double, longitude: Double) {
    let location = place(north, [10, 1, 30, 1, 0, 1], east, [20, 1, 0, 1, 36, 1]).location
    #expect(location?.latitude == latitude * 10.5)
    #expect(location?.longitude == longitude * 20.01)
  }

  @Test func `reads degrees without minutes or seconds`() {
    let location = place("N", [525, 10], "E", [13, 1, 30, 1]).location
    #expect(location?.latitude == 52.5)
    #expect(location?.longitude == 13.5)
  }

  @Test(arguments: [
    ("52,00000,50,00000,34,01180", 52.842_780_1), ("52, 50, 34.0118", 52.842_780_1),
    ("52 30 0", 52.5),
  ])
  func `reads degrees that were written as text`(text: String, degrees: Double) {
    let location = exif {
      $0.text(1, "N", to: .gps)
      $0.text(2, text, to: .gps)
      $0.text(3, "W", to: .gps)
      $0.text(4, "11,00000,10,00000,58,28360", to: .gps)
    }.location
    #expect(abs((location?.latitude ?? 0) - degrees) < 1e-6)
    #expect(abs((location?.longitude ?? 0) + 11.182_856_6) < 1e-6)
  }

  @Test(arguments: ["52,5", "52,50,34,01", "fifty", "52 1e1 0", "52 -10 0", "nan 0 0", "91 0 0"])
  func `makes no place of text that has several readings`(text: String) {
    let read = exif {
      $0.text(1, "N", to: .gps)
      $0.text(2, text, to: .gps)
      $0.text(3, "E", to: .gps)
      $0.rational(4, 11, 1, 0, 1, 0, 1, to: .gps)
    }
    #expect(read.location == nil)
    #expect(read.warnings.contains { $0.tag == "gps:GPSLatitude" })
  }

  @Test func `keeps a place on the equator`() {
    let location = place("S", [0, 1, 0, 1, 0, 1], "E", [20, 1, 0, 1, 0, 1]).location
    #expect(location?.latitude.sign == .plus)
    #expect(location?.longitude == 20)
  }

  @Test func `takes zeros over zeros as no place`() {
    let read = place("N", [0, 0, 0, 0, 0, 0], "E", [0, 0, 0, 0, 0, 0])
    #expect(read.location == nil)
    #expect(read.warnings.isEmpty)
  }

  @Test func `refuses degrees beyond the poles by name`() {
    let read = place("N", [91, 1, 0, 1, 0, 1], "E", [181, 1, 0, 1, 0, 1])
    #expect(read.location == nil)
    #expect(read.warnings.map(\.tag) == ["gps:GPSLatitude", "gps:GPSLongitude"])
  }

  @Test func `does not guess a hemisphere`() {
    let read = place(nil, [10, 1, 0, 1, 0, 1], "E", [20, 1, 0, 1, 0, 1])
    #expect(read.location == nil)
    #expect(read.warnings.map(\.tag) == ["gps:GPSLatitudeRef"])
  }

  @Test(
    arguments: [
      ([60, 1, 0, 1, 0, 1], "2023:05:01"), ([24, 1, 0, 1, 0, 1], "2023:05:01"),
      ([12, 1, 0, 1, 60, 1], "2023:05:01"), ([12, 1, 0, 1, 0, 1], ""),
      ([12, 1, 0, 1, 0, 1], "2023:02:31"),
    ] as [([UInt32], String)])
  func `T7 needs a date and a time that exist`(clock: [UInt32], date: String) {
    let read = exif { tiff in
      tiff.add(7, type: 5, count: 3, clock.flatMap { bytes($0, bigEndian: false) }, to: .gps)
      tiff.text(0x1D, date, to: .gps)
    }
    #expect(read.time(.gps) == nil)
  }

  @Test func `T7 makes nothing of a date alone`() {
    #expect(exif { $0.text(0x1D, "2023:05:01", to: .gps) }.captureTimes.isEmpty)
  }

  @Test func `keeps the fraction of a GPS second`() {
    let time = exif {
      $0.rational(7, 10, 1, 34, 1, 5_525, 100, to: .gps)
      $0.text(0x1D, "2023:05:01", to: .gps)
    }.time(.gps)
    #expect(time?.wallTime.description == "2023-05-01T10:34:55.25")
    #expect(time?.precision == .subsecond)
  }
}
