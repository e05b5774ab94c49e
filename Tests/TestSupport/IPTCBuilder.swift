/// Makes IPTC records and the Photoshop resources that hold them.
package struct IPTCBuilder {
  /// The data sets so far.
  package private(set) var record: [UInt8] = []

  package init() {}

  /// Adds a data set of the application record.
  package mutating func add(_ number: UInt8, _ content: [UInt8], record kind: UInt8 = 2) {
    record += [0x1C, kind, number] + bytes(UInt16(content.count)) + content
  }

  /// Adds a data set of text.
  package mutating func add(_ number: UInt8, _ text: String) { add(number, Array(text.utf8)) }

  /// Adds a data set whose length stands in four bytes of its own.
  package mutating func addExtended(_ number: UInt8, _ text: String) {
    record += [0x1C, 2, number, 0x80, 4] + bytes(UInt32(text.utf8.count)) + Array(text.utf8)
  }

  /// A Photoshop resource.
  package static func resource(_ id: UInt16, name: String = "", _ content: [UInt8]) -> [UInt8] {
    var field = [UInt8(name.utf8.count)] + Array(name.utf8)
    if field.count % 2 == 1 { field.append(0) }
    return ascii("8BIM") + bytes(id) + field + bytes(UInt32(content.count)) + content
      + (content.count % 2 == 1 ? [0] : [])
  }
}
