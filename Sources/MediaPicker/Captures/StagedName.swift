internal import MediaModel

/// Names of staged files: 32 random hexadecimal digits and a suffix that says the format.
enum StagedName {
  private static let digitCount = 32

  /// Makes a uid from the system's random numbers.
  static func makeUID() -> String {
    let digits = String(UInt128.random(in: 0 ... .max), radix: 16)
    return String(repeating: "0", count: digitCount - digits.utf8.count) + digits
  }

  /// A name with a suffix: one that could mean anything but a format of media is left out.
  static func make(_ uid: String, suffix: String?) -> FilePath {
    guard let suffix, MediaFormat.promised(byExtension: suffix) != nil else {
      return FilePath(uid)
    }
    return FilePath("\(uid).\(suffix)")
  }

  /// The name that suits the format by content; the one that it has, when it suits.
  static func suiting(_ format: MediaFormat, _ name: FilePath, uid: String) -> FilePath {
    let extensions = format.facts.extensions
    if let suffix = name.fileExtension, extensions.contains(suffix) { return name }
    return make(uid, suffix: extensions.first)
  }

  /// True for names that only an inbox makes; a sweep touches no others.
  static func isOne(_ name: FilePath) -> Bool {
    let stem = name.bytes.prefix { $0 != UInt8(ascii: ".") }
    guard stem.count == digitCount,
      stem.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return false }
    let rest = name.bytes.dropFirst(digitCount)
    return rest.isEmpty || MediaFormat.promised(byExtension: name.fileExtension ?? "") != nil
  }

  /// True for files under work for such names: `NAME.PROCESS-RANDOM.tmp`.
  static func isTemporary(_ name: FilePath) -> Bool {
    let parts = name.bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count >= 3, isTemporaryEnding(Array(parts.suffix(2))) else { return false }
    return isOne(FilePath(bytes: Array(parts.dropLast(2).joined(separator: [0x2E]))))
  }

  /// True for the two parts of a name that only files under work have: `PROCESS-RANDOM`, `tmp`.
  static func isTemporaryEnding(_ parts: [ArraySlice<UInt8>]) -> Bool {
    guard parts.count == 2, parts[1].elementsEqual("tmp".utf8) else { return false }
    let numbers = parts[0].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return numbers.count == 2
      && numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }
  }
}
