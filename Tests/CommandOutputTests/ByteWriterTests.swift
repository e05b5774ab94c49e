import CommandOutput
import MediaModel
import Glibc
import Testing

@Suite("Byte writer") struct ByteWriterTests {
  /// A pipe: what is written to `input` comes out of `output`.
  private struct Pipe {
    let output: Int32
    let input: Int32

    init() throws {
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      (output, input) = (ends[0], ends[1])
      signal(SIGPIPE, SIG_IGN)
    }
  }

  @Test func `writes nothing before 64 KiB or a flush, then everything`() throws {
    let pipe = try Pipe()
    defer {
      close(pipe.output)
      close(pipe.input)
    }
    let writer = ByteWriter(descriptor: pipe.input)
    try writer.write("héllo ")
    try writer.write([0xFF, 0x00])
    try writer.write(UInt8(0x0A))
    var waiting: Int32 = 0
    try #require(ioctl(pipe.output, UInt(FIONREAD), &waiting) == 0)
    #expect(waiting == 0)
    try writer.flush()
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = read(pipe.output, &buffer, buffer.count)
    #expect(Array(buffer.prefix(count)) == Array("héllo ".utf8) + [0xFF, 0x00, 0x0A])
  }

  @Test func `calls a reader that went away a closed pipe, once`() throws {
    let pipe = try Pipe()
    close(pipe.output)
    defer { close(pipe.input) }
    let writer = ByteWriter(descriptor: pipe.input)
    try writer.write("x")
    let error = #expect(throws: OutputError.self) { try writer.flush() }
    #expect(error?.isClosedPipe == true)
    #expect(error?.code == .closedPipe)
    // The bytes are gone: a second flush has nothing to fail with.
    try writer.flush()
  }

  @Test func `reports a full disk`() throws {
    let full = open("/dev/full", O_WRONLY)
    try #require(full >= 0)
    defer { close(full) }
    let writer = ByteWriter(descriptor: full)
    try writer.write("x")
    let error = #expect(throws: OutputError.self) { try writer.flush() }
    #expect(error?.code == .noSpace)
    #expect(error?.description == "the output cannot be written: No space left on device")
  }

  @Test func `waits for a slow reader of a non-blocking pipe`() throws {
    let pipe = try Pipe()
    defer { close(pipe.output) }
    try #require(fcntl(pipe.input, F_SETFL, O_NONBLOCK) == 0)
    // More than the 64 KiB that a pipe holds.
    let bytes = [UInt8](repeating: 0x61, count: 1 << 20)
    let reader = ReaderThread(descriptor: pipe.output)
    let writer = ByteWriter(descriptor: pipe.input)
    try writer.write(bytes)
    try writer.flush()
    close(pipe.input)
    #expect(reader.join() == bytes.count)
  }

  @Test func `keeps everything in memory when it has no descriptor`() throws {
    let writer = ByteWriter.inMemory()
    try writer.write([UInt8](repeating: 1, count: 200_000))
    try writer.flush()
    #expect(writer.takeBytes().count == 200_000)
    #expect(writer.takeBytes().isEmpty)
  }
}

/// Reads a descriptor to its end on a thread of its own and counts.
private final class ReaderThread: @unchecked Sendable {
  // Written by the thread alone, read after it was joined.
  private var count = 0
  private var thread = pthread_t()
  private let descriptor: Int32

  init(descriptor: Int32) {
    self.descriptor = descriptor
    let box = Unmanaged.passRetained(self).toOpaque()
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        let reader = Unmanaged<ReaderThread>.fromOpaque(argument).takeRetainedValue()
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
          let got = read(reader.descriptor, &buffer, buffer.count)
          if got <= 0 { return nil }
          reader.count += got
        }
      }, box)
  }

  func join() -> Int {
    pthread_join(thread, nil)
    return count
  }
}

@Suite("Base64, RFC 4648 §10") struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `encodes`(text: String, expected: String) {
    #expect(String(decoding: Base64.encode(Array(text.utf8)), as: UTF8.self) == expected)
  }

  @Test func `uses the standard alphabet for all bits`() {
    #expect(String(decoding: Base64.encode([0xFB, 0xFF, 0xBF]), as: UTF8.self) == "+/+/")
  }
}

@Suite("Style of a stream") struct OutputStyleTests {
  @Test(
    arguments: [
      (true, [:], false), (true, ["TERM": "xterm"], true), (true, ["TERM": "dumb"], false),
      (true, ["TERM": "xterm", "NO_COLOR": "1"], false),
      (true, ["TERM": "xterm", "NO_COLOR": ""], true), (false, ["TERM": "xterm"], false),
    ] as [(Bool, [String: String], Bool)])
  func `uses colours only where they are wanted and shown`(
    isTerminal: Bool, environment: [String: String], expected: Bool
  ) {
    let style = OutputStyle(isTerminal: isTerminal, width: 80) { environment[$0] }
    #expect(style.usesColor == expected)
  }
}
