import MediaModel
import TestSupport

@testable import MediaMetadata

/// 2026-01-01T00:00:00Z, the "now" of all movie tests.
let movieTestNow: Int64 = 1_767_225_600

/// Reads a movie from memory.
func readMovie(_ bytes: [UInt8], format: MediaFormat = .mp4) throws -> EmbeddedMetadata {
  var metadata = EmbeddedMetadata(format: format)
  try readISOBMFF(
    ByteSource(bytes: bytes), format: format, clock: MovieClock(now: movieTestNow), into: &metadata)
  return metadata
}

/// Reads a movie that was built.
func readMovie(_ fixture: MovieFixture) throws -> EmbeddedMetadata { try readMovie(fixture.bytes) }

extension EmbeddedMetadata {
  /// The dates of one source, as text.
  func dates(_ source: CaptureTimeSource) -> [String] {
    captureTimes.filter { $0.source == source }.map {
      $0.wallTime.description + ($0.offset?.description ?? "")
    }
  }
}
