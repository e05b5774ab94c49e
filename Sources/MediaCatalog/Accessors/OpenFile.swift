internal import Glibc
internal import MediaModel

/// An open regular file of the catalog's roots, closed with its last user.
final class OpenFile: Sendable {
  /// Bytes when it was opened.
  let count: Int64
  private let descriptor: Int32

  /// Opens a file for reading.
  ///
  /// A relative path starts at an open `folder`; without one at the working folder.
  ///
  /// - Throws: ``CatalogError`` `missing` or `unreadable`, as a last link is when it is not followed.
  init(
    _ path: FilePath, in folder: Int32 = FileAccess.workingFolder, followsLink: Bool = true
  ) throws(CatalogError) {
    descriptor = path.withCString {
      // Not blocking: the path may have become a pipe since it was indexed.
      openat(
        folder, $0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLink ? 0 : O_NOFOLLOW))
    }
    guard descriptor >= 0 else { throw Self.failure(path, errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw CatalogError(code: .unreadable, path: path, reason: "is no regular file")
    }
    count = Int64(status.st_size)
  }

  /// The file's state now.
  ///
  /// - Throws: ``CatalogError`` `unreadable`.
  func stamp(_ path: FilePath) throws(CatalogError) -> FileStamp {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.failure(path, errno) }
    return FileStamp(status)
  }

  deinit { close(descriptor) }

  /// As many of `size` bytes at `offset` as the file has.
  func read(_ size: Int, at offset: Int64, _ path: FilePath) throws(CatalogError) -> [UInt8] {
    var number: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = pread(
          descriptor, buffer.baseAddress! + count, size - count, off_t(offset) + off_t(count))
        if got < 0, errno == EINTR { continue }
        if got < 0 { number = errno }
        if got <= 0 { break }
        count += got
      }
    }
    guard number == 0 else { throw Self.failure(path, number) }
    return bytes
  }

  private static func failure(_ path: FilePath, _ number: Int32) -> CatalogError {
    CatalogError(
      code: number == ENOENT ? .missing : .unreadable, path: path,
      reason: "cannot be read: \(String(cString: strerror(number)))")
  }
}
