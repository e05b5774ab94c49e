internal import MediaModel

/// Takes properties out of an XMP packet and leaves everything else byte for byte.
///
/// What goes becomes spaces, so the packet keeps its length: a box or an item of a file needs no
/// other size, and nothing that a toolkit would drop, reorder or refuse is touched. Nesting costs
/// nothing, for no tree is built.
///
/// A property goes wherever it stands: as an element or an attribute, at the top or inside other
/// properties, in any namespace.
enum XMPStripping {
  private static let space = UInt8(ascii: " ")
  private static let commentStart = Array("<!--".utf8)
  private static let commentEnd = Array("-->".utf8)
  /// Packets above this go whole.
  static let maximumCount = 16 << 20

  /// Strips a packet.
  ///
  /// - Returns: A packet of equal length; `nil` when it cannot be understood and must go.
  static func strip(_ packet: [UInt8], _ options: MetadataStripping) -> [UInt8]? {
    if options.isTotal { return gainMap(packet) }
    var names: [ArraySlice<UInt8>: Decision] = [:]
    return rewrite(packet) { name in
      if let known = names[name] { return known }
      let text = String(decoding: name, as: UTF8.self)
      var decision = Decision.keep
      if text == "rdf:about", options.contains(.serials) {
        decision = .blankValue
      } else if !text.hasPrefix("rdf:"),
        !MetadataNames.concerns(text).isDisjoint(with: options)
      {
        // `rdf:Description` is no description but what holds all.
        decision = .blank
      }
      names[name] = decision
      return decision
    }
  }

  /// A packet that says nothing, of this length; spaces when there is no room for one.
  static func empty(_ count: Int) -> [UInt8] {
    let text = Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-\
      syntax-ns#"></rdf:RDF></x:xmpmeta>
      """.utf8)
    let spaces = [UInt8](repeating: space, count: max(0, count - text.count))
    return text.count <= count ? text + spaces : [UInt8](repeating: space, count: count)
  }

  /// What is left of a packet by `all`: how a gain map is laid over its picture.
  ///
  /// - Note: Source: Adobe's gain map specification 1.0; Apple's `HDRGainMap` namespace.
  private static func gainMap(_ packet: [UInt8]) -> [UInt8]? {
    var hasGainMap = false
    let result = rewrite(packet) { name in
      let text = String(decoding: name, as: UTF8.self)
      let prefix = text.prefix { $0 != ":" }
      switch prefix {
      case "hdrgm", "HDRGainMap":
        hasGainMap = true
        return .keep
      case "xmlns", "xml", "x", "rdf":
        return text == "rdf:about" || text == "x:xmptk" ? .blankValue : .keep
      default: return text.contains(":") && prefix != "xmlns" ? .blank : .keep
      }
    }
    return hasGainMap ? result : nil
  }

  private enum Decision { case keep, blank, blankValue }

  /// Asks about every element and attribute, and blanks what shall go.
  private static func rewrite(
    _ packet: [UInt8], _ decide: (ArraySlice<UInt8>) -> Decision
  ) -> [UInt8]? {
    // A NUL tells of another encoding, or of binary data.
    guard packet.count <= maximumCount, !packet.contains(0) else { return nil }
    var result = packet
    var isSound = false
    packet.withUnsafeBytes { bytes in
      let text = BorrowedBytes(bytes)
      var scanner = XMLTagScanner(text)
      var hasTags = false
      var end = 0
      while let tag = scanner.next() {
        hasTags = true
        blankComments(between: end, and: tag.range.lowerBound, of: packet, in: &result)
        end = tag.range.upperBound
        guard tag.kind != .end else { continue }
        if decide(packet[tag.name]) == .keep {
          var rest = tag.name.upperBound
          for attribute in XMLAttributes(of: tag, in: text) {
            rest = attribute.range.upperBound
            switch decide(packet[attribute.name]) {
            case .keep: break
            case .blank: blank(attribute.range, in: &result)
            case .blankValue: result.clear(attribute.value)
            }
          }
          // What is no attribute may hide one from us that a lenient reader finds.
          guard
            packet[rest..<tag.range.upperBound].allSatisfy({ $0 <= 0x20 || "/>".utf8.contains($0) })
          else { return }
        } else {
          guard let extent = element(tag, text, &scanner) else { return }
          blank(extent, in: &result)
          end = extent.upperBound
        }
      }
      blankComments(between: end, and: packet.count, of: packet, in: &result)
      isSound = hasTags && scanner.isAtEnd
    }
    return isSound ? result : nil
  }

  /// From a start tag to behind its end tag; only tags of its own name are counted.
  private static func element(
    _ start: XMLTagScanner.Tag, _ text: BorrowedBytes, _ scanner: inout XMLTagScanner
  ) -> Range<Int>? {
    if start.kind == .empty { return start.range }
    let name = text.slice(start.name)
    var open = 1
    while let tag = scanner.next() {
      guard tag.kind != .empty, tag.name.count == name.count, text.slice(tag.name).equals(name)
      else { continue }
      open += tag.kind == .start ? 1 : -1
      if open == 0 { return start.range.lowerBound..<tag.range.upperBound }
    }
    return nil
  }

  /// Comments are no property, but may hold anything.
  private static func blankComments(
    between start: Int, and end: Int, of packet: [UInt8], in result: inout [UInt8]
  ) {
    guard end - start > 6 else { return }
    var index = start
    while index < end - 6, let found = packet[index..<end].firstIndex(of: UInt8(ascii: "<")) {
      index = found + 1
      guard packet[found..<end].starts(with: commentStart) else { continue }
      var close = found + 4
      while close + 3 <= end, !packet[close..<end].starts(with: commentEnd) { close += 1 }
      index = min(close + 3, end)
      blank(found..<index, in: &result)
    }
  }

  private static func blank(_ range: Range<Int>, in bytes: inout [UInt8]) {
    for index in range { bytes[index] = space }
  }
}

extension [UInt8] {
  /// Empties what stands between two quotes, and puts the spaces behind the second one.
  fileprivate mutating func clear(_ value: Range<Int>) {
    guard !value.isEmpty, value.upperBound < count else { return }
    self[value.lowerBound] = self[value.upperBound]
    for index in value.lowerBound + 1...value.upperBound { self[index] = UInt8(ascii: " ") }
  }
}
