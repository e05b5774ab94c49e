import Glibc
import MediaModel
import TestSupport

@testable import MediaMetadata

/// Reads made bytes as one container.
func metadata(
  of bytes: [UInt8], _ format: MediaFormat = .jpeg
) throws -> EmbeddedMetadata {
  var metadata = EmbeddedMetadata(format: format)
  try readContainer(ByteSource(bytes: bytes), into: &metadata)
  return metadata
}

/// Reads an EXIF block made by `fill`.
func exif(
  bigEndian: Bool = false, format: MediaFormat = .jpeg, _ fill: (inout TIFFBuilder) -> Void
) -> EmbeddedMetadata {
  var tiff = TIFFBuilder(bigEndian: bigEndian)
  fill(&tiff)
  var metadata = EmbeddedMetadata(format: format)
  readEXIF(ByteReader(tiff.build()), into: &metadata)
  return metadata
}

/// A block as a phone writes it.
func phoneBlock(bigEndian: Bool, thumbnail: Int = 0) -> [UInt8] {
  var tiff = TIFFBuilder(bigEndian: bigEndian)
  tiff.text(0x010F, "Maker", to: .ifd0)
  tiff.text(0x0110, "Model 1", to: .ifd0)
  tiff.short(0x0112, 6, to: .ifd0)
  tiff.text(0x0131, "Version 7", to: .ifd0)
  tiff.text(0x0132, "2023:05:02 08:00:00", to: .ifd0)
  tiff.rational(0x829A, 1, 250, to: .exif)
  tiff.rational(0x829D, 18, 10, to: .exif)
  tiff.short(0x8827, 100, to: .exif)
  tiff.text(0x9003, "2023:05:01 12:34:56", to: .exif)
  tiff.text(0x9004, "2023:05:01 12:34:57", to: .exif)
  tiff.text(0x9010, "+01:00", to: .exif)
  tiff.text(0x9011, "+02:00", to: .exif)
  tiff.signedRational(0x9204, -1, 3, to: .exif)
  tiff.short(0x9207, 5, to: .exif)
  tiff.short(0x9209, 0x19, to: .exif)
  tiff.rational(0x920A, 425, 100, to: .exif)
  tiff.text(0x9291, "789", to: .exif)
  tiff.short(0xA403, 0, to: .exif)
  tiff.short(0xA405, 26, to: .exif)
  tiff.text(0xA433, "Lens Maker", to: .exif)
  tiff.text(0xA434, "Lens 4.25mm", to: .exif)
  tiff.text(0x0001, "S", to: .gps)
  tiff.rational(0x0002, 33, 1, 53, 1, 3466, 100, to: .gps)
  tiff.text(0x0003, "E", to: .gps)
  tiff.rational(0x0004, 151, 1, 15, 1, 2555, 100, to: .gps)
  tiff.add(0x0005, type: 1, count: 1, [1], to: .gps)
  tiff.rational(0x0006, 305, 10, to: .gps)
  tiff.rational(0x0007, 10, 1, 34, 1, 55, 1, to: .gps)
  tiff.rational(0x0011, 3_625, 100, to: .gps)
  tiff.text(0x001D, "2023:05:01", to: .gps)
  tiff.text(0x0132, "1999:01:01 00:00:00", to: .ifd1)
  if thumbnail > 0 {
    let filler = [UInt8](repeating: 0x55, count: thumbnail)
    tiff.add(0x927C, type: 7, count: thumbnail, filler, to: .exif)
  }
  return tiff.build()
}

extension EmbeddedMetadata {
  /// The candidate of one source.
  func time(_ source: CaptureTimeSource) -> CaptureTimeCandidate? {
    captureTimes.first { $0.source == source }
  }
}

/// Milliseconds of processor time that `body` takes, so that other work on the machine counts not.
func milliseconds(_ body: () -> Void) -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
  }
  let start = now()
  body()
  return now() - start
}
