extension FilePath {
  /// Runs `body` with the path as a C string, cut at a NUL byte as the kernel would.
  package func withCString<R: ~Copyable>(_ body: (UnsafePointer<CChar>) -> R) -> R {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { buffer in
      for index in bytes.indices { buffer[index] = CChar(bitPattern: bytes[index]) }
      buffer[bytes.count] = 0
      return body(UnsafePointer(buffer.baseAddress!))
    }
  }
}
