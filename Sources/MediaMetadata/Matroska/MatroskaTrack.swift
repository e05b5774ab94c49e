internal import MediaModel

/// What a `TrackEntry` says.
struct MatroskaTrack {
  /// Number that blocks use.
  var number: UInt64 = 0
  /// 1 video, 2 audio, 17 subtitles.
  var type: UInt64 = 0
  /// Part of the presentation.
  var isEnabled = true
  /// FFmpeg's short name.
  var codec: String?
  /// Nanoseconds of one frame.
  var defaultDuration: UInt64?
  /// Geometry, for video.
  var picture = Picture()
  /// H.273 code points.
  var colour = ColourInformation()
  /// True when there is a Dolby Vision configuration.
  var isDolbyVision = false

  /// How the pictures of a track are shown.
  struct Picture {
    var width = 0
    var height = 0
    var crop: (top: Int, bottom: Int, left: Int, right: Int) = (0, 0, 0, 0)
    var displayWidth = 0
    var displayHeight = 0
    /// 0 pixels, 1 centimetres, 2 inches, 3 aspect, 4 unknown.
    var displayUnit: UInt64 = 0
    /// How two views share a frame; 0 is one view.
    var stereoMode: UInt64 = 0
    var orientation = Orientation.up

    /// Stored pixels; `nil` when a side is missing or beyond 65,536.
    var size: PixelSize? {
      let sides = 1...65_536
      return sides.contains(width) && sides.contains(height)
        ? PixelSize(width: width, height: height) : nil
    }

    /// Views side by side and one above the other; the display size is that of one view.
    private var views: (wide: Int, high: Int) {
      switch stereoMode {
      case 1, 8, 9, 11: (2, 1)
      case 2, 3, 6, 7: (1, 2)
      default: (1, 1)
      }
    }

    /// The size as shown: cropped, with the aspect of the display size, turned.
    var displaySize: PixelSize? {
      guard let size else { return nil }
      var shown = PixelSize(
        width: size.width - crop.left - crop.right, height: size.height - crop.top - crop.bottom)
      if shown.width < 1 || shown.height < 1 { shown = size }
      if displayUnit < 4, displayWidth > 0, displayHeight > 0 {
        let aspect = Double(displayWidth * views.wide) / Double(displayHeight * views.high)
        let width = Double(shown.height) * aspect
        if width >= 1, width <= 1_048_576 { shown.width = Int(width.rounded()) }
      }
      return orientation.displaySize(of: shown)
    }
  }

  /// Frames a second; `nil` when the track does not say.
  var frameRate: Double? {
    guard let defaultDuration, defaultDuration > 0 else { return nil }
    let rate = 1e9 / Double(defaultDuration)
    return rate <= 100_000 ? rate : nil
  }

  /// The turn of a flat projection.
  ///
  /// - Note: Source: RFC 9559 §5.1.4.1.28.41: yaw turns first, roll is counter-clockwise.
  static func orientation(yaw: Double, pitch: Double, roll: Double) -> Orientation {
    let isMirrored = abs(yaw) == 180
    guard pitch == 0, yaw == 0 || isMirrored, abs(roll) <= 360 else { return .up }
    let quarters = (roll / 90).rounded()
    guard abs(roll - quarters * 90) < 1 else { return .up }
    // Clockwise quarter turns, as EXIF counts them; after mirroring they go the other way.
    let clockwise = (isMirrored ? Int(quarters) : -Int(quarters)) & 3
    let turns: [DisplayMatrix] = [
      .identity, .init(a: 0, b: 1, c: -1, d: 0), .init(a: -1, b: 0, c: 0, d: -1),
      .init(a: 0, b: -1, c: 1, d: 0),
    ]
    let mirror = DisplayMatrix(a: -1, b: 0, c: 0, d: 1)
    let turn = turns[clockwise]
    return (isMirrored ? turn.followed(by: mirror) : turn).orientation
  }
}

extension VideoCodec {
  /// Finds the codec behind a Matroska codec ID.
  ///
  /// - Parameters:
  ///   - id: Such as `V_MPEG4/ISO/AVC`.
  ///   - configuration: The track's private data, which names the codec of two old IDs.
  /// - Returns: FFmpeg's short name; `nil` when the codec is not known.
  /// - Note: Source: RFC 9559's codec registry (draft-ietf-cellar-codec).
  static func name(matroska id: String, configuration: ByteReader?) -> String? {
    switch id {
    case "V_MS/VFW/FOURCC": fourCC(configuration, at: 16)
    case "V_QUICKTIME": fourCC(configuration, at: 4) ?? fourCC(configuration, at: 0)
    default: names[id]
    }
  }

  private static func fourCC(_ configuration: ByteReader?, at offset: Int) -> String? {
    guard let value = try? configuration?.peek(UInt32.self, at: offset) else { return nil }
    return name(sampleEntry: FourCC(value))
  }

  private static let names: [String: String] = [
    "V_VP8": "vp8", "V_VP9": "vp9", "V_AV1": "av1", "V_MPEG4/ISO/AVC": "h264",
    "V_MPEGH/ISO/HEVC": "hevc", "V_MPEGI/ISO/VVC": "vvc", "V_MPEG4/ISO/SP": "mpeg4",
    "V_MPEG4/ISO/ASP": "mpeg4", "V_MPEG4/ISO/AP": "mpeg4", "V_MPEG4/MS/V3": "msmpeg4v3",
    "V_MPEG1": "mpeg1video", "V_MPEG2": "mpeg2video", "V_MJPEG": "mjpeg", "V_THEORA": "theora",
    "V_PRORES": "prores", "V_FFV1": "ffv1", "V_DIRAC": "dirac", "V_UNCOMPRESSED": "rawvideo",
    "V_SNOW": "snow", "V_REAL/RV10": "rv10", "V_REAL/RV20": "rv20", "V_REAL/RV30": "rv30",
    "V_REAL/RV40": "rv40", "V_CAVS": "cavs", "V_AVS2": "avs2", "V_AVS3": "avs3",
  ]
}
