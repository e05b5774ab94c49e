internal import CFFmpeg
internal import MediaModel

/// Reads size, duration and more of a video container through libavformat.
struct ContainerProbe {
  let path: FilePath
  let deadline: Deadline

  /// Bytes that may be read to find out about streams.
  private static let probeSize: Int64 = 8 << 20

  /// Fills in what `metadata` lacks.
  func probe(into metadata: inout EmbeddedMetadata) throws {
    MediaDecoding.quieten()
    // It stands in the head of files of which libavformat makes nothing.
    if metadata.format == .asf, let time = ASFCreationTime.read(path) {
      metadata.captureTimes.append(time)
    }
    let file = try InputFile(path, deadline: deadline, probeSize: Self.probeSize)
    if needsStreams(file) {
      do throws(RenderFailure) { try file.findStreams() } catch {
        // What the head says still counts.
        if file.streams.isEmpty { throw error }
      }
    }
    guard let stream = file.videoStream else {
      if file.hasAudio { throw ProbeVerdict.audioOnly }
      throw RenderFailure(code: .undecodable, reason: "It holds no picture.")
    }
    describe(stream, in: file, &metadata)
  }

  /// Looking at the pictures is dear; many containers say all in their head.
  private func needsStreams(_ file: InputFile) -> Bool {
    guard let stream = file.videoStream else { return true }
    let parameters = stream.pointee.codecpar.pointee
    return parameters.width == 0 || parameters.codec_id == AV_CODEC_ID_NONE
      || duration(in: file) == nil || frameRate(of: stream) == nil
      || file.context.pointee.ctx_flags & AVFMTCTX_NOHEADER != 0
  }

  private func describe(
    _ stream: UnsafeMutablePointer<AVStream>, in file: InputFile,
    _ metadata: inout EmbeddedMetadata
  ) {
    let parameters = stream.pointee.codecpar.pointee
    let shape = StreamGeometry(stream, in: file.context)
    if metadata.pixelSize == nil, parameters.width > 0, parameters.height > 0 {
      let size = PixelSize(width: Int(parameters.width), height: Int(parameters.height))
      metadata.pixelSize = size
      metadata.orientation = shape.orientation
      metadata.displaySize = shape.displaySize(of: size)
    }
    metadata.duration = metadata.duration ?? duration(in: file)
    metadata.frameRate = metadata.frameRate ?? frameRate(of: stream)
    metadata.codec = metadata.codec ?? codec(parameters.codec_id)
    metadata.hasAudio = metadata.hasAudio ?? file.hasAudio
    if let time = creationTime(stream, in: file),
      !metadata.captureTimes.contains(where: { $0.source == .container })
    {
      metadata.captureTimes.append(time)
    }
  }

  private func duration(in file: InputFile) -> Duration? {
    let whole = file.context.pointee.duration
    if whole != CFFMPEG_NO_TIME, whole > 0 { return .microseconds(whole) }
    // As for other containers, the longest stream counts, be it picture or sound.
    let seconds = file.streams.map { stream in
      stream.pointee.duration == CFFMPEG_NO_TIME
        ? 0 : Double(stream.pointee.duration) * stream.pointee.time_base.value
    }
    guard let longest = seconds.max(), longest > 0, longest < 1e9 else { return nil }
    return .seconds(longest)
  }

  private func frameRate(of stream: UnsafeMutablePointer<AVStream>) -> Double? {
    let average = stream.pointee.avg_frame_rate.value
    let rate = average > 0 ? average : stream.pointee.r_frame_rate.value
    return rate > 0 && rate <= 1_000 ? rate : nil
  }

  private func codec(_ number: AVCodecID) -> String? {
    number == AV_CODEC_ID_NONE ? nil : avcodec_get_name(number).map { String(cString: $0) }
  }

  private func creationTime(
    _ stream: UnsafeMutablePointer<AVStream>, in file: InputFile
  ) -> CaptureTimeCandidate? {
    for dictionary in [file.context.pointee.metadata, stream.pointee.metadata] {
      for name in ["creation_time", "date", "timecode_date"] {
        guard let entry = av_dict_get(dictionary, name, nil, 0),
          let text = entry.pointee.value.map({ String(cString: $0) }),
          let time = CreationTime(text)
        else { continue }
        return time.candidate
      }
    }
    return nil
  }
}
