internal import CBrotli

/// Unpacks what Brotli packed.
///
/// - Note: Source: RFC 7932.
enum Brotli {
  /// The bytes behind the packed ones, from the cursor on.
  ///
  /// - Returns: `nil` when they are damaged, or more than `limit`.
  static func unpack(_ packed: ByteReader, limit: Int) -> ByteReader? {
    let bytes = packed.withUnsafeRemainingBytes { packed in
      // Pages of it that are never written cost no memory.
      [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
        var size = buffer.count
        let result = BrotliDecoderDecompress(
          packed.count, packed.assumingMemoryBound(to: UInt8.self).baseAddress, &size,
          buffer.baseAddress)
        count = result == BROTLI_DECODER_RESULT_SUCCESS ? size : 0
      }
    }
    // A copy, so that the block does not keep the room for the largest one.
    return bytes.isEmpty ? nil : ByteReader(Array(bytes[...]))
  }
}
