internal import CFFmpeg
internal import MediaModel

/// Decodes whole pictures of formats that only FFmpeg knows, and damaged ones of some others.
struct StillDecoder {
  let limits: DecodingLimits
  /// Set for pictures whose fourth byte means nothing.
  var ignoresAlpha = false

  /// Decodes the bytes of a file.
  func decode(_ bytes: [UInt8], as format: MediaFormat) throws(RenderFailure) -> Bitmap {
    let codec: AVCodecID
    switch format {
    case .bmp: codec = AV_CODEC_ID_BMP
    case .pcx: codec = AV_CODEC_ID_PCX
    case .psd:
      // Version 2 is the format of documents above 30,000 pixels, which FFmpeg does not know.
      guard bytes.count > 5, bytes[5] == 1 else { throw .unsupported(format) }
      codec = AV_CODEC_ID_PSD
    case .pnm: codec = Self.netpbmCodec(bytes)
    case .png: codec = AV_CODEC_ID_PNG
    case .gif: codec = AV_CODEC_ID_GIF
    case .webp: codec = AV_CODEC_ID_WEBP
    case .tiff: codec = AV_CODEC_ID_TIFF
    case .jp2: codec = AV_CODEC_ID_JPEG2000
    default: throw .unsupported(format)
    }
    return try decode(bytes, codec)
  }

  /// Bits, gray or colours, by the digit of the signature, as text or as bytes.
  private static func netpbmCodec(_ bytes: [UInt8]) -> AVCodecID {
    switch bytes.dropFirst().first {
    case UInt8(ascii: "1"), UInt8(ascii: "4"): AV_CODEC_ID_PBM
    case UInt8(ascii: "2"), UInt8(ascii: "5"): AV_CODEC_ID_PGM
    case UInt8(ascii: "7"): AV_CODEC_ID_PAM
    default: AV_CODEC_ID_PPM
    }
  }

  private func decode(_ bytes: [UInt8], _ codec: AVCodecID) throws(RenderFailure) -> Bitmap {
    let decoder = try FrameDecoder(codec, limits: limits)
    var packet = av_packet_alloc()
    defer { av_packet_free(&packet) }
    // The packet brings the padding that decoders may read beyond the end.
    guard let packet, let count = Int32(exactly: bytes.count), av_new_packet(packet, count) == 0
    else { throw .noMemory }
    bytes.withUnsafeBytes { source in
      UnsafeMutableRawBufferPointer(start: packet.pointee.data, count: bytes.count)
        .copyMemory(from: source)
    }
    decoder.send(packet)
    decoder.send(nil)
    let frame = try Frame()
    guard decoder.receive(frame) else { throw .damaged("no picture in it") }
    return try FrameScaler.bitmap(
      frame, size: frame.size, withAlpha: frame.hasAlpha && !ignoresAlpha)
  }
}
