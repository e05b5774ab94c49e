internal import MediaModel

/// Ogg is media when one of its streams is a picture: those announce themselves on the first pages.
func sniffOgg(_ source: ByteSource) throws(ByteError) -> MediaFormat? {
  var offset: Int64 = 0
  for _ in 0..<16 {
    let page = try source.reader(at: offset, upTo: 27 + 255 + 16)
    guard page.starts(with: "OggS"), let flags = try? page.peek(UInt8.self, at: 5), flags & 2 != 0,
      let segments = try? page.peek(UInt8.self, at: 26)
    else { return nil }
    let start = 27 + Int(segments)
    for name: StaticString in ["\u{1}video", "BBCD", "OVP80"] where page.holds(name, at: start) {
      return .ogv
    }
    // Theora's name follows a byte that is no UTF-8.
    if page.holds("theora", at: start + 1) { return .ogv }
    guard let sizes = try? page.slice(27..<start) else { return nil }
    offset +=
      Int64(start)
      + sizes.withRemaining { sizes in
        (0..<sizes.count).reduce(Int64(0)) { $0 + Int64(sizes[$1] ?? 0) }
      }
  }
  return nil
}

/// ASF is media when its header declares a video stream.
func sniffASF(_ source: ByteSource) throws(ByteError) -> MediaFormat? {
  let head = try source.reader(at: 0, upTo: 30)
  guard (try? head.peek(UInt64.self, at: 0)) == 0x3026_B275_8E66_CF11 else { return nil }
  var little = head
  little.isBigEndian = false
  guard let size = try? little.peek(UInt64.self, at: 16) else { return nil }
  let header = try source.reader(at: 0, upTo: Int(min(size, 256 * 1_024)))
  return header.contains(first: 0xC0EF_19BC_4D5B_CF11, second: 0xA8FD_0080_5F5C_442B) ? .asf : nil
}

/// RealMedia is media when it describes a video stream.
func sniffRealMedia(_ source: ByteSource) throws(ByteError) -> MediaFormat? {
  let head = try source.reader(at: 0, upTo: 32 * 1_024)
  return head.withRemaining { bytes in
    (0..<max(0, bytes.count - 4)).contains {
      bytes[$0] == 0x56 && bytes.load(UInt32.self, at: $0, bigEndian: true) == 0x5649_444F  // VIDO
    }
  } ? .realMedia : nil
}

extension ByteReader {
  /// True when a 16-byte identifier stands anywhere in the bytes.
  fileprivate func contains(first: UInt64, second: UInt64) -> Bool {
    let lead = UInt8(first >> 56)
    return withRemaining { bytes in
      (0..<max(0, bytes.count - 15)).contains {
        bytes[$0] == lead && bytes.load(UInt64.self, at: $0, bigEndian: true) == first
          && bytes.load(UInt64.self, at: $0 + 8, bigEndian: true) == second
      }
    }
  }
}

/// Tells MPEG streams.
func sniffMPEG(_ head: ByteReader) -> MediaFormat? {
  if isProgramStream(head) || isVideoStream(head) { return .mpegPS }
  return TransportPackets.areFound(in: head) ? .mpegTS : nil
}

/// A pack header: MPEG-2 marks it with 01, MPEG-1 with 0010.
private func isProgramStream(_ head: ByteReader) -> Bool {
  guard let code = try? head.peek(UInt32.self, at: 0), code == 0x0000_01BA,
    let mark = try? head.peek(UInt8.self, at: 4)
  else { return false }
  return mark & 0xC0 == 0x40 || mark & 0xF0 == 0x20
}

/// A sequence header with a size, an aspect and a frame rate.
private func isVideoStream(_ head: ByteReader) -> Bool {
  guard let code = try? head.peek(UInt32.self, at: 0), code == 0x0000_01B3,
    let sizes = try? head.peek(UInt32.self, at: 4)
  else { return false }
  return sizes >> 20 > 0 && sizes >> 8 & 0xFFF > 0 && sizes & 0xF0 > 0
    && (1...8).contains(sizes & 0xF)
}

/// The packets of an MPEG transport stream: a sync byte at equal distances.
enum TransportPackets {
  /// Bytes looked at.
  static let searched = 8 * 1_024
  private static let wanted = 8
  private static let fewest = 3
  private static let sync: UInt8 = 0x47

  /// True when packets of 188, 192 or 204 bytes follow each other from near the start.
  ///
  /// A file may begin within a packet, and one of few packets is believed only from its start.
  static func areFound(in head: ByteReader) -> Bool {
    head.withRemaining { bytes in
      if isText(bytes) { return false }
      return [(188, 0), (192, 4), (204, 0)].contains { size, lead in
        if isRun(
          bytes, from: lead, size: size, atLeast: min(wanted, max(fewest, bytes.count / size)))
        {
          return true
        }
        return (0..<size).contains { isRun(bytes, from: $0, size: size, atLeast: wanted * 2) }
      }
    }
  }

  /// True for text, in which a letter may well recur at equal distances.
  private static func isText(_ bytes: BorrowedBytes) -> Bool {
    (0..<min(bytes.count, 1_024)).allSatisfy { index in
      bytes[index].map { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D || (0x20..<0x7F).contains($0) }
        ?? true
    }
  }

  private static func isRun(
    _ bytes: BorrowedBytes, from start: Int, size: Int, atLeast packets: Int
  ) -> Bool {
    (0..<packets).allSatisfy { index in
      let offset = start + index * size
      // Behind the sync byte: no error flag, and an adaptation field or a payload.
      guard bytes[offset] == sync, let flags = bytes[offset + 1], let control = bytes[offset + 3]
      else { return false }
      return flags & 0x80 == 0 && control & 0x30 != 0
    }
  }
}
