internal import MediaModel

/// One box of an ISO base media file: where it lies, not what it holds.
struct Box {
  /// Its type.
  let type: FourCC
  /// The first byte of its header.
  let start: Int64
  /// The first byte after its header.
  let contentStart: Int64
  /// The first byte after the box, never past its container or the file.
  let end: Int64
  /// How many containers it lies in.
  let depth: Int

  /// Bytes after the header.
  var contentCount: Int64 { end - contentStart }
}

/// An ISO base media file while it is read: its bytes, the limits, and what was damaged.
///
/// - Note: Source: ISO/IEC 14496-12:2022 §4.2 (boxes); QuickTime File Format, "Atoms".
final class BoxFile {
  /// The file's bytes.
  let source: ByteSource
  /// What was damaged so far.
  private(set) var warnings: [MetadataWarning] = []
  private var remainingBoxes = BoxFile.maximumBoxes

  /// Boxes deeper than this are not entered; real files need nine levels.
  static let maximumDepth = 16
  /// A file with more boxes is read no further; a three-hour fragmented film has half as many.
  static let maximumBoxes = 65_536
  /// No more warnings than this are kept of one file.
  static let maximumWarnings = 32

  /// Starts with an open file.
  init(_ source: ByteSource) { self.source = source }

  /// The boxes of the file itself, from `offset` on.
  func boxes(from offset: Int64 = 0) -> BoxCursor {
    BoxCursor(file: self, position: offset, end: source.count, depth: 0)
  }

  /// The boxes inside `box`, after `skipping` bytes of its own fields.
  func children(of box: Box, skipping: Int64 = 0) -> BoxCursor {
    let depth = box.depth + 1
    if depth > Self.maximumDepth {
      warn(box.type, "nested deeper than \(Self.maximumDepth) levels")
      return BoxCursor(file: self, position: box.end, end: box.end, depth: depth)
    }
    return BoxCursor(
      file: self, position: min(box.contentStart + skipping, box.end), end: box.end, depth: depth)
  }

  /// The content of `box`, at most `limit` bytes of it.
  func content(of box: Box, upTo limit: Int) throws(ByteError) -> ByteReader {
    let count = Int(min(Int64(limit), box.contentCount))
    return try source.reader(at: box.contentStart, count: count)
  }

  /// Runs `body` on the first `limit` bytes of a box; a damaged box costs only itself.
  ///
  /// - Throws: Only what the system refused.
  func read(
    _ box: Box, upTo limit: Int, _ body: (inout ByteReader) throws(ByteError) -> Void
  ) throws(ByteError) {
    do throws(ByteError) {
      var reader = try content(of: box, upTo: limit)
      try body(&reader)
    } catch {
      try note(error, in: box.type)
    }
  }

  /// Records damage in a box, and passes on what the system refused.
  func note(_ error: ByteError, in type: FourCC) throws(ByteError) {
    switch error {
    case .outOfBounds: warn(type, "ends too early")
    case .budgetExhausted: warn(type, "needs more reading than one file is worth")
    case .system: throw error
    }
  }

  /// Records damage.
  func warn(_ type: FourCC, _ reason: String) { warn(tag: "isobmff:\(type.text)", reason) }

  /// Records damage under a tag of its own.
  func warn(tag: String, _ reason: String) {
    let warning = MetadataWarning(tag: tag, reason: reason)
    if warnings.count < Self.maximumWarnings, !warnings.contains(warning) {
      warnings.append(warning)
    }
  }

  /// Counts one more box; false when the file has too many.
  fileprivate func countBox(in type: FourCC) -> Bool {
    if remainingBoxes > 0 {
      remainingBoxes -= 1
      return true
    }
    warn(type, "more than \(Self.maximumBoxes) boxes in the file")
    return false
  }
}

/// Steps through neighbouring boxes.
struct BoxCursor {
  private let file: BoxFile
  private var position: Int64
  private let end: Int64
  private let depth: Int
  /// Where the box that was given last ends; before the first one, where the walk began.
  private(set) var lastEnd: Int64
  /// True when a limit ended the walk, not the boxes.
  private(set) var wasCutShort = false

  fileprivate init(file: BoxFile, position: Int64, end: Int64, depth: Int) {
    self.file = file
    self.position = position
    self.end = end
    self.depth = depth
    self.lastEnd = position
  }

  /// The next box; `nil` at the end, and where no box can be made out.
  mutating func next() throws(ByteError) -> Box? {
    guard end - position >= 8 else { return nil }
    do throws(ByteError) {
      return try readHeader()
    } catch {
      wasCutShort = true
      try file.note(error, in: "head")
      return nil
    }
  }

  private mutating func readHeader() throws(ByteError) -> Box? {
    let start = position
    position = end
    var header = try file.source.reader(at: start, upTo: 16)
    let shortSize = try header.read(UInt32.self)
    let type = FourCC(try header.read(UInt32.self))
    guard file.countBox(in: type) else {
      wasCutShort = true
      return nil
    }
    var headerCount: Int64 = 8
    var size = Int64(shortSize)
    if shortSize == 1 {
      headerCount = 16
      size = Int64(clamping: try header.read(UInt64.self))
    } else if shortSize == 0 {
      // To the end of the file; inside a container it is QuickTime's end of a user data list.
      guard depth == 0 else { return nil }
      size = end - start
    }
    guard size >= headerCount else {
      file.warn(type, "impossible size \(size)")
      return nil
    }
    if size > end - start {
      file.warn(type, depth == 0 ? "longer than the file" : "longer than its container")
      size = end - start
      guard size >= headerCount else { return nil }
    }
    position = start + size
    lastEnd = position
    return Box(
      type: type, start: start, contentStart: start + headerCount, end: position, depth: depth)
  }
}
