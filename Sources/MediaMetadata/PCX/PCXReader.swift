internal import MediaModel

/// Reads the header of a PCX picture: the corners of its window.
///
/// - Note: Source: ZSoft PCX File Format Technical Reference Manual, revision 5.
func readPCX(_ source: ByteSource, into metadata: inout EmbeddedMetadata) throws {
  metadata.codec = "pcx"
  var header = try source.reader(at: 0, count: 12)
  header.isBigEndian = false
  let left = Int(try header.peek(UInt16.self, at: 4))
  let top = Int(try header.peek(UInt16.self, at: 6))
  let right = Int(try header.peek(UInt16.self, at: 8))
  let bottom = Int(try header.peek(UInt16.self, at: 10))
  metadata.pixelSize = PixelSize(checking: right - left + 1, bottom - top + 1)
  if metadata.pixelSize == nil { throw ContainerError.malformed("The window is empty.") }
}
