/// Makes the segments of a JPEG; its scan holds no picture.
package struct JPEGBuilder {
  private var segments: [UInt8] = []

  package init() {}

  /// Adds a segment.
  package mutating func segment(_ marker: UInt8, _ content: [UInt8]) {
    segments += [0xFF, marker] + bytes(UInt16(content.count + 2)) + content
  }

  /// Adds bytes between segments.
  package mutating func raw(_ content: [UInt8]) { segments += content }

  /// Adds an EXIF block, given from its TIFF header on.
  package mutating func exif(_ block: [UInt8]) { segment(0xE1, ascii("Exif\0\0") + block) }

  /// Adds a frame header.
  package mutating func frame(width: Int, height: Int, marker: UInt8 = 0xC0) {
    segment(
      marker, [8] + bytes(UInt16(height)) + bytes(UInt16(width)) + [1, 1, 0x11, 0])
  }

  /// The file, with an empty scan.
  package func build() -> [UInt8] {
    [0xFF, 0xD8] + segments + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0xFF, 0xD9]
  }
}
