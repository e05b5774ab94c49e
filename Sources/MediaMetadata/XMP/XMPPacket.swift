/// The wanted properties of an XMP packet, cut out of it as they stand.
///
/// Most of a packet is edit history, raw development and padding. Only what the catalog keeps is
/// given to the XMP toolkit: that is faster, a damaged or endless neighbour costs nothing, and the
/// toolkit, which overflows its stack on deep nesting, never meets it.
struct XMPPacket {
  /// Properties that are in the packet, by their local names.
  private(set) var properties: XMPPropertySet = []
  /// True when something was left out, because it nests too deep or is too long.
  private(set) var isCut = false

  /// The elements around the descriptions; the last one is `rdf:RDF`.
  private(set) var frames: [XMLTagScanner.Tag] = []
  /// The descriptions of the top level.
  private(set) var descriptions: [Description] = []
  /// The properties in file order.
  private(set) var pieces: [Piece] = []

  /// An `rdf:Description` of the top level.
  struct Description {
    let name: Range<Int>
    /// Its namespace declarations.
    var namespaces: [XMLAttributes.Attribute] = []
  }

  /// A property: an attribute of a description, or an element in it.
  struct Piece {
    let property: XMPProperty
    /// True for another schema's name of the same property.
    let isAlias: Bool
    let description: Int
    let name: Range<Int>
    let range: Range<Int>
    /// What stands between the quotes of an attribute; `nil` for an element.
    let value: Range<Int>?
  }

  /// Elements around the RDF; real packets have one.
  private static let maximumFrames = 8
  /// Nesting inside one property; structures need 8.
  private static let maximumDepth = 256
  /// Bytes of one property; lists of 6,000 keywords exist.
  private static let maximumProperty = 1 << 20
  /// Bytes of one property, and of all, that the toolkit is given: it compares the fields of a
  /// structure pair by pair.
  private static let maximumForToolkit = (one: 64 * 1_024, all: 256 * 1_024)
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
        guard Self.skipElement(tag, text, &scanner) != nil else { return }
      }
    }
  }

  // MARK: Cutting

  /// Enters the first `rdf:RDF` element.
  private mutating func findRDF(_ text: BorrowedBytes, _ scanner: inout XMLTagScanner) -> Bool {
    while frames.count < Self.maximumFrames, let tag = scanner.next() {
      guard tag.kind == .start else { continue }
      namespaceCount += XMLAttributes(of: tag, in: text).lazy.reduce(0) { count, _ in count + 1 }
      guard keep(tag.range.count), namespaceCount <= Self.maximumNamespaces else {
        isCut = true
        return false
      }
      frames.append(tag)
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
          descriptions[index].namespaces.append(attribute)
        }
      } else {
        take(text, attribute.name, attribute.range, value: attribute.value)
      }
    }
    guard tag.kind == .start else { return }
    while let property = scanner.next(), property.kind != .end {
      let extent: (end: Int, depth: Int)
      if property.kind == .empty {
        extent = (property.range.upperBound, 1)
      } else if let found = Self.skipElement(property, text, &scanner) {
        extent = found
      } else {
        return
      }
      take(
        text, property.name, property.range.lowerBound..<extent.end, depth: extent.depth)
    }
  }

  /// Moves behind the end of the element that was entered, and tells how deep it nests.
  ///
  /// Only tags of its own name are counted for the end, so one that is never closed inside it costs
  /// no more than this element.
  private static func skipElement(
    _ start: XMLTagScanner.Tag, _ text: BorrowedBytes, _ scanner: inout XMLTagScanner
  ) -> (end: Int, depth: Int)? {
    let name = text.slice(start.name)
    var (open, depth, deepest) = (1, 1, 1)
    while let tag = scanner.next() {
      if tag.kind == .empty { continue }
      let step = tag.kind == .start ? 1 : -1
      depth += step
      deepest = max(deepest, depth)
      if tag.name.count == name.count, text.slice(tag.name).equals(name) { open += step }
      if open == 0 { return (tag.range.upperBound, deepest) }
    }
    return nil
  }

  private mutating func take(
    _ text: BorrowedBytes, _ name: Range<Int>, _ range: Range<Int>, value: Range<Int>? = nil,
    depth: Int = 1
  ) {
    guard let (property, isAlias) = XMPProperty.named(text.slice(name).localName) else { return }
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
        property: property, isAlias: isAlias, description: descriptions.count - 1, name: name,
        range: range, value: value))
  }

  private mutating func keep(_ count: Int) -> Bool {
    frameBytes += count
    return frameBytes <= Self.maximumFrameBytes
  }

  /// Leaves out what would cost the toolkit too much time.
  mutating func limitForToolkit() {
    var total = 0
    let count = pieces.count
    pieces.removeAll { piece in
      guard piece.range.count <= Self.maximumForToolkit.one,
        total + piece.range.count <= Self.maximumForToolkit.all
      else { return true }
      total += piece.range.count
      return false
    }
    if pieces.count < count { isCut = true }
  }
}
