internal import TestSupport

extension SeededGenerator {
  /// A text of up to eight scalars from scripts that fold in different ways.
  mutating func text() -> String {
    let blocks: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0xA0...0x17F, 0x300...0x36F, 0x370...0x3FF, 0x590...0x6FF, 0x900...0x97F,
      0x1E00...0x1FFF, 0x2000...0x206F, 0x2100...0x218F, 0x3040...0x30FF, 0xAC00...0xAC80,
      0xFB00...0xFFEF, 0x1F1E6...0x1F1FF, 0x1F600...0x1F64F,
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0...8, using: &self) {
      let block = blocks[Int.random(in: blocks.indices, using: &self)]
      if let scalar = Unicode.Scalar(UInt32.random(in: block, using: &self)) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
