/// The values of a packet in which every wanted property has one of three plain forms.
///
/// These are an attribute, an element with text, and an array of such elements. Nearly all packets
/// are so, and reading them here costs a fifth of what the toolkit costs. Everything else that RDF
/// allows (structures, qualifiers, references, other names) is left to the toolkit.
///
/// - Note: Source: XMP Specification Part 1, §7.4…§7.9.2.2.
struct XMPPlainValues: XMPPropertySource {
  private var values: [(property: XMPProperty, items: [Item])] = []

  private struct Item {
    var text: String?
    var isDefault = false
  }

  /// Reads the properties of `packet`; `nil` when one of them is not plain.
  ///
  /// - Parameters:
  ///   - packet: What was cut.
  ///   - text: The bytes it was made from.
  init?(_ packet: XMPPacket, in text: BorrowedBytes) {
    guard let root = packet.frames.last, packet.frames.allSatisfy({ $0.isPlain(in: text) }) else {
      return nil
    }
    values.reserveCapacity(packet.pieces.count)
    for piece in packet.pieces {
      guard !piece.isAlias, let uri = Self.namespace(of: piece, packet, text),
        let items = Self.items(of: piece, text, rdf: text.slice(root.name).prefix)
      else { return nil }
      guard uri.equals(piece.property.definition.schema.uri) else { continue }
      // The same property under two prefixes: what counts then is the toolkit's business.
      if found(piece.property) != nil { return nil }
      values.append((piece.property, items))
    }
  }

  func text(_ property: XMPProperty) -> String? { found(property)?.first?.text }

  func localizedText(_ property: XMPProperty) -> String? {
    let items = found(property)
    return (items?.first(where: \.isDefault) ?? items?.first)?.text
  }

  func list(_ property: XMPProperty) -> [String] {
    found(property)?.compactMap(\.text) ?? []
  }

  private func found(_ property: XMPProperty) -> [Item]? {
    values.first { $0.property == property }?.items
  }

  /// The namespace that a property's prefix stands for; the innermost declaration counts.
  private static func namespace(
    of piece: XMPPacket.Piece, _ packet: XMPPacket, _ text: BorrowedBytes
  ) -> BorrowedBytes? {
    let prefix = text.slice(piece.name).prefix
    func declares(_ attribute: XMLAttributes.Attribute) -> Bool {
      let name = text.slice(attribute.name)
      return name.starts(with: "xmlns:") && name.localName.equals(prefix)
    }
    guard prefix.count > 0 else { return nil }
    if let own = packet.descriptions[piece.description].namespaces.first(where: declares) {
      return text.slice(own.value)
    }
    for frame in packet.frames.reversed() {
      if let outer = XMLAttributes(of: frame, in: text).first(where: declares) {
        return text.slice(outer.value)
      }
    }
    return nil
  }

  // MARK: Forms

  /// The items of a property, one for a simple value; `nil` when the form is not plain.
  private static func items(
    of piece: XMPPacket.Piece, _ text: BorrowedBytes, rdf: BorrowedBytes
  ) -> [Item]? {
    if let value = piece.value {
      return XMLText.decode(text.slice(value)).map { [Item(text: $0.text)] }
    }
    let element = text.slice(piece.range)
    var scanner = XMLTagScanner(element)
    guard let start = scanner.next(), !start.hasAttributes(in: element) else { return nil }
    if start.kind == .empty { return [] }
    guard let next = scanner.next() else { return nil }
    if next.kind == .end {
      let content = element.slice(start.range.upperBound..<next.range.lowerBound)
      return XMLText.decode(content).map { [Item(text: $0.text)] }
    }
    guard isArray(element.slice(next.name), rdf), !next.hasAttributes(in: element),
      element.slice(start.range.upperBound..<next.range.lowerBound).isBlank
    else { return nil }
    if next.kind == .empty { return [] }
    return arrayItems(&scanner, element, from: next.range.upperBound, rdf: rdf)
  }

  private static func isArray(_ name: BorrowedBytes, _ rdf: BorrowedBytes) -> Bool {
    name.prefix.equals(rdf)
      && (name.hasLocalName("Alt") || name.hasLocalName("Bag") || name.hasLocalName("Seq"))
  }

  /// Reads the items of an array that was entered.
  private static func arrayItems(
    _ scanner: inout XMLTagScanner, _ element: BorrowedBytes, from start: Int, rdf: BorrowedBytes
  ) -> [Item]? {
    var items: [Item] = []
    var position = start
    while let tag = scanner.next() {
      guard element.slice(position..<tag.range.lowerBound).isBlank else { return nil }
      if tag.kind == .end { return items }
      let name = element.slice(tag.name)
      guard tag.kind == .start, name.prefix.equals(rdf), name.hasLocalName("li"),
        let isDefault = isDefaultLanguage(tag, element), let end = scanner.next(), end.kind == .end,
        let text = XMLText.decode(element.slice(tag.range.upperBound..<end.range.lowerBound))
      else { return nil }
      items.append(Item(text: text.text, isDefault: isDefault))
      position = end.range.upperBound
    }
    return nil
  }

  /// Whether an item is in the default language; `nil` when it has another attribute than that.
  private static func isDefaultLanguage(
    _ tag: XMLTagScanner.Tag, _ element: BorrowedBytes
  ) -> Bool? {
    var isDefault = false
    for attribute in XMLAttributes(of: tag, in: element) {
      guard element.slice(attribute.name).equals("xml:lang") else { return nil }
      isDefault = element.slice(attribute.value).equals("x-default")
    }
    return isDefault
  }
}

extension XMLTagScanner.Tag {
  /// True when something stands between the name and the end of the tag.
  fileprivate func hasAttributes(in text: BorrowedBytes) -> Bool {
    let closing = kind == .empty ? 2 : 1
    return !text.slice(name.upperBound..<max(name.upperBound, range.upperBound - closing)).isBlank
  }

  /// True when the element's own name has a prefix, so no default namespace is in play.
  fileprivate func isPlain(in text: BorrowedBytes) -> Bool { text.slice(name).prefix.count > 0 }
}
