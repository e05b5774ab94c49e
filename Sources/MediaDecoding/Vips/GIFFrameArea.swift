/// Where the first frame of a GIF stands on its canvas.
///
/// - Note: Source: GIF89a §18 (screen), §20 (image), §23 to §26 (extensions).
struct GIFFrameArea {
  let left: Int
  let top: Int
  let width: Int
  let height: Int

  /// Bytes of a head that hold a colour table and the usual extensions.
  static let headCount = 64 << 10

  /// Looks for it in the head of a file; `nil` when it is not there or has no pixels.
  init?(_ head: [UInt8]) {
    guard head.count > 13 else { return nil }
    var place = 13 + Self.tableCount(head[10])
    // Extensions: a label, then blocks up to an empty one.
    while place + 2 < head.count, head[place] == 0x21 {
      place += 2
      while place < head.count, head[place] != 0 { place += 1 + Int(head[place]) }
      place += 1
    }
    guard place + 9 < head.count, head[place] == 0x2C else { return nil }
    let start = place
    func number(_ offset: Int) -> Int {
      Int(head[start + offset]) | Int(head[start + offset + 1]) << 8
    }
    (left, top, width, height) = (number(1), number(3), number(5), number(7))
    if width == 0 || height == 0 { return nil }
  }

  /// Bytes of the colour table that a packed field announces.
  private static func tableCount(_ packed: UInt8) -> Int {
    packed & 0x80 == 0 ? 0 : 3 << (Int(packed & 7) + 1)
  }
}
