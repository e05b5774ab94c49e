internal import MediaModel

/// Reads the size of an SVG picture, when its root element says it in pixels.
///
/// Lengths in other units, and in per cent, depend on the device or the page: they are no size.
///
/// - Note: Source: SVG 2 §8.2 (`viewBox`), §8.8 (`width`, `height`).
func readSVG(_ source: ByteSource, into metadata: inout EmbeddedMetadata) throws {
  metadata.codec = "svg"
  let head = try source.reader(at: 0, upTo: 64 * 1_024)
  metadata.pixelSize = head.withRemaining { bytes in
    SVGRoot(bytes).flatMap(\.size)
  }
}

/// The attributes of the root element that tell a size.
private struct SVGRoot {
  private var width: [UInt8]?
  private var height: [UInt8]?
  private var viewBox: [UInt8]?

  /// Finds the root element; `nil` when it does not end within the bytes.
  init?(_ bytes: BorrowedBytes) {
    guard var cursor = SVGRoot.start(in: bytes) else { return nil }
    while true {
      cursor.skipBlanks()
      guard let next = cursor.next else { return nil }
      if next == UInt8(ascii: ">") || next == UInt8(ascii: "/") { return }
      let name = cursor.takeName()
      cursor.skipBlanks()
      guard !name.isEmpty, cursor.take(anyOf: "=") != nil else { return nil }
      cursor.skipBlanks()
      guard let value = cursor.takeQuoted() else { return nil }
      if name == Array("width".utf8) { width = value }
      if name == Array("height".utf8) { height = value }
      if name == Array("viewBox".utf8) { viewBox = value }
    }
  }

  /// The size in whole pixels: both lengths, or where there are none the view box.
  var size: PixelSize? {
    if width == nil, height == nil { return viewBox.flatMap(Self.boxSize) }
    guard let width = width.flatMap(Self.length), let height = height.flatMap(Self.length) else {
      return nil
    }
    return Self.size(width, height)
  }

  /// The cursor behind the name of the root element, which sniffing found to be there.
  private static func start(in bytes: BorrowedBytes) -> TextCursor? {
    var cursor = TextCursor(bytes)
    while !cursor.isAtEnd {
      if cursor.take(word: "<!--") {
        while !cursor.isAtEnd, !cursor.take(word: "-->") { cursor.skip() }
      } else if cursor.take(anyOf: "<") != nil {
        guard let next = cursor.next else { return nil }
        if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") { continue }
        _ = cursor.takeName()
        return cursor
      } else {
        cursor.skip()
      }
    }
    return nil
  }

  /// A number with `px` or nothing behind it.
  private static func length(_ text: [UInt8]) -> Double? {
    let trimmed = text.split(separator: UInt8(ascii: " "))
    guard trimmed.count == 1, let word = trimmed.first else { return nil }
    let hasUnit = word.count > 2 && word.suffix(2).elementsEqual("px".utf8)
    return number(hasUnit ? word.dropLast(2) : word)
  }

  private static func boxSize(_ text: [UInt8]) -> PixelSize? {
    let parts = text.split { [0x20, 0x2C, 0x09, 0x0A, 0x0D].contains($0) }
    guard parts.count == 4, let width = number(parts[2]), let height = number(parts[3]) else {
      return nil
    }
    return size(width, height)
  }

  private static func number(_ text: ArraySlice<UInt8>) -> Double? {
    // Letters would let through what Swift calls numbers and SVG does not: nan, inf, 0x10.
    let isPlain = text.allSatisfy { (0x2B...0x39).contains($0) && $0 != 0x2C && $0 != 0x2F }
    return isPlain ? Double(String(decoding: text, as: UTF8.self)) : nil
  }

  private static func size(_ width: Double, _ height: Double) -> PixelSize? {
    guard width > 0, height > 0, max(width, height) <= Double(Int32.max) else { return nil }
    return PixelSize(
      width: max(1, Int(width.rounded())), height: max(1, Int(height.rounded())))
  }
}

extension TextCursor {
  /// Takes bytes up to a blank or a mark of XML.
  fileprivate mutating func takeName() -> [UInt8] {
    var name: [UInt8] = []
    while let byte = next, byte > 0x20, byte != UInt8(ascii: "="), byte != UInt8(ascii: ">"),
      byte != UInt8(ascii: "/")
    {
      name.append(byte)
      skip()
    }
    return name
  }

  /// Takes a value in either kind of quotes, without them.
  fileprivate mutating func takeQuoted() -> [UInt8]? {
    guard let quote = take(anyOf: "\"'") else { return nil }
    var value: [UInt8] = []
    while let byte = next {
      skip()
      if byte == quote { return value }
      value.append(byte)
    }
    return nil
  }
}
