/// The wanted properties of an XMP packet, cut out of it as they stand.
///
/// Most of a packet is edit history, raw development and padding. Only what the catalog keeps is
/// given to the XMP toolkit: that is faster, a damaged or endless neighbour costs nothing, and the
/// toolkit, which overflows its stack on deep nesting, never meets it.
struct XMPPacket {
  /// Properties that are in the packet, by their local names.
  private(set) var properties: XMPPropertySet = []
  /// True when a wanted property was left out, because it nests too deep or is too long.
  private(set) var isCut = false

  private var frames: [Range<Int>] = []
  private var frameNames: [Range<Int>] = []
  private var descriptions: [Description] = []
  private var pieces: [Piece] = []

  /// An `rdf:Description` of the top level.
  private struct Description {
    let name: Range<Int>
    /// Its namespace declarations.
    var namespaces: [Range<Int>] = []
  }

  /// A property: an attribute of a description, or an element in it.
  private struct Piece {
    let description: Int
    let name: Range<Int>
    let range: Range<Int>
    let isAttribute: Bool
  }

  /// Elements around the RDF; real packets have one.
  private static let maximumFrames = 8
  /// Nesting inside one property; structures need 8.
  private static let maximumDepth = 256
  /// Bytes of one property; captions of 32 KB exist.
  private static let maximumProperty = 256 * 1_024
  /// Properties that are kept, of all schemas.
  private static let maximumPieces = 128
  /// Declarations that are kept: the toolkit remembers each for ever.
  private static let maximumNamespaces = 128
  /// Bytes of all declarations and opening tags together.
  private static let maximumFrameBytes = 64 * 1_024

  private var frameBytes = 0
  private var namespaceCount = 0

  /// Cuts a packet; one that ends too early gives what stands before.
  init(_ text: BorrowedBytes) {
    var scanner = XMLTagScanner(text)
    guard findRDF(text, &scanner) else { return }
    while let tag = scanner.next(), tag.kind != .end {
      if Self.isDescription(text, tag) {
        readDescription(text, tag, &scanner)
      } else if tag.kind == .start {
        guard Self.skipElement(&scanner) != nil else { return }
      }
    }
  }

  /// True when nothing in the packet is wanted.
  var isEmpty: Bool { pieces.isEmpty }

  /// Properties that stand alone in ``text(of:in:)``.
  var count: Int { pieces.count }

  // MARK: Cutting

  /// Enters the first `rdf:RDF` element.
  private mutating func findRDF(_ text: BorrowedBytes, _ scanner: inout XMLTagScanner) -> Bool {
    while frames.count < Self.maximumFrames, let tag = scanner.next() {
      guard tag.kind == .start else { continue }
      guard keep(tag.range.count) else { return false }
      frames.append(tag.range)
      frameNames.append(tag.name)
      if text.slice(tag.name).hasLocalName("RDF") { return true }
    }
    return false
  }

  private static func isDescription(_ text: BorrowedBytes, _ tag: XMLTagScanner.Tag) -> Bool {
    text.slice(tag.name).hasLocalName("Description")
  }

  private mutating func readDescription(
    _ text: BorrowedBytes, _ tag: XMLTagScanner.Tag, _ scanner: inout XMLTagScanner
  ) {
    guard keep(tag.name.count) else { return }
    let index = descriptions.count
    descriptions.append(Description(name: tag.name))
    for attribute in XMLAttributes(of: tag, in: text) {
      if text.slice(attribute.name).starts(with: "xmlns") {
        namespaceCount += 1
        if namespaceCount <= Self.maximumNamespaces, keep(attribute.range.count) {
          descriptions[index].namespaces.append(attribute.range)
        }
      } else {
        take(text, attribute.name, attribute.range, isAttribute: true)
      }
    }
    guard tag.kind == .start else { return }
    while let property = scanner.next(), property.kind != .end {
      let extent: (end: Int, depth: Int)
      if property.kind == .empty {
        extent = (property.range.upperBound, 1)
      } else if let found = Self.skipElement(&scanner) {
        extent = found
      } else {
        return
      }
      take(
        text, property.name, property.range.lowerBound..<extent.end, isAttribute: false,
        depth: extent.depth)
    }
  }

  /// Moves behind the end of the element that was entered, and tells how deep it nests.
  private static func skipElement(_ scanner: inout XMLTagScanner) -> (end: Int, depth: Int)? {
    var depth = 1
    var deepest = 1
    while let tag = scanner.next() {
      switch tag.kind {
      case .start:
        depth += 1
        deepest = max(deepest, depth)
      case .end: depth -= 1
      case .empty: break
      }
      if depth == 0 { return (tag.range.upperBound, deepest) }
    }
    return nil
  }

  private mutating func take(
    _ text: BorrowedBytes, _ name: Range<Int>, _ range: Range<Int>, isAttribute: Bool,
    depth: Int = 1
  ) {
    guard let property = XMPProperty.named(text.slice(name).localName) else { return }
    guard depth <= Self.maximumDepth, range.count <= Self.maximumProperty,
      pieces.count < Self.maximumPieces
    else {
      isCut = true
      return
    }
    // The toolkit refuses a packet in which a property stands twice.
    let isKnown = pieces.contains {
      $0.name.count == name.count && text.slice($0.name).equals(text.slice(name))
    }
    if isKnown { return }
    properties.insert(XMPPropertySet(property))
    pieces.append(
      Piece(
        description: descriptions.count - 1, name: name, range: range, isAttribute: isAttribute))
  }

  private mutating func keep(_ count: Int) -> Bool {
    frameBytes += count
    return frameBytes <= Self.maximumFrameBytes
  }

  // MARK: Writing

  /// A packet of the cut properties, or of one of them alone.
  ///
  /// - Parameters:
  ///   - piece: The one, below ``count``; `nil` for all.
  ///   - text: The bytes that this value was made from.
  /// - Returns: XML without a declaration.
  func text(of piece: Int? = nil, in text: BorrowedBytes) -> [UInt8] {
    let chosen = piece.map { pieces[$0...$0] } ?? pieces[...]
    var output: [UInt8] = []
    output.reserveCapacity(frameBytes * 2 + chosen.reduce(0) { $0 + $1.range.count + 64 })
    for frame in frames { text.append(frame, to: &output) }
    for (index, description) in descriptions.enumerated() {
      let own = chosen.filter { $0.description == index }
      if !own.isEmpty { write(description, own, text, to: &output) }
    }
    for name in frameNames.reversed() { Self.writeEnd(name, text, to: &output) }
    return output
  }

  /// Writes a description without `rdf:about`: packets of several subjects are refused.
  private func write(
    _ description: Description, _ pieces: [Piece], _ text: BorrowedBytes, to output: inout [UInt8]
  ) {
    output.append(UInt8(ascii: "<"))
    text.append(description.name, to: &output)
    for range in description.namespaces + pieces.lazy.filter(\.isAttribute).map(\.range) {
      output.append(UInt8(ascii: " "))
      text.append(range, to: &output)
    }
    output.append(UInt8(ascii: ">"))
    for piece in pieces where !piece.isAttribute { text.append(piece.range, to: &output) }
    Self.writeEnd(description.name, text, to: &output)
  }

  private static func writeEnd(
    _ name: Range<Int>, _ text: BorrowedBytes, to output: inout [UInt8]
  ) {
    output += [UInt8(ascii: "<"), UInt8(ascii: "/")]
    text.append(name, to: &output)
    output.append(UInt8(ascii: ">"))
  }
}

extension BorrowedBytes {
  /// The part of an XML name behind its prefix.
  fileprivate var localName: BorrowedBytes {
    firstIndex(of: UInt8(ascii: ":"), from: 0).map { slice($0 + 1..<count) } ?? self
  }

  fileprivate func hasLocalName(_ name: StaticString) -> Bool {
    let local = localName
    return local.count == name.utf8CodeUnitCount && local.starts(with: name)
  }
}
