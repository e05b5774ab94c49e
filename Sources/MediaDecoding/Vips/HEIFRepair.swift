/// Makes files readable that an older libheif refuses as a whole.
///
/// Phones write metadata that describes a tone-mapped derivation (`tmap`) beside the picture.
/// libheif before 1.18 knows no such item and refuses the file with "Metadata not correctly
/// assigned to image". Renaming the arrows from metadata to pictures costs the decoder the metadata
/// only, which it needs not: orientation is the container's.
///
/// - Note: Source: ISO/IEC 14496-12:2022 §8.11.12; https://github.com/strukturag/libheif/issues/1190.
enum HEIFRepair {
  /// The file without arrows from metadata to pictures; `nil` when it has none.
  static func repaired(_ file: [UInt8]) -> [UInt8]? {
    guard let meta = box("meta", in: 0..<file.count, of: file), meta.count > 4,
      // Both boxes begin with a version and flags.
      let references = box("iref", in: meta.dropFirst(4), of: file), references.count > 4
    else { return nil }
    var repaired = file
    var isChanged = false
    forEachBox(in: references.dropFirst(4), of: file) { type, content in
      if type == "cdsc" {
        repaired.replaceSubrange(content.lowerBound - 4..<content.lowerBound, with: "skip".utf8)
        isChanged = true
      }
      return true
    }
    return isChanged ? repaired : nil
  }

  private static func box(_ wanted: String, in range: Range<Int>, of file: [UInt8]) -> Range<Int>? {
    var found: Range<Int>?
    forEachBox(in: range, of: file) { type, content in
      if type == wanted { found = content }
      return found == nil
    }
    return found
  }

  /// Calls `body` with type and content of each box, until it says false.
  private static func forEachBox(
    in range: Range<Int>, of file: [UInt8], _ body: (String, Range<Int>) -> Bool
  ) {
    var start = range.lowerBound
    while range.upperBound - start >= 8 {
      let size = file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      let type = String(decoding: file[start + 4..<start + 8], as: UTF8.self)
      // Larger and endless boxes hold pixels.
      guard size >= 8, size <= range.upperBound - start else { return }
      guard body(type, start + 8..<start + size) else { return }
      start += size
    }
  }
}
