internal import CFFmpeg
internal import Glibc
internal import MediaModel

/// An MP4 file that libavformat writes, with its index in front.
///
/// - Note: Source: ISO/IEC 14496-12 and -14.
final class MovieOutput {
  private let context: UnsafeMutablePointer<AVFormatContext>
  private let file: OutputFile
  private let writer: Channel

  /// Makes the file; tracks come before ``begin()``.
  init(_ file: OutputFile) throws(RenderFailure) {
    var context: UnsafeMutablePointer<AVFormatContext>?
    let code = avformat_alloc_output_context2(&context, nil, "mp4", nil)
    guard code >= 0, let context else { throw .noMemory }
    guard let writer = Channel(file, isWriting: true) else {
      avformat_free_context(context)
      throw .noMemory
    }
    (self.context, self.file, self.writer) = (context, file, writer)
    context.pointee.pb = writer.context
    // No version of a library and no clock: equal input gives equal bytes.
    context.pointee.flags |= AVFMT_FLAG_BITEXACT | AVFMT_FLAG_CUSTOM_IO
    context.pointee.opaque = Unmanaged.passUnretained(file).toOpaque()
    // To move the index to the front, the library opens the file a second time, for reading.
    context.pointee.io_open = { context, result, _, flags, _ in
      guard let opaque = context?.pointee.opaque, flags & AVIO_FLAG_WRITE == 0,
        let channel = Channel(
          Unmanaged<OutputFile>.fromOpaque(opaque).takeUnretainedValue(), isWriting: false)
      else { return CFFMPEG_OUT_OF_MEMORY }
      result?.pointee = channel.context
      _ = Unmanaged.passRetained(channel)
      return 0
    }
    context.pointee.io_close2 = { _, channel in
      guard let opaque = channel?.pointee.opaque else { return 0 }
      Unmanaged<Channel>.fromOpaque(opaque).release()
      return 0
    }
  }

  deinit {
    context.pointee.pb = nil
    avformat_free_context(context)
  }

  /// Adds a track.
  func addStream() throws(RenderFailure) -> UnsafeMutablePointer<AVStream> {
    guard let stream = avformat_new_stream(context, nil) else { throw .noMemory }
    return stream
  }

  /// Takes over when and where the movie was made, and with what.
  func setMetadata(of input: InputFile) {
    for source in [input.context.pointee.metadata, input.videoStream?.pointee.metadata] {
      for name in Self.metadataNames {
        guard let entry = av_dict_get(source, name, nil, 0),
          av_dict_get(context.pointee.metadata, name, nil, 0) == nil
        else { continue }
        av_dict_set(&context.pointee.metadata, name, entry.pointee.value, 0)
      }
    }
  }

  private static let metadataNames = [
    "creation_time", "location", "title", "comment", "description", "artist", "copyright", "make",
    "model", "com.apple.quicktime.creationdate", "com.apple.quicktime.location.ISO6709",
    "com.apple.quicktime.make", "com.apple.quicktime.model", "com.apple.quicktime.software",
    "com.apple.quicktime.content.identifier", "com.android.version",
  ]

  /// Writes what stands before the packets.
  func begin() throws(RenderFailure) {
    var options: OpaquePointer?
    av_dict_set(&options, "movflags", "+faststart+use_metadata_tags", 0)
    defer { av_dict_free(&options) }
    try check(avformat_write_header(context, &options))
  }

  /// Writes a packet, whose content it takes; times are in `timeBase`.
  func write(
    _ packet: UnsafeMutablePointer<AVPacket>, to stream: UnsafeMutablePointer<AVStream>,
    timeBase: AVRational
  ) throws(RenderFailure) {
    av_packet_rescale_ts(packet, timeBase, stream.pointee.time_base)
    packet.pointee.stream_index = stream.pointee.index
    packet.pointee.pos = -1
    try check(av_interleaved_write_frame(context, packet))
  }

  /// Writes the index and moves it to the front.
  func end() throws(RenderFailure) {
    try check(av_write_trailer(context))
    avio_flush(context.pointee.pb)
    if let failure = file.failure { throw failure }
  }

  private func check(_ code: Int32) throws(RenderFailure) {
    if let failure = file.failure { throw failure }
    if code < 0 { throw .ffmpeg(code) }
  }
}

/// A way of libavformat to the output file, with a place of its own.
private final class Channel {
  private(set) var context: UnsafeMutablePointer<AVIOContext>?
  private let file: OutputFile
  private var place: Int64 = 0

  private static let bufferCount = 256 << 10

  init?(_ file: OutputFile, isWriting: Bool) {
    self.file = file
    guard let buffer = av_malloc(Self.bufferCount) else { return nil }
    context = avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), Int32(Self.bufferCount), isWriting ? 1 : 0,
      Unmanaged.passUnretained(self).toOpaque(),
      { opaque, bytes, count in Channel.of(opaque)?.read(bytes, Int(count)) ?? CFFMPEG_IO_ERROR },
      { opaque, bytes, count in Channel.of(opaque)?.write(bytes, Int(count)) ?? CFFMPEG_IO_ERROR },
      { opaque, offset, origin in Channel.of(opaque)?.seek(offset, origin) ?? -1 })
    guard context != nil else {
      av_free(buffer)
      return nil
    }
  }

  deinit {
    guard let context else { return }
    av_free(context.pointee.buffer)
    avio_context_free(&self.context)
  }

  private static func of(_ opaque: UnsafeMutableRawPointer?) -> Channel? {
    opaque.map { Unmanaged<Channel>.fromOpaque($0).takeUnretainedValue() }
  }

  private func read(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int32 {
    let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: count)
    guard let got = file.read(into: buffer, at: place) else { return CFFMPEG_IO_ERROR }
    place += Int64(got)
    return got == 0 ? CFFMPEG_END_OF_FILE : Int32(got)
  }

  private func write(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int32 {
    guard file.write(UnsafeRawBufferPointer(start: bytes, count: count), at: place) else {
      return CFFMPEG_IO_ERROR
    }
    place += Int64(count)
    return Int32(count)
  }

  private func seek(_ offset: Int64, _ origin: Int32) -> Int64 {
    if origin & AVSEEK_SIZE != 0 { return file.count }
    let start = origin == SEEK_CUR ? place : origin == SEEK_END ? file.count : 0
    let (target, isTooFar) = start.addingReportingOverflow(offset)
    guard !isTooFar, target >= 0 else { return -1 }
    place = target
    return place
  }
}
