import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

@Suite("EXIF values, Exif 2.32 §4.6") struct EXIFValueTests {
  @Test(arguments: [true, false])
  func `reads a phone's block in either byte order`(bigEndian: Bool) {
    var metadata = EmbeddedMetadata(format: .jpeg)
    readEXIF(ByteReader(phoneBlock(bigEndian: bigEndian)), into: &metadata)
    expectPhone(metadata)
  }

  @Test func `reads a block beyond libexif's 64 KiB to the same values`() {
    var metadata = EmbeddedMetadata(format: .png)
    readEXIF(ByteReader(phoneBlock(bigEndian: true, thumbnail: 70_000)), into: &metadata)
    expectPhone(metadata)
  }

  private func expectPhone(_ metadata: EmbeddedMetadata) {
    #expect(metadata.camera.make == "Maker")
    #expect(metadata.camera.model == "Model 1")
    #expect(metadata.camera.software == "Version 7")
    #expect(metadata.camera.lensMake == "Lens Maker")
    #expect(metadata.camera.lensModel == "Lens 4.25mm")
    #expect(metadata.orientation == .right)
    #expect(metadata.exposure.exposureTime == 0.004)
    #expect(metadata.exposure.fNumber == 1.8)
    #expect(metadata.exposure.iso == 100)
    #expect(metadata.exposure.exposureBias == -1.0 / 3)
    #expect(metadata.exposure.metering == "pattern")
    #expect(metadata.exposure.flashFired == true)
    #expect(metadata.exposure.focalLength == 4.25)
    #expect(metadata.exposure.focalLength35mm == 26)
    #expect(metadata.exposure.whiteBalance == "auto")
    #expect(metadata.location?.latitude == -(33 + 53.0 / 60 + 34.66 / 3_600))
    #expect(metadata.location?.longitude == 151 + 15.0 / 60 + 25.55 / 3_600)
    #expect(metadata.location?.altitude == -30.5)
    #expect(metadata.location?.direction == 36.25)
    #expect(metadata.warnings.isEmpty)
    let original = metadata.time(.exifOriginal)
    #expect(original?.wallTime.description == "2023-05-01T12:34:56.789")
    #expect(original?.offset?.description == "+02:00")
    #expect(original?.precision == .subsecond)
    #expect(metadata.time(.exifDigitized)?.wallTime.description == "2023-05-01T12:34:57")
    #expect(metadata.time(.exifDateTime)?.offset?.description == "+01:00")
    #expect(metadata.time(.gps)?.wallTime.description == "2023-05-01T10:34:55")
    #expect(metadata.time(.gps)?.offset == .utc)
  }

  @Test func `R22 takes the first of two ISO values and keeps the rest`() {
    let metadata = exif {
      $0.short(0x8827, 100, 0, to: .exif)
      $0.rational(0x829D, 28, 10, to: .exif)
    }
    #expect(metadata.exposure.iso == 100)
    #expect(metadata.exposure.fNumber == 2.8)
  }

  @Test func `takes the 32-bit sensitivity where 16 bits are full`() {
    let metadata = exif {
      $0.short(0x8827, 65_535, to: .exif)
      $0.long(0x8833, 102_400, to: .exif)
    }
    #expect(metadata.exposure.iso == 102_400)
  }

  @Test(arguments: zip(0...9, [1, 1, 2, 3, 4, 5, 6, 7, 8, 1]))
  func `takes orientation 1 to 8 and all else as up`(written: Int, expected: UInt8) {
    let metadata = exif { $0.short(0x0112, UInt16(written), to: .ifd0) }
    #expect(metadata.orientation.rawValue == expected)
    #expect(metadata.warnings.isEmpty == (1...8).contains(written))
  }

  @Test(arguments: [MediaFormat.heic, .heif, .avif, .jxl])
  func `R39 leaves orientation to containers that turn the picture`(format: MediaFormat) {
    #expect(exif(format: format) { $0.short(0x0112, 6, to: .ifd0) }.orientation == .up)
  }

  @Test func `drops an impossible value with a warning and keeps its neighbours`() {
    let metadata = exif {
      $0.text(0x010F, "Maker", to: .ifd0)
      $0.short(0x0112, 42, to: .ifd0)
      $0.short(0xA403, 9, to: .exif)
      $0.text(0x9003, "2023:02:30 12:00:00", to: .exif)
    }
    #expect(metadata.camera.make == "Maker")
    #expect(metadata.captureTimes.isEmpty)
    #expect(
      metadata.warnings.map(\.tag).sorted()
        == ["exif:DateTimeOriginal", "exif:Orientation", "exif:WhiteBalance"])
    #expect(metadata.warnings.contains { $0.reason.contains("2023:02:30 12:00:00") })
  }

  @Test func `warns once of a value that both readers met`() {
    let metadata = exif {
      $0.short(0x0112, 42, to: .ifd0)
      $0.add(0x010E, type: 129, count: 5, ascii("Text\0"), to: .ifd0)
    }
    #expect(metadata.warnings.map(\.tag) == ["exif:Orientation"])
  }

  @Test func `treats a zero denominator as absent`() {
    let metadata = exif {
      $0.rational(0x829A, 0, 0, to: .exif)
      $0.rational(0x829D, 1, 0, to: .exif)
    }
    #expect(metadata.exposure.exposureTime == nil)
    #expect(metadata.exposure.fNumber == nil)
    #expect(metadata.warnings.isEmpty)
  }

  @Test(
    arguments: [
      ([0x41, 0x42, 0, 0x43], "AB"), ([0x20, 0x41, 0x20, 0x20, 0], "A"),
      ([0x4D, 0xC3, 0xBC, 0x6C, 0], "Mül"), ([0x4D, 0xFC, 0x6C, 0], "Mül"),
      ([0x41, 0x07, 0x0A, 0x42, 0], "A B"), ([0x92, 0x41, 0], "\u{2019}A"),
      ([0x20, 0x20, 0], nil), ([0], nil),
    ] as [([UInt8], String?)])
  func `cleans text`(written: [UInt8], expected: String?) {
    #expect(exif { $0.ascii(0x010E, written, to: .ifd0) }.annotations.caption == expected)
  }

  @Test func `reads the words and the rating`() {
    let metadata = exif {
      $0.text(0x010E, "A caption", to: .ifd0)
      $0.text(0x013B, "An artist", to: .ifd0)
      $0.short(0x4746, 4, to: .ifd0)
      $0.ascii(0x8298, ascii(" \0Editor\0"), to: .ifd0)
      $0.text(0xA431, "S123", to: .exif)
    }
    #expect(metadata.annotations.caption == "A caption")
    #expect(metadata.annotations.artist == "An artist")
    #expect(metadata.annotations.rating == 4)
    #expect(metadata.annotations.copyright == "Editor")
    #expect(metadata.camera.serial == "S123")
  }

  @Test func `reads text of the type that Exif 3.0 adds, which libexif loses`() {
    let metadata = exif {
      $0.text(0x010F, "Maker", to: .ifd0)
      $0.add(0x010E, type: 129, count: 6, ascii("Grün!").dropLast(1) + [0], to: .ifd0)
    }
    #expect(metadata.camera.make == "Maker")
    #expect(metadata.annotations.caption == "Grün")
  }

  @Test func `reads Apple's identifiers of a burst and a Live Photo`() {
    let burst = ascii("AAAAAAAA-0000\0")
    let live = ascii("BBBBBBBB-1111\0")
    var note = ascii("Apple iOS\0") + [0, 1] + ascii("MM") + bytes(UInt16(2))
    note += bytes(UInt16(0x0B)) + bytes(UInt16(2)) + bytes(UInt32(burst.count)) + bytes(UInt32(44))
    note += bytes(UInt16(0x11)) + bytes(UInt16(2)) + bytes(UInt32(live.count)) + bytes(UInt32(58))
    note += bytes(UInt32(0)) + burst + live
    let metadata = exif {
      $0.text(0x010F, "Apple", to: .ifd0)
      $0.add(0x927C, type: 7, count: note.count, note, to: .exif)
    }
    #expect(metadata.burstID == "AAAAAAAA-0000")
    #expect(metadata.contentID == "BBBBBBBB-1111")
  }

  @Test func `knows screenshots and front cameras by their tags`() {
    let comment = ascii("ASCII\0\0\0Screenshot")
    let shot = exif { $0.add(0x9286, type: 7, count: comment.count, comment, to: .exif) }
    #expect(shot.subtypes == .screenshot)
    let front = exif { $0.text(0xA434, "iPhone 13 front camera 2.71mm f/2.2", to: .exif) }
    #expect(front.subtypes == .selfie)
    #expect(exif { $0.text(0xA434, "back camera", to: .exif) }.subtypes.isEmpty)
  }
}
