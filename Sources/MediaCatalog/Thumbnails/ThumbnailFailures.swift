internal import Glibc
internal import MediaModel

/// Which thumbnails cannot be made, remembered beside those that can: a file that crashes a decoder
/// does so once, not in every run.
///
/// A failure belongs to a key, so a changed file is tried again, and so is every file once another
/// version of the renderer is there. What may pass by itself is never remembered. As decoders are
/// libraries that get better without us, a failure is forgotten after a week.
struct ThumbnailFailures: Sendable {
  let folder: FilePath

  /// Seconds until a failure is forgotten.
  private static let lifetime = 7 * 86_400
  private static let suffix = ".failed"

  /// What is known to be wrong with a thumbnail's file.
  func failure(of key: ThumbnailKey, now: Int = time(nil)) -> RenderFailure? {
    let path = path(of: key)
    guard let bytes = FileAccess.read(path) else { return nil }
    var status = stat()
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", maxSplits: 1)
    guard path.withCString({ stat($0, &status) }) == 0, lines.count == 2,
      (0...Self.lifetime).contains(now - status.st_mtim.tv_sec)
    else {
      FileAccess.remove(path)
      return nil
    }
    return RenderFailure(
      code: RenderFailure.Code(rawValue: String(lines[0])), reason: String(lines[1]))
  }

  /// Notes a failure; one that cannot be written is found again, which costs time only.
  func remember(_ failure: RenderFailure, _ key: ThumbnailKey) {
    let path = path(of: key)
    do throws(CatalogError) {
      try FileAccess.makeFolders(path.parent)
      try FileAccess.write(Array("\(failure.code.rawValue)\n\(failure.reason)".utf8), to: path)
    } catch {}
  }

  private func path(of key: ThumbnailKey) -> FilePath {
    FilePath(bytes: folder.appending(key.relativePath).bytes + Self.suffix.utf8)
  }
}
