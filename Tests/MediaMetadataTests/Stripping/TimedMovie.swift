import TestSupport

/// A movie with a picture track and a track of another handler, their samples in turn in `mdat`.
struct TimedMovie {
  var handler: String
  var entry = "gpmd"
  var entryExtra: [UInt8] = []
  /// Chunks of the second track that lie where the first one's do.
  var isShared = false
  var telling = "GPS 48.1371"
  var isFragmented = false

  static let picture = "PICTURE-SAMPLE-01"

  var bytes: [UInt8] {
    let b = BoxBuilder.self
    let head = b.box("ftyp", b.latin1("qt  "), b.u32(0))
    let size = moov(start: 0).count
    let content = (0..<3).flatMap { _ in b.latin1(Self.picture) + b.latin1(telling) }
    return head + moov(start: UInt32(head.count + size + 8)) + b.box("mdat", content)
  }

  private func moov(start: UInt32) -> [UInt8] {
    let b = BoxBuilder.self
    let first = UInt32(Self.picture.utf8.count)
    let second = UInt32(telling.utf8.count)
    let step = first + second
    let places = (0..<3).map { start + UInt32($0) * step }
    let others = isShared ? places : places.map { $0 + first }
    let header = b.fullBox(
      "mvhd", b.u32(1), b.u32(1), b.u32(1_000), b.u32(3_000), b.u32(0x1_0000), b.zeros(76))
    return b.box(
      "moov", header,
      track(1, "vide", MovieFixture.visualEntry("mp4v", 16, 16), first, places),
      track(
        2, handler, b.box(entry, b.zeros(6), b.u16(1), entryExtra), isShared ? first : second,
        others),
      isFragmented ? b.box("mvex") : [])
  }

  private func track(
    _ id: UInt32, _ handler: String, _ entry: [UInt8], _ size: UInt32, _ places: [UInt32]
  ) -> [UInt8] {
    let b = BoxBuilder.self
    let tables = b.box(
      "stbl", b.fullBox("stsd", b.u32(1), entry), b.fullBox("stts", b.u32(1), b.u32(3), b.u32(1)),
      b.fullBox("stsc", b.u32(1), b.u32(1), b.u32(1), b.u32(1)),
      b.fullBox("stsz", b.u32(size), b.u32(3)),
      b.fullBox("stco", b.u32(3), places.flatMap { b.u32($0) }))
    return b.box(
      "trak", b.fullBox("tkhd", flags: 7, b.u32(1), b.u32(1), b.u32(id), b.zeros(68)),
      b.box(
        "mdia", b.fullBox("mdhd", b.u32(1), b.u32(1), b.u32(1), b.u32(3), b.u32(0)),
        b.fullBox("hdlr", b.u32(0), b.latin1(handler), b.zeros(13)), b.box("minf", tables)))
  }

  /// The keys of a `mebx` entry.
  static func keys(_ names: String...) -> [UInt8] {
    let b = BoxBuilder.self
    let entries = names.enumerated().flatMap { index, name in
      let key = b.box("keyd", b.latin1("mdta"), b.utf8(name))
      return b.u32(UInt32(8 + key.count)) + b.u32(UInt32(index + 1)) + key
    }
    return b.box("keys", entries)
  }
}
