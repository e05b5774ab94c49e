/// Builds EBML elements byte by byte, independently of the code that reads them.
package enum EBMLBuilder {
  /// An element with its size in eight bytes.
  package static func element(_ id: UInt32, _ parts: [UInt8]...) -> [UInt8] {
    let content = parts.flatMap { $0 }
    return identifier(id) + [0x01] + BoxBuilder.u64(UInt64(content.count)).dropFirst() + content
  }

  /// An element whose size a live writer did not know.
  package static func unsized(_ id: UInt32, _ parts: [UInt8]...) -> [UInt8] {
    identifier(id) + [0x01] + [UInt8](repeating: 0xFF, count: 7) + parts.flatMap { $0 }
  }

  /// An unsigned number.
  package static func unsigned(_ id: UInt32, _ value: UInt64) -> [UInt8] {
    element(id, BoxBuilder.u64(value))
  }

  /// A floating-point number of eight bytes.
  package static func float(_ id: UInt32, _ value: Double) -> [UInt8] {
    element(id, BoxBuilder.u64(value.bitPattern))
  }

  /// Text.
  package static func text(_ id: UInt32, _ text: String) -> [UInt8] {
    element(id, BoxBuilder.utf8(text))
  }

  private static func identifier(_ id: UInt32) -> [UInt8] {
    Array(BoxBuilder.u32(id).drop { $0 == 0 })
  }
}
