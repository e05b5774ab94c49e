import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

@Suite("Stripping movies") struct MovieStrippingTests {
  /// The words that are left of the samples.
  private func left(
    _ movie: TimedMovie, _ options: MetadataStripping
  ) throws -> (picture: Bool, telling: Bool, track: Bool) {
    let new = try stripped(movie.bytes, .quickTime, options)
    #expect(new.count == movie.bytes.count)
    // The picture track is read as before.
    #expect(try metadata(of: new, .quickTime).pixelSize == PixelSize(width: 16, height: 16))
    return (
      holds(new, TimedMovie.picture), holds(new, movie.telling), holds(new, movie.entry)
    )
  }

  @Test(arguments: [MetadataStripping.location, .captions, .serials, .all])
  func `silence timed metadata, samples and all`(options: MetadataStripping) throws {
    for handler in ["meta", "camm", "    "] {
      let result = try left(TimedMovie(handler: handler), options)
      #expect(result == (true, false, false))
    }
  }

  @Test func `keep what other tracks share`() throws {
    let result = try left(TimedMovie(handler: "meta", isShared: true), .location)
    #expect(result == (true, true, false))
  }

  @Test func `keep subtitles, unless they tell where a drone is`() throws {
    #expect(
      try left(TimedMovie(handler: "text", entry: "tx3g"), .location) == (true, false, false))
    #expect(try left(TimedMovie(handler: "text", entry: "tx3g"), .serials) == (true, true, true))
    #expect(
      try left(TimedMovie(handler: "text", entry: "tx3g", telling: "Hello"), .location)
        == (true, true, true))
  }

  @Test func `keep the still's time of a Live Photo, but no other timed key`() throws {
    let still = TimedMovie.keys("com.apple.quicktime.still-image-time")
    let place = TimedMovie.keys(
      "com.apple.quicktime.still-image-time", "com.apple.quicktime.location.ISO6709")
    let kept = TimedMovie(handler: "meta", entry: "mebx", entryExtra: still)
    #expect(try left(kept, .location) == (true, true, true))
    #expect(try left(kept, .all) == (true, false, false))
    let told = TimedMovie(handler: "meta", entry: "mebx", entryExtra: place)
    #expect(try left(told, .location) == (true, false, false))
  }

  @Test func `refuse what they cannot silence`() {
    let failure = #expect(throws: DeliveryFailure.self) {
      try stripped(TimedMovie(handler: "meta", isFragmented: true).bytes, .mp4, .location)
    }
    #expect(failure?.code == .unsupported)
  }

  @Test func `zero the times by all only`() throws {
    let movie = TimedMovie(handler: "soun")
    #expect(try stripped(movie.bytes, .mp4, .location) == movie.bytes)
    let new = try stripped(movie.bytes, .mp4, .all)
    #expect(zip(new, movie.bytes).filter { $0 != $1 }.count == 2 + 2 * 4)
  }

  @Test func `clear old metadata in free boxes and cut what is behind`() throws {
    var movie = MovieFixture()
    let plain = movie.bytes
    movie.trailer =
      BoxBuilder.box("free", BoxBuilder.latin1("SECRET")) + BoxBuilder.box("gps0", [1, 2, 3])
      + BoxBuilder.latin1("&&&& insta360 SECRET")
    let new = try stripped(movie.bytes, .mp4, .location)
    #expect(new == plain + BoxBuilder.box("free", BoxBuilder.zeros(6)))
  }
}
