internal import CVips
internal import MediaModel

/// A file as libvips reads it; each loader opens it anew, for they may be at different places.
enum VipsFile {
  case path(FilePath)
  case memory(Bytes)

  /// Runs a loader; the picture keeps the file open as long as it needs it.
  func load(
    _ loader: (
      UnsafeMutablePointer<VipsSource>, UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>
    ) -> Int32
  ) throws(RenderFailure) -> VipsPicture {
    guard let source = open() else { throw VipsPicture.failure() }
    defer { cvips_unref(source) }
    return try VipsPicture.make(memory: memory) { loader(source, $0) }
  }

  private func open() -> UnsafeMutablePointer<VipsSource>? {
    switch self {
    case .path(let path): path.withCString { vips_source_new_from_file($0) }
    case .memory(let bytes):
      vips_source_new_from_memory(bytes.buffer.baseAddress, bytes.buffer.count)
    }
  }

  private var memory: Bytes? {
    if case .memory(let bytes) = self { return bytes }
    return nil
  }
}
