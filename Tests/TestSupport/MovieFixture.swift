/// A movie made of boxes: what a test does not set is what a phone would write.
package struct MovieFixture {
  /// One track.
  package struct Track {
    package var handler = "vide"
    package var isEnabled = true
    package var id: UInt32 = 1
    package var version: UInt8 = 0
    package var created: UInt64 = 0
    package var mediaCreated: UInt64 = 0
    package var matrix: [Double] = [1, 0, 0, 1]
    package var timescale: UInt32 = 30_000
    package var duration: UInt64 = 60_000
    /// Sample counts and durations.
    package var times: [(UInt32, UInt32)] = [(60, 1_000)]
    package var edits: [UInt32] = []
    package var sampleEntry = MovieFixture.visualEntry("hvc1", 1_920, 1_080)
    /// Boxes after `mdia`.
    package var extra: [UInt8] = []

    /// A video track.
    package init() {}

    /// A sound track.
    package static var sound: Track {
      var track = Track()
      track.handler = "soun"
      track.id = 2
      track.sampleEntry = BoxBuilder.box("mp4a", BoxBuilder.zeros(28))
      return track
    }

    package var bytes: [UInt8] {
      let b = BoxBuilder.self
      func wide(_ value: UInt64) -> [UInt8] {
        version == 1 ? b.u64(value) : b.u32(UInt32(truncatingIfNeeded: value))
      }
      let header = b.fullBox(
        "tkhd", version: version, flags: isEnabled ? 7 : 6, wide(created), wide(0), b.u32(id),
        b.u32(0), wide(0), b.zeros(16), MovieFixture.matrix(matrix), b.u32(1_920 << 16),
        b.u32(1_080 << 16))
      let mediaHeader = b.fullBox(
        "mdhd", version: version, wide(mediaCreated), wide(0), b.u32(timescale), wide(duration),
        b.u32(0))
      let handlerBox = b.fullBox("hdlr", b.u32(0), b.latin1(handler), b.zeros(13))
      let timeTable = b.fullBox(
        "stts", b.u32(UInt32(times.count)), times.flatMap { b.u32($0.0) + b.u32($0.1) })
      let samples = times.reduce(UInt32(0)) { $0 &+ $1.0 }
      let tables = b.box(
        "stbl", b.fullBox("stsd", b.u32(1), sampleEntry), timeTable,
        b.fullBox("stsz", b.u32(1), b.u32(samples)))
      let editList =
        edits.isEmpty
        ? []
        : b.box(
          "edts",
          b.fullBox(
            "elst", b.u32(UInt32(edits.count)),
            edits.flatMap { b.u32($0) + b.u32(0) + b.u32(0x1_0000) }))
      return b.box(
        "trak", header, editList,
        b.box("mdia", mediaHeader, handlerBox, b.box("minf", tables)), extra)
    }
  }

  package var brand = "mp42"
  package var version: UInt8 = 0
  package var created: UInt64 = 0
  package var timescale: UInt32 = 1_000
  package var duration: UInt64 = 2_000
  package var matrix: [Double] = [1, 0, 0, 1]
  package var tracks = [Track(), Track.sound]
  /// Boxes at the end of `moov`.
  package var extra: [UInt8] = []
  /// Boxes after `moov`.
  package var trailer: [UInt8] = []

  /// A two-second movie of 1920×1080 with sound and without dates.
  package init() {}

  /// The `moov` box.
  package var moov: [UInt8] {
    let b = BoxBuilder.self
    func wide(_ value: UInt64) -> [UInt8] {
      version == 1 ? b.u64(value) : b.u32(UInt32(truncatingIfNeeded: value))
    }
    let header = b.fullBox(
      "mvhd", version: version, wide(created), wide(0), b.u32(timescale), wide(duration),
      b.u32(0x1_0000), b.zeros(12), Self.matrix(matrix), b.zeros(24), b.u32(3))
    return b.box("moov", header, tracks.flatMap(\.bytes), extra)
  }

  /// The file: brand, movie, media.
  package var bytes: [UInt8] {
    let b = BoxBuilder.self
    return b.box("ftyp", b.latin1(brand), b.u32(0), b.latin1("isom")) + moov
      + b.box("mdat", b.zeros(64)) + trailer
  }

  /// A visual sample entry with boxes after its fields.
  package static func visualEntry(
    _ type: String, _ width: UInt16, _ height: UInt16, _ extensions: [UInt8]...
  ) -> [UInt8] {
    let b = BoxBuilder.self
    return b.box(
      type, b.zeros(6), b.u16(1), b.zeros(16), b.u16(width), b.u16(height), b.u32(0x48_0000),
      b.u32(0x48_0000), b.zeros(4), b.u16(1), b.zeros(32), b.u16(24), b.u16(0xFFFF),
      extensions.flatMap { $0 })
  }

  /// A matrix of 16.16 numbers: a, b, c, d.
  static func matrix(_ numbers: [Double]) -> [UInt8] {
    let fixed = numbers.map { BoxBuilder.i32(Int32($0 * 65_536)) }
    let zero = BoxBuilder.u32(0)
    return fixed[0] + fixed[1] + zero + fixed[2] + fixed[3] + zero + zero + zero
      + BoxBuilder.u32(0x4000_0000)
  }

  /// QuickTime metadata: keys and their values as UTF-8, in a `meta` box without version.
  package static func keys(_ pairs: [(String, String)]) -> [UInt8] {
    let b = BoxBuilder.self
    let names = pairs.flatMap {
      b.u32(UInt32(8 + $0.0.utf8.count)) + b.latin1("mdta") + b.utf8($0.0)
    }
    var items: [UInt8] = []
    for (index, pair) in pairs.enumerated() {
      let data = b.box("data", b.u32(1), b.u32(0), b.utf8(pair.1))
      items += b.u32(UInt32(8 + data.count)) + b.u32(UInt32(index + 1)) + data
    }
    return b.box(
      "meta", b.fullBox("hdlr", b.u32(0), b.latin1("mdta"), b.zeros(13)),
      b.fullBox("keys", b.u32(UInt32(pairs.count)), names), b.box("ilst", items))
  }

  /// QuickTime user data: international text.
  package static func userText(_ type: String, _ text: String) -> [UInt8] {
    let bytes = BoxBuilder.utf8(text)
    return BoxBuilder.box(
      type, BoxBuilder.u16(UInt16(bytes.count)), BoxBuilder.u16(0x15C7), bytes)
  }
}
