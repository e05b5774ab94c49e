import Glibc
import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

@Suite("Outcomes of reading a file") struct MetadataReaderTests {
  private let directory = TemporaryDirectory()
  private let reader = MetadataReader()

  private var picture: [UInt8] {
    var jpeg = JPEGBuilder()
    jpeg.exif(phoneBlock(bigEndian: true))
    jpeg.frame(width: 40, height: 30)
    return jpeg.build()
  }

  private func outcome(_ name: String, _ bytes: [UInt8]) -> MetadataOutcome {
    reader.outcome(for: FilePath(directory.write(name, bytes)))
  }

  private func failure(_ outcome: MetadataOutcome) -> ReadFailure? {
    if case .failed(let failure) = outcome { failure } else { nil }
  }

  @Test(arguments: ["a.HEIC", "b.mp4", "c.txt", "PXL_1.MP.jpg", "no extension"])
  func `R33 and R35 trust content over any name`(name: String) throws {
    guard case .media(let metadata, let stamp) = outcome(name, picture) else {
      Issue.record("not media")
      return
    }
    #expect(metadata.format == .jpeg)
    #expect(metadata.pixelSize == PixelSize(width: 40, height: 30))
    #expect(metadata.displaySize == PixelSize(width: 30, height: 40))
    #expect(stamp.size == Int64(picture.count))
  }

  @Test func `R36 tells an empty file with a media name, and ignores others`() {
    #expect(failure(outcome("a.jpg", []))?.code == .empty)
    #expect(outcome("a.txt", []) == .notMedia)
  }

  @Test func `tells junk with a media name, and ignores others`() {
    let junk = [UInt8](repeating: 0x2A, count: 100)
    #expect(failure(outcome("a.jpg", junk))?.code == .notMedia)
    #expect(failure(outcome("a.jpg", junk))?.reason.contains("image/jpeg") == true)
    #expect(outcome("a.txt", junk) == .notMedia)
  }

  @Test func `R37 reports a picture without a size as malformed, with its format`() {
    let failure = failure(outcome("a.jpg", [0xFF, 0xD8, 0xFF, 0xD9]))
    #expect(failure?.code == .malformed)
    #expect(failure?.format == .jpeg)
  }

  @Test func `keeps what a damaged file still says, with a warning`() {
    var gif = GIFBuilder(width: 9, height: 8)
    gif.frame(delay: 5)
    guard case .media(let metadata, _) = outcome("a.gif", Array(gif.build().dropLast(6))) else {
      Issue.record("not media")
      return
    }
    #expect(metadata.pixelSize == PixelSize(width: 9, height: 8))
    #expect(metadata.warnings.map(\.tag) == ["file"])
  }

  @Test func `says what the system says`() {
    let missing = failure(reader.outcome(for: FilePath("\(directory.path)/gone.jpg")))
    #expect(missing?.code == .notFound)
    #expect(missing?.reason == "No such file or directory.")
    symlink("loop.jpg", "\(directory.path)/loop.jpg")
    let loop = failure(reader.outcome(for: FilePath("\(directory.path)/loop.jpg")))
    #expect(loop?.code == .unreadable)
    #expect(failure(reader.outcome(for: FilePath(bytes: [0x2F, 0x61, 0])))?.code == .notFound)
  }

  @Test func `does not wait at a FIFO nor read a directory`() {
    mkfifo("\(directory.path)/pipe", 0o600)
    #expect(reader.outcome(for: FilePath("\(directory.path)/pipe")) == .notMedia)
    #expect(reader.outcome(for: FilePath(directory.path)) == .notMedia)
  }

  @Test func `lists formats that other readers open`() {
    guard
      case .media(let metadata, _) = outcome(
        "a.x", ascii("RIFF") + [0, 0, 1, 0] + ascii("AVI LIST") + [UInt8](repeating: 0, count: 40))
    else {
      Issue.record("not media")
      return
    }
    #expect(metadata.format == .avi)
    #expect(metadata.pixelSize == nil)
  }

  @Test func `lists raw files without a size as raw`() {
    let page = TIFFTests.picture(
      160, 120, kind: 1, [(0x0106, .short([32_803])), (0x010F, .text("NIKON CORPORATION"))])
    guard case .media(let metadata, _) = outcome("a.x", TIFFFileBuilder([page]).build()) else {
      Issue.record("not media")
      return
    }
    #expect(metadata.format == .nef)
    #expect(metadata.subtypes == .raw)
    #expect(metadata.displaySize == nil)
  }

  @Test func `takes sound without a picture for no media, unless its name promises some`() {
    let header = BoxBuilder.box("ftyp", ascii("isom\0\0\0\0isom"))
    let handler = BoxBuilder.fullBox("hdlr", ascii("\0\0\0\0soun"), BoxBuilder.zeros(13))
    let sound =
      header + BoxBuilder.box("moov", BoxBuilder.box("trak", BoxBuilder.box("mdia", handler)))
    #expect(outcome("a.bin", sound) == .notMedia)
    #expect(failure(outcome("a.mp4", sound))?.code == .notMedia)
  }

  @Test func `tells a TIFF that ends within its first directory as a damaged one`() {
    let file = TIFFFileBuilder([TIFFTests.picture(4, 3)]).build()
    for count in 10..<20 {
      let failure = failure(outcome("a.tif", Array(file[..<count])))
      #expect(failure?.code == .malformed)
      #expect(failure?.format == .tiff)
    }
  }

  @Test func `passes on what a reader says of a damaged file`() {
    let header = BoxBuilder.box("ftyp", ascii("isom\0\0\0\0isom"))
    let failure = failure(outcome("a.mp4", header + BoxBuilder.box("mdat", [1, 2, 3])))
    #expect(failure?.code == .malformed)
    #expect(failure?.reason.contains("movie header") == true)
    #expect(failure?.reason.contains("ReadFailure") == false)
  }

  @Test func `keeps the order of a batch`() async throws {
    let paths = ["1.jpg", "2.txt", "3.jpg"].map { FilePath(directory.write($0, picture)) }
    let missing = FilePath("\(directory.path)/gone.jpg")
    let outcomes = try await InProcessMetadataReader(concurrency: 2).read(paths + [missing])
    #expect(outcomes.count == 4)
    #expect(failure(outcomes[3])?.code == .notFound)
    guard case .media = outcomes[0] else {
      Issue.record("not media")
      return
    }
  }

  @Test func `stops between two files when cancelled`() async {
    let path = FilePath(directory.write("1.jpg", picture))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await InProcessMetadataReader(concurrency: 1).read([path])
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
