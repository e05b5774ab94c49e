internal import CXXHash

extension ContentDigest {
  /// Digests bytes that come in pieces; the sizes of the pieces change nothing.
  ///
  /// One owner, any thread, one at a time.
  public struct Stream: ~Copyable {
    private let state: OpaquePointer

    /// Starts an empty digest.
    public init() {
      // It fails only when 576 bytes cannot be had, and then nothing else could go on either.
      guard let state = XXH3_createState() else { fatalError("out of memory") }
      self.state = state
      XXH3_128bits_reset(state)
    }

    deinit { XXH3_freeState(state) }

    /// Adds the next piece.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
      guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
      XXH3_128bits_update(state, start, bytes.count)
    }

    /// Adds the next piece from an array.
    public mutating func update(_ bytes: [UInt8]) {
      bytes.withUnsafeBytes { update($0) }
    }

    /// Digests everything added so far; more may follow.
    public borrowing func digest() -> ContentDigest {
      ContentDigest(XXH3_128bits_digest(state))
    }

    /// Empties the digest, so that the next file needs no new allocation.
    public mutating func reset() {
      XXH3_128bits_reset(state)
    }
  }
}
