internal import Glibc
internal import MediaModel

/// The few looks at files that the catalog takes itself.
enum FileAccess {
  /// True when something stands at a path.
  static func exists(_ path: FilePath) -> Bool {
    (path.bytes + [0]).withUnsafeBytes {
      access($0.assumingMemoryBound(to: CChar.self).baseAddress!, F_OK) == 0
    }
  }
}
