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
  package static func remove(_ path: String) { remove(path, in: AT_FDCWD) }

  /// Goes down by descriptors and bytes, because tests make paths that are too long or no text.
  private static func remove(_ name: UnsafePointer<CChar>, in parent: Int32) {
    if unlinkat(parent, name, 0) == 0 { return }
    let descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0, let stream = fdopendir(descriptor) else { return }
    while let entry = readdir(stream) {
      let child = UnsafeRawPointer(entry).advanced(by: nameOffset)
        .assumingMemoryBound(to: CChar.self)
      if strcmp(child, ".") != 0, strcmp(child, "..") != 0 { remove(child, in: descriptor) }
    }
    closedir(stream)
    unlinkat(parent, name, AT_REMOVEDIR)
  }

  private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 19

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
