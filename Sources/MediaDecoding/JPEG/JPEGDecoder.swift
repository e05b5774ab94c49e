internal import CTurboJPEG
internal import MediaModel

/// TurboJPEG's decompressor.
struct JPEGDecoder: ~Copyable {
  private let handle: tjhandle

  init() throws(RenderFailure) {
    guard let handle = tjInitDecompress() else { throw .noMemory }
    self.handle = handle
  }

  deinit { tjDestroy(handle) }

  /// Decodes at the smallest of 1, 1/2, 1/4 and 1/8 that is no smaller than `wanted`.
  ///
  /// These are the scales with fast code. What a cut file lacks is gray. One channel is for gray
  /// pictures, three for all.
  func decode(
    _ bytes: UnsafeRawBufferPointer, size: PixelSize, atLeast wanted: PixelSize, channels: Int
  ) throws(RenderFailure) -> Bitmap {
    let source = bytes.bindMemory(to: UInt8.self).baseAddress
    var header: (width: Int32, height: Int32, sampling: Int32, space: Int32) = (0, 0, 0, 0)
    // Fails for rare samplings too, which can be decoded all the same.
    tjDecompressHeader3(
      handle, source, UInt(bytes.count), &header.width, &header.height, &header.sampling,
      &header.space)
    guard size == PixelSize(width: Int(header.width), height: Int(header.height)) else {
      throw .damaged(message)
    }
    let scaled = Self.scaled(size, atLeast: wanted)
    let bitmap = try Bitmap(width: scaled.width, height: scaled.height, channels: channels)
    let result = tjDecompress2(
      handle, source, UInt(bytes.count), bitmap.pixels.baseAddress, Int32(bitmap.width),
      Int32(bitmap.stride), Int32(bitmap.height),
      Int32((channels == 1 ? TJPF_GRAY : TJPF_RGB).rawValue),
      TJFLAG_LIMITSCANS)
    guard result == 0 || tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue) else {
      throw .damaged(message)
    }
    return bitmap
  }

  /// The size of the decoded picture; see ``decode(_:size:atLeast:channels:)``.
  static func scaled(_ size: PixelSize, atLeast wanted: PixelSize) -> PixelSize {
    func divided(_ divisor: Int) -> PixelSize {
      PixelSize(
        width: (size.width + divisor - 1) / divisor, height: (size.height + divisor - 1) / divisor)
    }
    let found = [8, 4, 2].lazy.map(divided).first {
      $0.width >= wanted.width && $0.height >= wanted.height
    }
    return found ?? size
  }

  private var message: String {
    tjGetErrorStr2(handle).map { String(cString: $0) } ?? "no reason given"
  }
}
