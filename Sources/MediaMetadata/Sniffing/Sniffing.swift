internal import MediaModel

/// Tells a file's format by its content, `nil` when it is of no known kind.
///
/// The name plays no part. One read of the head answers nearly always; directories of TIFF, pages
/// of Ogg and packets of MPEG-TS may ask for a few more.
func sniff(_ source: ByteSource) throws(ByteError) -> MediaFormat? {
  let head = try source.reader(at: 0, upTo: 4_096)
  if let format = sniffSignature(head) { return format }
  if head.starts(with: "RIFF") { return sniffRIFF(head) }
  if let format = sniffBoxes(head, count: source.count) { return format }
  if head.starts(with: "II") || head.starts(with: "MM") {
    if let format = sniffTIFF(source, head) { return format }
  }
  if let format = sniffStructured(head) { return format }
  if head.starts(with: "OggS") { return try sniffOgg(source) }
  if head.starts(with: "\u{30}\u{26}") { return try sniffASF(source) }
  if head.starts(with: ".RMF") { return try sniffRealMedia(source) }
  if let format = sniffMPEG(try source.reader(at: 0, upTo: TransportPackets.searched)) {
    return format
  }
  return isSVG(head) ? .svg : nil
}

/// Formats whose first bytes alone are proof.
private func sniffSignature(_ head: ByteReader) -> MediaFormat? {
  if (try? head.peek(UInt32.self, at: 0)).map({ $0 >> 8 == 0xFFD8FF }) == true { return .jpeg }
  guard let first = try? head.peek(UInt64.self, at: 0) else { return nil }
  switch first {
  case 0x8950_4E47_0D0A_1A0A: return .png
  case 0x6769_6D70_2078_6366: return head.holds(" ", at: 8) ? .xcf : nil
  case 0x4655_4A49_4649_4C4D: return head.holds("CCD-RAW", at: 8) ? .raf : nil
  case 0x0000_000C_4A58_4C20: return head.holds("\r\n", at: 8) ? .jxl : nil
  case 0x0000_000C_6A50_2020: return head.holds("\r\n", at: 8) ? .jp2 : nil
  case 0xB7D8_0020_3749_DA11: return .wtv
  default: break
  }
  switch first >> 40 {
  case 0x464F56: return head.starts(with: "FOVb") ? .x3f : nil
  case 0x004D52: return head.starts(with: "\0MRM") ? .mrw : nil
  case 0x474946: return head.starts(with: "GIF87a") || head.starts(with: "GIF89a") ? .gif : nil
  case 0x464C56: return sniffFLV(head)
  default: break
  }
  if first >> 32 == 0xFF4F_FF51 { return .jp2 }
  if first >> 48 == 0xFF0A { return .jxl }
  if first >> 32 == 0x1A45_DFA3 { return sniffEBML(head) }
  return nil
}

/// Flash Video: version 1 and the flag of a picture; live streams may leave all flags unset.
private func sniffFLV(_ head: ByteReader) -> MediaFormat? {
  guard let version = try? head.peek(UInt8.self, at: 3), version == 1,
    let flags = try? head.peek(UInt8.self, at: 4), flags & 0xFA == 0,
    let size = try? head.peek(UInt32.self, at: 5), size >= 9
  else { return nil }
  return flags & 1 == 1 || flags == 0 ? .flv : nil
}

/// RIFF by its form; sound is no media.
private func sniffRIFF(_ head: ByteReader) -> MediaFormat? {
  if head.holds("WEBP", at: 8) { return .webp }
  if head.holds("AVI ", at: 8) || head.holds("AVIX", at: 8) { return .avi }
  return nil
}

/// Formats with a weak signature, told by fields that must agree.
private func sniffStructured(_ head: ByteReader) -> MediaFormat? {
  if head.starts(with: "8BPS") { return isPhotoshop(head) ? .psd : nil }
  if head.starts(with: "BM") { return isBitmap(head) ? .bmp : nil }
  if isIcon(head) { return .ico }
  if isPCX(head) { return .pcx }
  if isPNM(head) { return .pnm }
  if isDV(head) { return .dv }
  if isMXF(head) { return .mxf }
  return nil
}

/// Version 1 (PSD) or 2 (PSB), six zeros, and 1…56 channels.
private func isPhotoshop(_ head: ByteReader) -> Bool {
  guard let version = try? head.peek(UInt16.self, at: 4),
    let channels = try? head.peek(UInt16.self, at: 12)
  else { return false }
  return (1...2).contains(version) && head.holds("\0\0\0\0\0\0", at: 6)
    && (1...56).contains(channels)
}

/// A known header size, and pixels behind the header.
private func isBitmap(_ head: ByteReader) -> Bool {
  var head = head
  head.isBigEndian = false
  guard let size = try? head.peek(UInt32.self, at: 14),
    let start = try? head.peek(UInt32.self, at: 10)
  else { return false }
  return [12, 16, 40, 52, 56, 64, 108, 124].contains(size) && (start == 0 || start >= 14 + 12)
}

/// Icon or cursor: an entry whose reserved byte is zero and whose picture lies behind the entries.
private func isIcon(_ head: ByteReader) -> Bool {
  var head = head
  head.isBigEndian = false
  guard let reserved = try? head.peek(UInt16.self, at: 0), reserved == 0,
    let kind = try? head.peek(UInt16.self, at: 2), kind == 1 || kind == 2,
    let count = try? head.peek(UInt16.self, at: 4), (1...1_024).contains(count),
    let blank = try? head.peek(UInt8.self, at: 9), let size = try? head.peek(UInt32.self, at: 14),
    let offset = try? head.peek(UInt32.self, at: 18)
  else { return false }
  return blank == 0 && size >= 12 && offset >= 6 + 16 * UInt32(count)
}

/// A version, an encoding, a depth, and a window that is not empty.
private func isPCX(_ head: ByteReader) -> Bool {
  var head = head
  head.isBigEndian = false
  guard head.count >= 128, let first = try? head.peek(UInt32.self, at: 0), first & 0xFF == 0x0A,
    [0, 2, 3, 4, 5].contains(first >> 8 & 0xFF), first >> 16 & 0xFF <= 1,
    [1, 2, 4, 8].contains(first >> 24), let left = try? head.peek(UInt16.self, at: 4),
    let top = try? head.peek(UInt16.self, at: 6), let right = try? head.peek(UInt16.self, at: 8),
    let bottom = try? head.peek(UInt16.self, at: 10),
    let planes = try? head.peek(UInt8.self, at: 65)
  else { return false }
  return left <= right && top <= bottom && (1...4).contains(planes)
}

/// A Netpbm picture: its header names two sides that are not zero.
private func isPNM(_ head: ByteReader) -> Bool {
  head.starts(with: "P") && ((try? PNMHeader(head))?.size != nil)
}

/// Digital Interface Format: a header block, then a subcode block.
private func isDV(_ head: ByteReader) -> Bool {
  guard let first = try? head.peek(UInt32.self, at: 0), first & 0xFFFF_FF7F == 0x1F07_003F,
    let second = try? head.peek(UInt32.self, at: 80)
  else { return false }
  return second >> 8 & 0xF0_FFFF == 0x30_0700
}

/// The key of a partition pack, SMPTE 377.
private func isMXF(_ head: ByteReader) -> Bool {
  guard let first = try? head.peek(UInt64.self, at: 0),
    let second = try? head.peek(UInt32.self, at: 8)
  else { return false }
  return first == 0x060E_2B34_0205_0101 && second == 0x0D01_0201
}
