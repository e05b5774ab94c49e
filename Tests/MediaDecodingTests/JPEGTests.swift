import Glibc
import MediaModel
import TestSupport
import Testing

@testable import MediaDecoding

@Suite("Thumbnails of JPEG") struct JPEGTests {
  let folder = TemporaryDirectory()
  let renderer = ThumbnailRenderer()

  private func render(
    _ bytes: [UInt8], _ specification: ThumbnailSpecification
  ) throws -> RenderedThumbnail {
    try renderer.render(FilePath(folder.write("picture.jpg", bytes)), specification)
  }

  /// Where the first stored row and column are shown: Exif 2.32 §4.6.4, tag 0x0112.
  @Test(arguments: Orientation.allCases)
  func `are upright whatever the orientation`(orientation: Orientation) throws {
    let shown = try PictureMaker.gradient(300, 200)
    let stored = orientation.swapsSides ? shown.size.transposed : shown.size
    let bitmap = try Bitmap(width: stored.width, height: stored.height, channels: 3)
    for row in 0..<stored.height {
      for column in 0..<stored.width {
        let right = orientation.swapsSides ? shown.width - 1 - row : shown.width - 1 - column
        let bottom = orientation.swapsSides ? shown.height - 1 - column : shown.height - 1 - row
        let (x, y) =
          switch orientation {
          case .up: (column, row)
          case .upMirrored: (right, row)
          case .down: (right, bottom)
          case .downMirrored: (column, bottom)
          case .leftMirrored: (row, column)
          case .right: (right, column)
          case .rightMirrored: (right, bottom)
          case .left: (row, bottom)
          }
        for channel in 0..<3 {
          bitmap.pixels[(row * stored.width + column) * 3 + channel] =
            shown.pixels[(y * shown.width + x) * 3 + channel]
        }
      }
    }
    let expected = try render(PictureMaker.jpeg(shown), specification(96))
    let found = try render(
      PictureMaker.jpeg(bitmap, segments: PictureMaker.exif(orientation)), specification(96))
    #expect(found.size == PixelSize(width: 96, height: 64))
    #expect(bits(found.differenceHash, expected.differenceHash) <= 1)
    #expect(distance(channels(found.meanColor), channels(expected.meanColor)) <= 1)
  }

  @Test func `are never enlarged`() throws {
    let thumbnail = try render(
      PictureMaker.jpeg(PictureMaker.gradient(40, 30)), specification(256))
    #expect(thumbnail.size == PixelSize(width: 40, height: 30))
  }

  @Test(arguments: [ThumbnailSpecification.Fit.cover, .coverCentre])
  func `fill the bound when they cover it`(fit: ThumbnailSpecification.Fit) throws {
    for (width, height) in [(400, 300), (300, 400), (40, 30), (1_000, 3), (1, 700)] {
      let thumbnail = try render(
        PictureMaker.jpeg(PictureMaker.gradient(width, height)), specification(96, fit: fit))
      #expect(thumbnail.size == PixelSize(width: 96, height: 96), "\(width)×\(height)")
    }
  }

  @Test func `come from the embedded thumbnail when it is large enough and of the same shape`()
    throws
  {
    let small = try PictureMaker.jpeg(PictureMaker.plain(160, 120, [0, 0, 255]))
    let bytes = try PictureMaker.jpeg(
      PictureMaker.plain(1_600, 1_200, [255, 0, 0]),
      segments: PictureMaker.exif(.up, thumbnail: small))
    let fast = try render(bytes, specification(160))
    #expect(fast.isFromEmbeddedPreview)
    #expect(distance(channels(fast.meanColor), [0, 0, 255]) <= 3)
    let full = try render(bytes, specification(161))
    #expect(!full.isFromEmbeddedPreview)
    #expect(distance(channels(full.meanColor), [255, 0, 0]) <= 3)
  }

  @Test func `do not come from an embedded thumbnail with black bars`() throws {
    let small = try PictureMaker.jpeg(PictureMaker.plain(160, 120, [0, 0, 0]))
    let bytes = try PictureMaker.jpeg(
      PictureMaker.plain(1_800, 1_200, [255, 0, 0]),
      segments: PictureMaker.exif(.up, thumbnail: small))
    #expect(try !render(bytes, specification(96)).isFromEmbeddedPreview)
  }

  @Test func `of a cut file show what is there`() throws {
    let bytes = try PictureMaker.jpeg(PictureMaker.gradient(600, 400), quality: 98)
    let whole = try render(bytes, specification(96))
    let cut = try render(Array(bytes[..<(bytes.count * 6 / 10)]), specification(96))
    #expect(cut.size == whole.size)
    // The upper half of the hash stems from the upper half of the picture.
    #expect(bits(cut.differenceHash >> 32, whole.differenceHash >> 32) <= 4)
  }

  @Test func `R38: of a panorama of 65,500 pixels are shrunk while it is decoded`() throws {
    let bytes = try PictureMaker.jpeg(PictureMaker.gradient(65_500, 400))
    let thumbnail = try render(bytes, specification(1_024))
    #expect(thumbnail.size == PixelSize(width: 1_024, height: 6))
  }

  @Test func `R45: leave the original as it is`() throws {
    let bytes = try PictureMaker.jpeg(
      PictureMaker.gradient(300, 200), segments: PictureMaker.exif(.right))
    let path = folder.write("original.jpg", bytes)
    chmod(path, 0o444)
    var before = stat()
    stat(path, &before)
    _ = try renderer.render(FilePath(path), specification(96))
    var after = stat()
    stat(path, &after)
    #expect(before.st_mtim.tv_nsec == after.st_mtim.tv_nsec && before.st_size == after.st_size)
    #expect(before.st_ctim.tv_nsec == after.st_ctim.tv_nsec)
    #expect(contents(of: path) == bytes)
  }

  @Test(arguments: ThumbnailSpecification.Format.allCases)
  func `are the same bytes each time, without metadata`(
    format: ThumbnailSpecification.Format
  ) throws {
    let bytes = try PictureMaker.jpeg(
      PictureMaker.gradient(900, 600), segments: PictureMaker.exif(.right))
    let first = try render(bytes, specification(128, format: format))
    let second = try render(bytes, specification(128, format: format))
    #expect(first == second)
    #expect(first.bytes.firstRange(of: ascii("Exif")) == nil)
    #expect(first.bytes.firstRange(of: ascii("ICC")) == nil)
    let isJPEG = first.bytes.starts(with: [0xFF, 0xD8, 0xFF])
    #expect(isJPEG == (format == .jpeg))
  }

  @Test func `in this process come one after the other`() async throws {
    let path = FilePath(
      folder.write("picture.jpg", try PictureMaker.jpeg(PictureMaker.gradient(900, 600))))
    let renderer = InProcessThumbnailRenderer()
    let all = try await withThrowingTaskGroup(of: RenderedThumbnail.self) { group in
      for _ in 0..<8 { group.addTask { try await renderer.thumbnail(of: path, specification(96)) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(all).count == 1 && all.count == 8)
  }
}

/// The bytes of a file.
func contents(of path: String) -> [UInt8] {
  (try? OpenMedia(FilePath(path)).read(upTo: 1 << 30)) ?? []
}
