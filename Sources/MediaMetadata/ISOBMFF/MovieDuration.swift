extension Duration {
  /// Takes a count of units and how many there are in a second.
  ///
  /// `nil` when the timescale is zero or the length beyond ten years, which no file has.
  init?(units: UInt64, timescale: UInt32) {
    guard timescale > 0 else { return nil }
    let (seconds, rest) = units.quotientAndRemainder(dividingBy: UInt64(timescale))
    guard seconds < 10 * 366 * 86_400 else { return nil }
    // `rest` is below 2^32, so the product is below 2^62.
    self = .seconds(Int64(seconds)) + .nanoseconds(Int64(rest * 1_000_000_000 / UInt64(timescale)))
  }

  /// Seconds as a number.
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}

extension Movie {
  /// The length the headers tell, without fragments; `nil` when none of them knows it.
  ///
  /// The movie header counts first: it is what players show. Then the longest track: by its edit
  /// list, else its media header, else its track header, else the sum of its samples.
  var headerDuration: Duration? {
    if let duration, let length = Duration(units: duration, timescale: timescale) { return length }
    return tracks.compactMap { $0.length(movieTimescale: timescale) }.max()
  }

  /// The length of the first fragments, which only the movie's own header promises.
  var promisedDuration: Duration? {
    fragmentedDuration.flatMap { Duration(units: $0, timescale: timescale) }
  }
}

extension Track {
  /// The track's length; `nil` when unknown.
  func length(movieTimescale: UInt32) -> Duration? {
    if let editDuration, let length = Duration(units: editDuration, timescale: movieTimescale) {
      return length
    }
    return mediaLength ?? duration.flatMap { Duration(units: $0, timescale: movieTimescale) }
  }

  /// The length of the media by its own header, else by its samples.
  var mediaLength: Duration? {
    (mediaDuration ?? timing.totalDuration).flatMap { Duration(units: $0, timescale: timescale) }
      ?? timing.totalDuration.flatMap { Duration(units: $0, timescale: timescale) }
  }

  /// Frames a second; `nil` when unknown or impossible.
  var frameRate: Double? {
    if let delta = timing.constantDuration, delta > 0, timescale > 0 {
      return Self.plausible(Double(timescale) / Double(delta))
    }
    guard let count = timing.sampleCount, count > 0,
      let units = timing.totalDuration ?? mediaDuration, timescale > 0
    else { return nil }
    return Self.plausible(Double(count) * Double(timescale) / Double(units))
  }

  private static func plausible(_ rate: Double) -> Double? {
    rate > 0 && rate <= 100_000 ? rate : nil
  }
}
