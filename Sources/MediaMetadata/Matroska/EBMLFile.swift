internal import MediaModel

/// One element of an EBML document: where it lies, not what it holds.
struct EBMLElement {
  /// Its identifier with the length marker, as the specifications print it.
  let id: UInt32
  /// The first byte of its header.
  let start: Int64
  /// The first byte after its header.
  let contentStart: Int64
  /// The first byte after the element, never past its parent or the file.
  let end: Int64
  /// True when a live writer did not know the size; `end` is the parent's then.
  let isUnsized: Bool

  /// Bytes after the header.
  var contentCount: Int64 { end - contentStart }
}

/// An EBML document while it is read: its bytes, the limits, and what was damaged.
///
/// - Note: Source: RFC 8794.
final class EBMLFile {
  /// The file's bytes.
  let source: ByteSource
  /// What was damaged so far.
  private(set) var warnings: [MetadataWarning] = []
  private var remainingElements = EBMLFile.maximumElements

  /// A file with more elements is read no further.
  static let maximumElements = 65_536
  /// No more warnings than this are kept of one file.
  static let maximumWarnings = 32

  /// Starts with an open file.
  init(_ source: ByteSource) { self.source = source }

  /// The elements of the file itself, from `offset` on.
  func elements(from offset: Int64 = 0) -> EBMLCursor {
    EBMLCursor(file: self, position: offset, end: source.count)
  }

  /// The elements inside `element`.
  func children(of element: EBMLElement) -> EBMLCursor {
    EBMLCursor(file: self, position: element.contentStart, end: element.end)
  }

  /// An unsigned number of 0…8 bytes; `nil` when it is longer or cut.
  func unsigned(_ element: EBMLElement) throws(ByteError) -> UInt64? {
    guard element.contentCount <= 8 else { return damaged(element) }
    var value: UInt64 = 0
    for byte in try bytes(element, upTo: 8) { value = value << 8 | UInt64(byte) }
    return value
  }

  /// A signed number of 0…8 bytes; `nil` when it is longer or cut.
  func signed(_ element: EBMLElement) throws(ByteError) -> Int64? {
    guard let value = try unsigned(element) else { return nil }
    let unused = UInt64(64 - 8 * element.contentCount)
    return unused >= 64 ? 0 : Int64(bitPattern: value << unused) >> Int64(unused)
  }

  /// A floating-point number of 0, 4 or 8 bytes; `nil` for other sizes and for what is no number.
  func float(_ element: EBMLElement) throws(ByteError) -> Double? {
    guard let bits = try unsigned(element) else { return nil }
    let value: Double
    switch element.contentCount {
    case 0: value = 0
    case 4: value = Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case 8: value = Double(bitPattern: bits)
    default: return damaged(element)
    }
    return value.isFinite ? value : damaged(element)
  }

  /// Text; `nil` when it is empty.
  func text(_ element: EBMLElement) throws(ByteError) -> String? {
    MovieText.decode(try bytes(element, upTo: MovieText.maximumBytes))
  }

  /// At most `limit` bytes of the content.
  func bytes(_ element: EBMLElement, upTo limit: Int) throws(ByteError) -> [UInt8] {
    let count = Int(min(Int64(limit), element.contentCount))
    var reader = try source.reader(at: element.contentStart, count: count)
    return try reader.bytes(count)
  }

  /// Records damage.
  func warn(_ id: UInt32, _ reason: String) {
    let warning = MetadataWarning(tag: "matroska:\(String(id, radix: 16))", reason: reason)
    if warnings.count < Self.maximumWarnings, !warnings.contains(warning) {
      warnings.append(warning)
    }
  }

  private func damaged<Value>(_ element: EBMLElement) -> Value? {
    warn(element.id, "impossible value")
    return nil
  }

  /// Counts one more element; false when the file has too many.
  fileprivate func countElement() -> Bool {
    guard remainingElements > 0 else { return false }
    remainingElements -= 1
    return true
  }
}

/// Steps through neighbouring elements.
struct EBMLCursor {
  private let file: EBMLFile
  private var position: Int64
  private let end: Int64

  fileprivate init(file: EBMLFile, position: Int64, end: Int64) {
    self.file = file
    self.position = position
    self.end = end
  }

  /// The next element; `nil` at the end, and where no element can be made out.
  mutating func next() throws(ByteError) -> EBMLElement? {
    guard position < end, file.countElement() else { return nil }
    let start = position
    position = end
    do throws(ByteError) {
      var header = try file.source.reader(at: start, upTo: Int(min(12, end - start)))
      let id = try header.readIdentifier()
      let size = try header.readVariableInteger()
      let contentStart = start + Int64(header.position)
      let available = end - contentStart
      if let size, size > UInt64(available) { file.warn(id, "longer than its parent") }
      let count = size.map { Int64(min($0, UInt64(available))) } ?? available
      position = contentStart + count
      return EBMLElement(
        id: id, start: start, contentStart: contentStart, end: position, isUnsized: size == nil)
    } catch {
      if case .system = error { throw error }
      return nil
    }
  }
}

extension ByteReader {
  /// Reads an element identifier of 1…4 bytes, with its length marker.
  mutating func readIdentifier() throws(ByteError) -> UInt32 {
    let first = try read(UInt8.self)
    let length = first.leadingZeroBitCount
    guard length < 4 else { throw .outOfBounds }
    var id = UInt32(first)
    for _ in 0..<length { id = id << 8 | UInt32(try read(UInt8.self)) }
    return id
  }

  /// Reads a variable-size integer of 1…8 bytes; `nil` when all its bits are ones: unknown.
  mutating func readVariableInteger() throws(ByteError) -> UInt64? {
    let first = try read(UInt8.self)
    let length = first.leadingZeroBitCount
    guard length < 8 else { throw .outOfBounds }
    var value = UInt64(first) & (0x7F >> UInt64(length))
    for _ in 0..<length { value = value << 8 | UInt64(try read(UInt8.self)) }
    return value == (1 << UInt64(7 * (length + 1))) - 1 ? nil : value
  }
}
