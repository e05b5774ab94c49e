import Glibc
import MediaModel
import TestSupport
import Testing

@testable import MediaDecoding

@Suite("Thumbnails of hostile files") struct HostileTests {
  let folder = TemporaryDirectory()
  let renderer = ThumbnailRenderer()

  private func failure(_ name: String, _ bytes: [UInt8]) -> RenderFailure? {
    do {
      _ = try renderer.render(FilePath(folder.write(name, bytes)), specification(256))
      return nil
    } catch { return error }
  }

  private static func png(_ width: UInt32, _ height: UInt32, color: UInt8 = 6) -> [UInt8] {
    func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
      bytes(UInt32(content.count)) + ascii(type) + content + [0, 0, 0, 0]
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", bytes(width) + bytes(height) + [8, color, 0, 0, 0]) + chunk("IDAT", [])
      + chunk("IEND", [])
  }

  private static func jpeg(_ width: UInt16, _ height: UInt16) throws -> [UInt8] {
    var file = try PictureMaker.jpeg(PictureMaker.plain(16, 16, [1, 2, 3]))
    let frame = try #require(file.firstRange(of: [0xFF, 0xC0])).lowerBound
    file.replaceSubrange(frame + 5..<frame + 9, with: bytes(height) + bytes(width))
    return file
  }

  @Test func `that promise more pixels than they hold are refused at once`() throws {
    let gif =
      ascii("GIF89a") + [0xFF, 0xFF, 0xFF, 0xFF, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
      + [0x2C, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 2, 2, 0x44, 1, 0, 0x3B]
    let bitmap =
      ascii("BM") + bytes(UInt32(54), bigEndian: false) + bytes(UInt32(0))
      + bytes(UInt32(54), bigEndian: false) + bytes(UInt32(40), bigEndian: false)
      + bytes(Int32.max, bigEndian: false) + bytes(Int32.max, bigEndian: false)
      + [1, 0, 24, 0] + [UInt8](repeating: 0, count: 24)
    let files: [(String, [UInt8])] = [
      ("large.png", Self.png(30_000, 30_000)), ("largest.png", Self.png(0x7FFF_FFFF, 0x7FFF_FFFF)),
      ("none.png", Self.png(0, 0)), ("large.jpg", try Self.jpeg(65_500, 65_500)),
      ("none.jpg", try Self.jpeg(0, 0)), ("large.gif", gif), ("large.bmp", bitmap),
    ]
    for (name, bytes) in files {
      let start = ContinuousClock.now
      let found = failure(name, bytes)
      #expect(found.map { [.tooLarge, .undecodable].contains($0.code) } == true, "\(name)")
      #expect(ContinuousClock.now - start < .seconds(5), "\(name)")
    }
    var usage = rusage()
    getrusage(__rusage_who_t(0), &usage)
    // Of all suites that run in this process; the smallest of the pictures promises 2.7 GB.
    #expect(usage.ru_maxrss < 2 << 20, "kilobytes")
  }

  @Test func `that are no media, or have no decoder, say so`() {
    #expect(failure("text.bin", ascii("not a picture"))?.code == .unsupported)
    #expect(failure("empty.jpg", [])?.code == .undecodable)
    let svg = ascii(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><script/></svg>")
    #expect(failure("drawing.svg", svg)?.code == .unsupported)
    let xcf = ascii("gimp xcf v011\0") + bytes(UInt32(9)) + bytes(UInt32(9)) + bytes(UInt32(0))
    #expect(failure("layers.xcf", xcf)?.code == .unsupported)
    let large =
      ascii("8BPS") + [0, 2, 0, 0, 0, 0, 0, 0, 0, 3] + bytes(UInt32(9)) + bytes(UInt32(9))
      + [0, 8, 0, 3] + [UInt8](repeating: 0, count: 400)
    #expect(failure("large.psb", large)?.code == .unsupported)
  }

  @Test func `that are absent or no files say so`() {
    func code(_ path: String) -> RenderFailure.Code? {
      do {
        _ = try renderer.render(FilePath(path), specification(64))
        return nil
      } catch { return error.code }
    }
    #expect(code("\(folder.path)/absent.jpg") == .notFound)
    mkfifo("\(folder.path)/pipe.jpg", 0o600)
    #expect(code("\(folder.path)/pipe.jpg") != nil)
  }

  /// Flips and cuts of sound files: anything but a crash is right.
  @Test func `that are damaged by chance fail or show something`() throws {
    var generator = SeededGenerator(seed: 20)
    let picture = try PictureMaker.gradient(120, 80)
    let thumbnail = try PictureMaker.jpeg(PictureMaker.gradient(60, 40))
    let sources: [(String, [UInt8])] = [
      (
        "a.jpg",
        try PictureMaker.jpeg(picture, segments: PictureMaker.exif(.right, thumbnail: thumbnail))
      ),
      ("a.webp", try VipsPicture.make(picture).webp(quality: 80)),
      ("a.gif", SmallPictureTests.canvas), ("a.png", ColorTests.png(gamma: 100_000, sample: 9)),
      ("a.ppm", ascii("P6 16 16 255\n") + [UInt8](repeating: 99, count: 16 * 16 * 3)),
    ]
    for (name, bytes) in sources {
      for _ in 0..<150 {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...12, using: &generator) {
          damaged[Int.random(in: 2..<damaged.count, using: &generator)] =
            UInt8.random(in: 0...255, using: &generator)
        }
        if Bool.random(using: &generator) {
          damaged = Array(damaged[..<Int.random(in: 1...damaged.count, using: &generator)])
        }
        _ = failure(name, damaged)
      }
    }
  }
}
