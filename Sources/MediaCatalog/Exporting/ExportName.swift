package import MediaModel

/// Names of exported files, made of what hostile files say.
///
/// Whatever goes in, a name that comes out is one component of a path: not empty, not `.` or `..`,
/// without slash, NUL and control characters, and of 255 bytes at most (NAME_MAX of Linux). Bytes
/// that are not UTF-8 stay as they are.
package enum ExportName {
  /// Bytes that a name may have.
  static let maximumByteCount = 255
  private static let slash = UInt8(ascii: "/")
  private static let replacement = UInt8(ascii: "_")

  /// A value for use inside a path: slashes, NUL and control characters become `_`.
  ///
  /// - Parameters:
  ///   - bytes: The value.
  ///   - keepsFolders: Whether slashes stay, for values that are relative paths themselves.
  /// - Returns: The value, never with control characters of ASCII or Latin-1 (U+0000…U+001F,
  ///   U+007F…U+009F).
  package static func value(_ bytes: [UInt8], keepsFolders: Bool = false) -> [UInt8] {
    var cleaned: [UInt8] = []
    cleaned.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      // U+0080…U+009F in UTF-8: terminals obey them as they do ESC.
      if byte == 0xC2, index < bytes.count, (0x80...0x9F).contains(bytes[index]) {
        index += 1
        cleaned.append(replacement)
      } else if byte < 0x20 || byte == 0x7F || (byte == slash && !keepsFolders) {
        cleaned.append(replacement)
      } else {
        cleaned.append(byte)
      }
    }
    return cleaned
  }

  /// One component of a path, still without regard to its length.
  static func component(_ bytes: [UInt8]) -> [UInt8] {
    let cleaned = value(bytes)
    // An empty one, `.` and `..`.
    if cleaned.count <= 2, cleaned.allSatisfy({ $0 == UInt8(ascii: ".") }) { return [replacement] }
    return cleaned
  }

  /// A name of a stem and an ending that fits: the stem is cut, never inside a character of UTF-8.
  static func fitting(_ stem: [UInt8], _ ending: [UInt8]) -> [UInt8] {
    stem.prefix(cut(stem, at: max(1, maximumByteCount - ending.count))) + ending
  }

  private static func cut(_ bytes: [UInt8], at limit: Int) -> Int {
    guard bytes.count > limit else { return bytes.count }
    func isContinuation(_ index: Int) -> Bool { bytes[index] & 0xC0 == 0x80 }
    var end = limit
    while end > max(1, limit - 3), isContinuation(end) { end -= 1 }
    // Four of them in a row are not UTF-8, so any place is as good.
    return isContinuation(end) ? limit : end
  }

  /// The parts of a relative path that was made of values and other text.
  ///
  /// - Returns: The folders, ready for use, and the cleaned name of the file in any length.
  static func parts(of path: [UInt8]) -> (folders: [FilePath], name: [UInt8]) {
    let components = path.split(separator: slash, omittingEmptySubsequences: false)
      .map { component(Array($0)) }
    return (
      components.dropLast().map { FilePath(bytes: fitting($0, [])) },
      components.last ?? [replacement]
    )
  }
}

/// Which endings the names of exported files may have.
package struct ExportEnding: Hashable, Sendable {
  /// Extensions in lower case without a dot that stay.
  var accepted: [String]

  /// Takes extensions, the usual one first; none leaves names as they are.
  package init(_ accepted: [String]) { self.accepted = accepted }

  /// Parts a name into a stem and the ending that it gets, with its dot.
  ///
  /// An accepted extension stays as it is spelled, one of another media format is replaced, and
  /// anything else is part of the stem: `Mr. Smith` becomes `Mr. Smith.jpg`.
  func parts(of name: [UInt8]) -> (stem: [UInt8], ending: [UInt8]) {
    guard let usual = accepted.first else { return (name, []) }
    let new = Array(".\(usual)".utf8)
    guard let found = FilePath(bytes: name).fileExtension else { return (name, new) }
    let stem = Array(name.dropLast(found.utf8.count + 1))
    if accepted.contains(found) { return (stem, Array(name[stem.count...])) }
    return MediaFormat.promised(byExtension: found) == nil ? (name, new) : (stem, new)
  }
}

/// Gives every exported file a path of its own: the second of one name is ` (2)`.
package struct ExportNumbering {
  private var taken: Set<FilePath> = []
  /// The next number to try for a path that is taken, so that a million equal names stay linear.
  private var next: [FilePath: Int] = [:]

  /// Makes one for an empty folder.
  package init() {}

  /// The path below the target folder for a rendered template.
  package mutating func assign(_ rendered: [UInt8], _ ending: ExportEnding) -> FilePath {
    let (folders, name) = ExportName.parts(of: rendered)
    let folder = folders.reduce(FilePath(bytes: [])) { $0.appending($1) }
    let (stem, suffix) = ending.parts(of: name)
    func path(_ number: String) -> FilePath {
      folder.appending(FilePath(bytes: ExportName.fitting(stem, Array(number.utf8) + suffix)))
    }
    let first = path("")
    if taken.insert(first).inserted { return first }
    var number = next[first] ?? 2
    while true {
      let candidate = path(" (\(number))")
      number += 1
      guard taken.insert(candidate).inserted else { continue }
      next[first] = number
      return candidate
    }
  }
}
