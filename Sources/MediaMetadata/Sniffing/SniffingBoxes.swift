internal import MediaModel

/// Tells ISO base media files and old QuickTime files, which begin with a box.
func sniffBoxes(_ head: ByteReader, count: Int64) -> MediaFormat? {
  guard let size = try? head.peek(UInt32.self, at: 0) else { return nil }
  if head.holds("ftyp", at: 4) { return size >= 8 ? sniffBrands(head, boxSize: Int(size)) : nil }
  return isOldQuickTime(head, count: count) ? .quickTime : nil
}

/// The format by the major brand, else by the first compatible brand that names one.
private func sniffBrands(_ head: ByteReader, boxSize: Int) -> MediaFormat? {
  guard let major = try? head.peek(UInt32.self, at: 8) else { return .mp4 }
  if let verdict = Brand(major).verdict { return verdict.format }
  var isStill = Brand(major).isStill
  var offset = 16
  while offset + 4 <= min(boxSize, head.count), let code = try? head.peek(UInt32.self, at: offset) {
    let brand = Brand(code)
    // Video brands stand beside nearly all others, so they decide nothing here.
    if let format = brand.verdict?.format, format.type == .image || format == .quickTime {
      return format
    }
    if brand.isStill { isStill = true }
    offset += 4
  }
  return isStill ? .heif : .mp4
}

/// A four-character code that names a specification a file keeps to.
private struct Brand {
  let code: UInt32

  init(_ code: UInt32) { self.code = code }

  /// What a brand decides: a format, or with `nil` that the file is sound only.
  struct Verdict {
    var format: MediaFormat?
  }

  /// True for the brands of any HEIF, whatever codec it holds.
  var isStill: Bool { ["mif1", "mif2", "mif3", "msf1", "miaf", "MiHB", "MiHA"].contains(name) }

  private var name: String {
    String(
      decoding: (0..<4).map { UInt8(truncatingIfNeeded: code >> (24 - 8 * $0)) }, as: UTF8.self)
  }

  /// What the brand decides; `nil` for a brand that leaves it open.
  var verdict: Verdict? {
    switch name {
    case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs": Verdict(format: .heic)
    case "avif", "avis", "avio": Verdict(format: .avif)
    case "crx ": Verdict(format: .cr3)
    case "qt  ": Verdict(format: .quickTime)
    case "M4V ", "M4VH", "M4VP": Verdict(format: .m4v)
    case "jxl ": Verdict(format: .jxl)
    case "jp2 ", "jpx ", "jpm ", "jph ", "mjp2": Verdict(format: .jp2)
    case "M4A ", "M4B ", "M4P ", "F4A ", "F4B ", "aax ", "aaxc": Verdict(format: nil)
    default: mobileVerdict
    }
  }

  private var mobileVerdict: Verdict? {
    switch code >> 8 {
    case 0x336732: Verdict(format: .threeGPP2)  // 3g2
    case 0x336765...0x336773: Verdict(format: .threeGPP)  // 3ge, 3gf, 3gg, 3gh, 3gm, 3gp, 3gr, 3gs
    case 0x4B4444: Verdict(format: .threeGPP2)  // KDDI
    default: nil
    }
  }
}

/// QuickTime from before `ftyp`: the film, its data, or padding before either.
private func isOldQuickTime(_ head: ByteReader, count: Int64) -> Bool {
  var offset = 0
  for _ in 0..<8 {
    guard let size = try? head.peek(UInt32.self, at: offset) else { return false }
    let isSizePlausible = size >= 8 && Int64(offset) + Int64(size) <= count
    if head.holds("moov", at: offset + 4) { return size >= 16 }
    if head.holds("mdat", at: offset + 4) { return size <= 1 || isSizePlausible }
    if head.holds("pnot", at: offset + 4) { return size == 20 }
    guard isSizePlausible,
      ["wide", "free", "skip"].contains(where: { head.holds($0, at: offset + 4) })
    else { return false }
    offset += Int(size)
  }
  return false
}
