import MediaModel
import TestSupport
import Testing

@testable import MediaDecoding

/// Pictures made by ImageMagick, marked by ExifTool, and packed by libjxl's own tool.
@Suite(
  "The eight orientations, other formats",
  .enabled(if: Tools.convert != nil && Tools.exiftool != nil)
) struct OrientationTests {
  let folder = TemporaryDirectory()
  let renderer = ThumbnailRenderer()

  /// What makes the stored picture of the shown one: the inverse of Exif 2.32 §4.6.4, tag 0x0112.
  private static func turns(_ orientation: Orientation) -> [String] {
    switch orientation {
    case .up: []
    case .upMirrored: ["-flop"]
    case .down: ["-rotate", "180"]
    case .downMirrored: ["-flip"]
    case .leftMirrored: ["-transpose"]
    case .right: ["-rotate", "270"]
    case .rightMirrored: ["-transverse"]
    case .left: ["-rotate", "90"]
    }
  }

  /// A picture without symmetry, stored so that `orientation` shows it upright.
  private func picture(_ orientation: Orientation, _ type: String) throws -> FilePath {
    let path = "\(folder.path)/\(orientation.rawValue).\(type)"
    try Tools.run(
      Tools.convert,
      [
        "-size", "300x200", "-define", "gradient:angle=60", "gradient:red-blue", "(", "-size",
        "100x60", "xc:yellow", ")",
      ]
        + ["-geometry", "+10+10", "-composite"] + Self.turns(orientation)
        + ["+repage", "-quality", "95", "-define", "webp:lossless=true", path])
    try Tools.run(
      Tools.exiftool,
      ["-q", "-q", "-overwrite_original", "-n", "-Orientation=\(orientation.rawValue)", path])
    return FilePath(path)
  }

  private func expectAlike(_ paths: [FilePath], sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    let thumbnails = try paths.map { try renderer.render($0, specification(96)) }
    for (thumbnail, orientation) in zip(thumbnails, Orientation.allCases) {
      #expect(
        thumbnail.size == PixelSize(width: 96, height: 64), "\(orientation)",
        sourceLocation: sourceLocation)
      #expect(
        bits(thumbnail.differenceHash, thumbnails[0].differenceHash) <= 2, "\(orientation)",
        sourceLocation: sourceLocation)
      #expect(
        distance(channels(thumbnail.meanColor), channels(thumbnails[0].meanColor)) <= 2,
        "\(orientation)", sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: ["jpg", "png", "webp", "tif"])
  func `look the same`(type: String) throws {
    try expectAlike(Orientation.allCases.map { try picture($0, type) })
  }

  /// The codestream has the orientation; EXIF's, which is there too, must not turn it again.
  @Test(.enabled(if: Tools.cjxl != nil)) func `look the same in JPEG XL`() throws {
    try expectAlike(
      Orientation.allCases.map { orientation in
        let source = try picture(orientation, "jpg")
        let path = FilePath("\(folder.path)/\(orientation.rawValue).jxl")
        try Tools.run(Tools.cjxl, [source.displayText, path.displayText])
        return path
      })
  }
}
