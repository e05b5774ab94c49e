extension XMPPacket {
  /// The toolkit wants this element around the RDF; some packets lack it or spell it wrong.
  private static let wrapperStart: StaticString = "<x:xmpmeta xmlns:x='adobe:ns:meta/'>"
  private static let wrapperEnd: StaticString = "</x:xmpmeta>"

  /// A packet of the cut properties, or of one of them alone.
  ///
  /// - Parameters:
  ///   - piece: The index of the one in ``pieces``; `nil` for all.
  ///   - text: The bytes that this value was made from.
  /// - Returns: XML without a declaration.
  func text(of piece: Int? = nil, in text: BorrowedBytes) -> [UInt8] {
    let chosen = piece.map { pieces[$0...$0] } ?? pieces[...]
    var output: [UInt8] = []
    output.reserveCapacity(1_024 + chosen.reduce(0) { $0 + $1.range.count + 64 })
    for frame in frames.dropLast() { text.append(frame.range, to: &output) }
    Self.wrapperStart.withUTF8Buffer { output.append(contentsOf: $0) }
    if let root = frames.last { text.append(root.range, to: &output) }
    for (index, description) in descriptions.enumerated() {
      let own = chosen.filter { $0.description == index }
      if !own.isEmpty { write(description, own, text, to: &output) }
    }
    if let root = frames.last { Self.writeEnd(root.name, text, to: &output) }
    Self.wrapperEnd.withUTF8Buffer { output.append(contentsOf: $0) }
    for frame in frames.dropLast().reversed() { Self.writeEnd(frame.name, text, to: &output) }
    return output
  }

  /// Writes a description without `rdf:about`: packets of several subjects are refused.
  private func write(
    _ description: Description, _ pieces: [Piece], _ text: BorrowedBytes, to output: inout [UInt8]
  ) {
    output.append(UInt8(ascii: "<"))
    text.append(description.name, to: &output)
    let attributes = pieces.filter { $0.value != nil }
    for range in description.namespaces.map(\.range) + attributes.map(\.range) {
      output.append(UInt8(ascii: " "))
      text.append(range, to: &output)
    }
    output.append(UInt8(ascii: ">"))
    for piece in pieces where piece.value == nil { text.append(piece.range, to: &output) }
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
