internal import MediaModel

/// What a `moov` box says.
struct Movie {
  /// Seconds of the container's epoch; 0 when unset.
  var creationTime: UInt64 = 0
  /// Units a second; 0 when unset.
  var timescale: UInt32 = 0
  /// In `timescale`; `nil` when unknown.
  var duration: UInt64?
  /// `mehd`: the length with all fragments, in `timescale`.
  var fragmentedDuration: UInt64?
  /// True when there is an `mvex` box.
  var isFragmented = false
  /// Turns and scales every track.
  var matrix = DisplayMatrix.identity
  /// In file order.
  var tracks: [Track] = []
  /// Sample duration of fragments that name none, by track.
  var defaultSampleDurations: [UInt32: UInt32] = [:]
  /// Parts with EXIF blocks: Canon's CMT boxes.
  var exifBlocks: [ByteReader] = []

  /// The track that is shown: the first enabled video track that is no chapter picture or cover.
  var videoTrack: Track? {
    let chapterTracks = Set(tracks.flatMap(\.chapterTracks))
    let candidates = tracks.filter {
      ($0.handler == "vide" || $0.handler == "pict") && !chapterTracks.contains($0.id)
        && !($0.isStillPicture && tracks.count > 1)
    }
    return candidates.first(where: \.isEnabled) ?? candidates.first
  }

  /// True when any track is sound.
  var hasAudio: Bool { tracks.contains { $0.handler == "soun" } }
}

/// What a `trak` box says.
struct Track {
  /// Number within the file.
  var id: UInt32 = 0
  /// Part of the presentation.
  var isEnabled = false
  /// Seconds of the container's epoch, from `tkhd`; 0 when unset.
  var creationTime: UInt64 = 0
  /// Seconds of the container's epoch, from `mdhd`; 0 when unset.
  var mediaCreationTime: UInt64 = 0
  /// From `tkhd`, in the movie's timescale.
  var duration: UInt64?
  /// Sum of the edit list, in the movie's timescale.
  var editDuration: UInt64?
  /// Units a second of the media.
  var timescale: UInt32 = 0
  /// From `mdhd`, in `timescale`.
  var mediaDuration: UInt64?
  /// Turns and scales the picture.
  var matrix = DisplayMatrix.identity
  /// Size the track asks for, whole pixels.
  var trackSize: PixelSize?
  /// Kind of media, such as `vide` or `soun`.
  var handler: FourCC = "    "
  /// The first sample description of a video track.
  var sampleEntry: VisualSampleEntry?
  /// How long samples last.
  var timing = SampleTiming()
  /// The lens a video track was taken with.
  var lensModel: String?
  /// Tracks that hold the pictures or titles of this track's chapters.
  var chapterTracks: [UInt32] = []

  /// A cover picture: one sample of a still format, in a track of its own.
  var isStillPicture: Bool {
    guard let codec = sampleEntry?.codec else { return false }
    return ["mjpeg", "png", "gif", "tiff"].contains(codec) && timing.sampleCount == 1
  }
}

/// How many samples a track has and how long they last.
struct SampleTiming {
  /// Samples in all; `nil` when not read.
  var sampleCount: UInt64?
  /// Sum of all sample durations, in the media's timescale; `nil` when not read.
  var totalDuration: UInt64?
  /// The duration of every sample but the last, when they are equal.
  var constantDuration: UInt32?
}

/// The first sample description of a video track.
struct VisualSampleEntry {
  /// FFmpeg's short name.
  var codec: String?
  /// Stored pixels.
  var size: PixelSize?
  /// Width over height of one pixel.
  var pixelAspect: Double?
  /// What `colr` says.
  var colour = ColourInformation()
  /// True when there is a Dolby Vision configuration.
  var isDolbyVision = false
  /// True when it holds two views.
  var isStereo = false
}
