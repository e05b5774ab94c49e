internal import Glibc
internal import LinuxSystem
internal import MediaModel

/// Rules made ready for matching many names, fnmatch(3) on bytes.
struct IgnoreMatcher: Sendable {
  /// A pattern closed by NUL.
  private struct Glob {
    var bytes: [UInt8]
    /// True when it matches the path below the root, false when it matches a name.
    var isPath = false
    /// True for `name/`, which matches folders only.
    var isFolder = false
  }

  private let rules: IgnoreRules
  private let excludes: [Glob]
  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")
  private static let defaults = IgnoreRules.defaultPatterns.map {
    Glob(bytes: Array($0.utf8) + [0])
  }
  private static let noMedia = Array(IgnoreRules.noMediaName.utf8)

  init(_ rules: IgnoreRules) {
    self.rules = rules
    excludes = rules.excludes.compactMap { pattern in
      var bytes = pattern.bytes[...]
      let isFolder = bytes.last == Self.slash
      while bytes.last == Self.slash { bytes.removeLast() }
      let isPath = bytes.contains(Self.slash)
      while bytes.first == Self.slash { bytes.removeFirst() }
      return bytes.isEmpty ? nil : Glob(bytes: bytes + [0], isPath: isPath, isFolder: isFolder)
    }
  }

  /// True for the name that marks a folder without media, if the rules heed it.
  @inline(__always)
  func isNoMediaMark(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    name.first == Self.dot && name.count == Self.noMedia.count && rules.usesDefaults
      && name.elementsEqual(Self.noMedia)
  }

  /// True when a name is left out.
  ///
  /// - Parameters:
  ///   - name: Its bytes.
  ///   - kind: What it is; `unknown` counts as a folder.
  ///   - folder: The path of its folder relative to the root.
  /// - Returns: Whether the walk passes it by.
  @inline(__always)
  func leavesOut(
    _ name: UnsafeBufferPointer<UInt8>, _ kind: FileKind, in folder: FilePath
  ) -> Bool {
    guard let first = name.first else { return true }
    if first == Self.dot, !rules.includesHidden { return true }
    let mayMatchDefault = rules.usesDefaults && Self.mayMatchDefault(first, name)
    guard mayMatchDefault || !excludes.isEmpty else { return false }
    return matchesAny(name, kind, in: folder, defaults: mayMatchDefault)
  }

  /// Almost all names can be told from the default patterns by their first or last byte.
  private static func mayMatchDefault(_ first: UInt8, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    switch first {
    case dot, UInt8(ascii: "@"), UInt8(ascii: "#"), UInt8(ascii: "_"), UInt8(ascii: "l"),
      UInt8(ascii: "$"), UInt8(ascii: "S"):
      return true
    default:
      return name.last == UInt8(ascii: "y") || name.last == UInt8(ascii: "a")
    }
  }

  private func matchesAny(
    _ name: UnsafeBufferPointer<UInt8>, _ kind: FileKind, in folder: FilePath, defaults: Bool
  ) -> Bool {
    let text = Array(name) + [0]
    if defaults, Self.defaults.contains(where: { Self.matches($0.bytes, text) }) { return true }
    let isFolder = kind == .directory || kind == .unknown
    return excludes.contains { glob in
      if glob.isFolder, !isFolder { return false }
      if !glob.isPath { return Self.matches(glob.bytes, text) }
      let path = folder.appending(FilePath(bytes: Array(name))).bytes
      return Self.matches(glob.bytes, path + [0], flags: FNM_PATHNAME)
    }
  }

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

extension IgnoreMatcher {
  /// True when a path below the root, or a folder on the way to it, is left out.
  func leavesOut(_ name: FilePath, in folder: FilePath) -> Bool {
    var parent = FilePath("")
    for component in folder.bytes.split(separator: Self.slash) {
      if component.withUnsafeBufferPointer({ leavesOut($0, .directory, in: parent) }) {
        return true
      }
      parent = parent.appending(FilePath(bytes: Array(component)))
    }
    return name.bytes.withUnsafeBufferPointer { leavesOut($0, .regular, in: folder) }
  }
}
