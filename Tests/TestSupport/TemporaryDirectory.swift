import Glibc

/// A directory for one test, removed with all it holds when the test is done with it.
package final class TemporaryDirectory: Sendable {
  /// The directory's absolute path.
  package let path: String

  package init() {
    path = "/tmp/mediacat-test-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    mkdir(path, 0o700)
  }

  deinit { Self.remove(path) }

  /// Removes a file or a directory with all it holds; links are not followed.
  package static func remove(_ path: String) {
    if unlink(path) == 0 { return }
    guard let stream = opendir(path) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { remove("\(path)/\(name)") }
    }
    rmdir(path)
  }

  /// Writes a file and returns its absolute path.
  @discardableResult
  package func write(_ name: String, _ bytes: [UInt8]) -> String {
    let file = "\(path)/\(name)"
    guard let stream = fopen(file, "wb") else { return file }
    fwrite(bytes, 1, bytes.count, stream)
    fclose(stream)
    return file
  }
}
