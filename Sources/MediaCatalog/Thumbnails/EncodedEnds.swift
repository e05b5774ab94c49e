internal import Glibc
internal import MediaModel

/// The beginning and the end of a cached thumbnail: enough to see that a file is whole.
///
/// Files appear by rename only, so what can happen to one is that a full or failing disk cut it.
struct EncodedEnds {
  private let head: [UInt8]
  private let tail: [UInt8]
  private let size: Int

  private static let headCount = 12
  private static let tailCount = 2

  /// Reads them; `nil` when there is no such file or it is too short for a picture.
  init?(of path: FilePath) {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    size = Int(status.st_size)
    head = Self.read(Self.headCount, at: 0, descriptor)
    tail = Self.read(Self.tailCount, at: size - Self.tailCount, descriptor)
  }

  /// True when an encoded picture has its beginning and its end.
  func areWhole(_ format: ThumbnailSpecification.Format) -> Bool {
    switch format {
    case .jpeg: size > 4 && head.starts(with: [0xFF, 0xD8]) && tail == [0xFF, 0xD9]
    case .webp:
      head.count == Self.headCount && head.starts(with: "RIFF".utf8)
        && (4..<8).reversed().reduce(0) { $0 << 8 | Int(head[$1]) } + 8 == size
    }
  }

  private static func read(_ count: Int, at offset: Int, _ descriptor: Int32) -> [UInt8] {
    guard offset >= 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
      read = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
    }
  }
}
