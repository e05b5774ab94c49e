/// Bytes that arrived and are not read yet, cut into frames.
struct FrameBuffer: ~Copyable {
  private var storage: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end = 0

  init() { storage = .allocate(byteCount: 2 * Frame.flushCount, alignment: 16) }

  deinit { storage.deallocate() }

  /// Lets `read` put bytes behind those that are here, and gives what it gave: their number.
  mutating func fill<Failure: Error>(
    _ read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int?
  ) throws(Failure) -> Int? {
    makeRoom()
    let count = try read(UnsafeMutableRawBufferPointer(rebasing: storage[end...]))
    end += count ?? 0
    return count
  }

  /// Runs `body` on the next frame, without its length; `nil` when it has not arrived as a whole.
  mutating func next<Result>(
    _ body: (UnsafeRawBufferPointer) throws(FieldError) -> Result
  ) throws(FieldError) -> Result? {
    guard let length = try nextLength(), end - start >= Frame.headCount + length else { return nil }
    let first = start + Frame.headCount
    start = first + length
    return try body(UnsafeRawBufferPointer(rebasing: storage[first..<start]))
  }

  /// True when no byte is left over.
  var isEmpty: Bool { start == end }

  private func nextLength() throws(FieldError) -> Int? {
    guard end - start >= Frame.headCount else { return nil }
    let length = storage.loadUnaligned(fromByteOffset: start, as: UInt32.self)
    guard UInt32(littleEndian: length) <= Frame.maximumCount else { throw .tooLong }
    return Int(UInt32(littleEndian: length))
  }

  /// Moves what is left to the front, and grows when the frame that has begun needs it.
  private mutating func makeRoom() {
    // A length that is too large is reported by `next`; it must not be allocated for here.
    let length = (try? nextLength()) ?? 0
    let wanted = max(Frame.headCount + length, end - start + Frame.flushCount)
    if wanted > storage.count {
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: wanted, alignment: 16)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[start..<end]))
      storage.deallocate()
      storage = larger
    } else if start > 0 {
      storage.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[start..<end]))
    }
    end -= start
    start = 0
  }
}

extension FieldCoded {
  /// The value as a frame, length first.
  consuming func frame() -> [UInt8] {
    var encoder = FieldCodec()
    encoder.output = [0, 0, 0, 0]
    encoder.write(self)
    encoder.set(UInt32(encoder.output.count - Frame.headCount), at: 0)
    return encoder.output
  }
}
