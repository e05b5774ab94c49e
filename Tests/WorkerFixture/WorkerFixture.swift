internal import Glibc
internal import MediaModel
internal import MediaWorkers

/// A worker that does to each file what the file's name says, for tests.
@main struct WorkerFixture {
  static func main() {
    if CommandLine.arguments.dropFirst().first == "probe" { return Probe.run() }
    WorkerProgram.run(readerVersion: 7) { path in
      misbehave(path)
      return outcome(for: path)
    } render: { path, specification in
      misbehave(path)
      return rendering(of: path, specification)
    } plan: { path, stripping in
      misbehave(path)
      return plan(for: path, stripping)
    } makeRendition: { path, specification, output, progress in
      makeRendition(of: path, specification, output, progress)
    }
  }

  /// The words before and after the first `-` of the file's name.
  private static func words(_ path: FilePath) -> (first: String, rest: String) {
    let words = path.lastComponent.displayText.split(separator: "-", maxSplits: 1)
    return (words.first.map(String.init) ?? "", words.count > 1 ? String(words[1]) : "")
  }

  private static func misbehave(_ path: FilePath) {
    let (word, rest) = words(path)
    switch word {
    case "crash": raise(SIGSEGV)
    case "null": UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    case "abort": abort()
    case "exit": _exit(3)
    case "hang": while true { pause() }
    case "slow": usleep(20_000)
    case "sleep":
      Probe.makeTemporaryFile()
      usleep(UInt32(rest) ?? 0)
    case "burn": while true { _ = getppid() }
    case "bomb": while true { hold(malloc(64 << 20)) }
    case "hold": for _ in 0..<(Int(rest) ?? 0) { hold(malloc(1 << 20)) }
    case "garbage": _ = write(1, "\u{7F}\u{7F}\u{7F}\u{7F} this is no frame", 22)
    case "short": _ = write(1, "\u{4}\0\0\0abcd", 8)
    case "poison": isPoisoned = true
    case "frail": if isPoisoned { abort() }
    default: break
    }
  }

  private nonisolated(unsafe) static var isPoisoned = false  // one thread only

  private static func hold(_ memory: UnsafeMutableRawPointer?) {
    guard let memory else { abort() }
    memset(memory, 1, 1 << 20)
  }

  private static func outcome(for path: FilePath) -> MetadataOutcome {
    switch words(path).first {
    case "nothing": return .notMedia
    case "huge":
      return .failed(
        ReadFailure(code: .malformed, reason: "\([UInt8](repeating: 1, count: 8 << 30).count)"))
    default: break
    }
    return .media(metadata(for: path), stamp(of: path))
  }

  /// What the system says of a file; an invention for one that is not there.
  private static func stamp(of path: FilePath) -> FileStamp {
    var status = stat()
    guard stat(path.displayText, &status) == 0 else {
      return FileStamp(size: 1, modificationTime: 2, changeTime: 3, inode: 4)
    }
    func nanoseconds(_ time: timespec) -> Int64 {
      Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
    return FileStamp(
      size: Int64(status.st_size), modificationTime: nanoseconds(status.st_mtim),
      changeTime: nanoseconds(status.st_ctim), inode: Int64(bitPattern: UInt64(status.st_ino)))
  }

  /// A "thumbnail" that says which file it is of, and what was asked for.
  private static func rendering(
    of path: FilePath, _ specification: ThumbnailSpecification
  ) -> Result<RenderedThumbnail, RenderFailure> {
    let (word, rest) = words(path)
    switch word {
    case "nothing": return .failure(RenderFailure(code: .unsupported, reason: "no picture"))
    case "large":
      return .success(
        RenderedThumbnail(
          bytes: [UInt8](repeating: 7, count: (Int(rest) ?? 0) << 20), size: specification.bound))
    case "attempt":
      return .failure(RenderFailure(code: .unreadable, reason: Probe.attempt(rest, "/tmp")))
    default: break
    }
    return .success(
      RenderedThumbnail(
        bytes: path.lastComponent.bytes, size: specification.bound, isFromEmbeddedPreview: true,
        differenceHash: .max, meanColor: UInt32(specification.quality),
        look: PictureLook(
          hash: PerceptualHash(bits: 1, detail: 64), dominantColor: 2,
          placeholder: Array(specification.format.rawValue.utf8))))
  }

  /// A "rendition" that holds the file's name; `write-N` holds N MiB, `tick-N` makes progress N times.
  private static func makeRendition(
    of path: FilePath, _ specification: RenditionSpecification, _ output: Int32,
    _ progress: (RenditionProgress) -> Void
  ) -> Result<RenditionOutcome, RenderFailure> {
    let (word, rest) = words(path)
    progress(RenditionProgress(part: 0.25, seconds: 1))
    switch word {
    case "nothing": return .failure(RenderFailure(code: .unsupported, reason: "no picture"))
    case "same": return .success(.originalWillDo)
    case "attempt":
      return .failure(RenderFailure(code: .unreadable, reason: Probe.attempt(rest, "/tmp")))
    case "write":
      let block = [UInt8](repeating: 7, count: 1 << 20)
      for index in 0..<(Int(rest) ?? 0) where pwrite(output, block, 1 << 20, index << 20) < 0 {
        return .failure(RenderFailure(code: .tooLarge, reason: "error \(errno)"))
      }
    case "tick":
      for index in 0..<(Int(rest) ?? 0) {
        usleep(110_000)
        progress(RenditionProgress(part: min(1, 0.25 + Double(index) / 200), seconds: 1))
      }
    default: misbehave(path)
    }
    let bytes = path.lastComponent.bytes
    guard pwrite(output, bytes, bytes.count, 0) == bytes.count else {
      return .failure(RenderFailure(code: .noSpace, reason: "error \(errno)"))
    }
    return .success(
      .made(
        RenditionOutcome.Made(
          method: .copied, mime: "video/mp4",
          size: PixelSize(width: specification.maximumSide ?? 1, height: 1),
          byteCount: Int64(bytes.count))))
  }

  /// A "plan" that says what was asked for.
  private static func plan(
    for path: FilePath, _ stripping: MetadataStripping
  ) -> DeliveryOutcome {
    let stamp = FileStamp(size: 10, modificationTime: 2, changeTime: 3, inode: 4)
    switch words(path).first {
    case "nothing":
      return .failed(DeliveryFailure(code: .unsupported, reason: "nothing can be taken out"))
    case "outside": return .planned(DeliveryPlan([.original(5..<11)], of: stamp))
    default:
      return .planned(
        DeliveryPlan([.original(2..<10), .bytes([stripping.rawValue]), .zeros(3)], of: stamp))
    }
  }

  /// What a phone's photo says, so that costs are those of real work.
  private static func metadata(for path: FilePath) -> EmbeddedMetadata {
    var metadata = EmbeddedMetadata(format: .jpeg)
    metadata.codec = "jpeg"
    metadata.pixelSize = PixelSize(width: 4_032, height: 3_024)
    metadata.displaySize = metadata.pixelSize
    metadata.captureTimes = [
      CaptureTimeCandidate(source: .exifOriginal, wallTime: WallTime(nanoseconds: 1 << 60)),
      CaptureTimeCandidate(source: .exifDigitized, wallTime: WallTime(nanoseconds: 1 << 60)),
    ]
    metadata.camera.make = "Google"
    metadata.camera.model = "Pixel 7 Pro"
    metadata.camera.lensModel = "Pixel 7 Pro back camera 6.81mm f/1.85"
    metadata.camera.software = "HDR+ 1.0.540104767zd"
    metadata.exposure.iso = 100
    metadata.exposure.fNumber = 1.85
    metadata.exposure.exposureTime = 0.004
    metadata.exposure.focalLength = 6.81
    metadata.exposure.whiteBalance = "auto"
    metadata.location = EmbeddedMetadata.Location(latitude: 48.137, longitude: 11.575)
    metadata.annotations.caption = path.lastComponent.displayText
    return metadata
  }
}
