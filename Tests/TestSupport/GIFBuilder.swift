/// Makes a GIF whose frames hold no picture data.
package struct GIFBuilder {
  private var content: [UInt8]

  package init(width: UInt16, height: UInt16) {
    content =
      ascii("GIF89a") + bytes(width, bigEndian: false) + bytes(height, bigEndian: false)
      + [0x80, 0, 0, 0, 0, 0, 255, 255, 255]
  }

  /// Adds a frame with its delay in hundredths of a second.
  package mutating func frame(delay: UInt16) {
    content += [0x21, 0xF9, 4, 0] + bytes(delay, bigEndian: false) + [0, 0]
    content += [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4C, 1, 0]
  }

  /// Adds an application extension of plain blocks.
  package mutating func application(_ name: String, _ blocks: [UInt8]) {
    content += [0x21, 0xFF, UInt8(name.utf8.count)] + ascii(name) + blocks
  }

  /// The file.
  package func build() -> [UInt8] { content + [0x3B] }
}
