internal import Glibc
public import MediaModel

/// Which names of a tree are left out.
public struct IgnoreRules: Hashable, Sendable {
  /// Whether names that start with a dot are entered.
  public var includesHidden: Bool
  /// Whether the default list applies.
  public var usesDefaults: Bool
  /// Patterns: without a slash they match a name, with one the path below the root.
  public var excludes: [FilePath]

  /// Makes rules.
  public init(includesHidden: Bool = false, usesDefaults: Bool = true, excludes: [FilePath] = []) {
    self.includesHidden = includesHidden
    self.usesDefaults = usesDefaults
    self.excludes = excludes
  }

  /// What other programs leave in photo collections: their thumbnails, bins and resource forks.
  public static let defaultPatterns: [String] = [
    ".thumbnails", "@eaDir", "#recycle", "._*", "__MACOSX", ".Trash*", ".trash*", "lost+found",
    "$RECYCLE.BIN", "System Volume Information", ".Spotlight-V100", ".fseventsd", "*.lrdata",
    "*.photoslibrary",
  ]

  /// The file that marks its folder as one without media.
  public static let noMediaName = ".nomedia"

  private static let defaultGlobs = defaultPatterns.map { FilePath($0).bytes + [0] }

  /// True when a name is left out.
  ///
  /// - Parameters:
  ///   - name: Its bytes.
  ///   - folder: The folder's path relative to the root.
  /// - Returns: Whether the walk passes it by.
  func leavesOut(_ name: UnsafeBufferPointer<UInt8>, in folder: FilePath) -> Bool {
    guard let first = name.first else { return true }
    if !includesHidden, first == UInt8(ascii: ".") { return true }
    let mayMatchDefault = usesDefaults && Self.mayMatchDefault(first, name)
    guard mayMatchDefault || !excludes.isEmpty else { return false }
    let text = Array(name) + [0]
    return (mayMatchDefault && Self.defaultGlobs.contains { Self.matches($0, text) })
      || isExcluded(text, in: folder)
  }

  /// Almost all names can be told from the default patterns by their first or last byte.
  private static func mayMatchDefault(_ first: UInt8, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    switch first {
    case UInt8(ascii: "."), UInt8(ascii: "@"), UInt8(ascii: "#"), UInt8(ascii: "_"),
      UInt8(ascii: "l"), UInt8(ascii: "$"), UInt8(ascii: "S"):
      return true
    default:
      return name.last == UInt8(ascii: "y") || name.last == UInt8(ascii: "a")
    }
  }

  private func isExcluded(_ name: [UInt8], in folder: FilePath) -> Bool {
    for pattern in excludes {
      var glob = pattern.bytes
      let isPath = glob.dropLast().contains(UInt8(ascii: "/"))
      if glob.last == UInt8(ascii: "/") { glob.removeLast() }
      if isPath {
        if glob.first == UInt8(ascii: "/") { glob.removeFirst() }
        let path = folder.appending(FilePath(bytes: name.dropLast())).bytes
        if Self.matches(glob + [0], path + [0], flags: FNM_PATHNAME) { return true }
      } else if Self.matches(glob + [0], name) {
        return true
      }
    }
    return false
  }

  /// fnmatch(3) on bytes; both closed by NUL.
  private static func matches(_ glob: [UInt8], _ name: [UInt8], flags: Int32 = 0) -> Bool {
    glob.withUnsafeBytes { glob in
      name.withUnsafeBytes { name in
        fnmatch(
          glob.assumingMemoryBound(to: CChar.self).baseAddress!,
          name.assumingMemoryBound(to: CChar.self).baseAddress!, flags) == 0
      }
    }
  }
}
