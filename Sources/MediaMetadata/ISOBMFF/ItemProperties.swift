internal import MediaModel

/// The properties of a HEIF file and which item has which, in order.
///
/// - Note: Source: ISO/IEC 23008-12:2022 §6.5, §9.3.
struct ItemProperties {
  private var boxes: [Box] = []
  private var associations: [Box] = []

  /// Properties that are kept; items share them, so real files have few.
  private static let maximumProperties = 4_096

  /// Reads the `iprp` box.
  mutating func read(_ iprp: Box, in file: BoxFile) throws(ByteError) {
    var children = file.children(of: iprp)
    while let child = try children.next() {
      switch child.type {
      case "ipco":
        var properties = file.children(of: child)
        while boxes.count < Self.maximumProperties, let box = try properties.next() {
          boxes.append(box)
        }
      case "ipma": associations.append(child)
      default: break
      }
    }
  }

  /// The properties of an item, in the order they are applied.
  func boxes(of id: UInt32, in file: BoxFile) throws(ByteError) -> [Box] {
    var found: [Box] = []
    for box in associations where found.isEmpty {
      try file.read(box, upTo: 4 << 20) { reader throws(ByteError) in
        let word = try reader.read(UInt32.self)
        let count = try reader.read(UInt32.self)
        for _ in 0..<count {
          let itemID = try ItemCollection.readID(&reader, isLong: word >> 24 != 0)
          let properties = Int(try reader.read(UInt8.self))
          let isWide = word & 1 != 0
          if itemID != id {
            try reader.skip(properties * (isWide ? 2 : 1))
            continue
          }
          for _ in 0..<properties {
            // The highest bit marks what a reader must understand; numbers start at 1.
            let number =
              try isWide
              ? Int(reader.read(UInt16.self) & 0x7FFF) : Int(reader.read(UInt8.self) & 0x7F)
            if number >= 1, number <= boxes.count { found.append(boxes[number - 1]) }
          }
          return
        }
      }
    }
    return found
  }

  /// The largest size that any item has: a fallback when the main picture names none.
  func largestSize(in file: BoxFile) throws(ByteError) -> PixelSize? {
    var largest: PixelSize?
    for box in boxes where box.type == "ispe" {
      guard let size = try Self.size(box, in: file) else { continue }
      if size.width * size.height > largest.map({ $0.width * $0.height }) ?? 0 { largest = size }
    }
    return largest
  }

  /// Reads an `ispe` box; `nil` when a side is zero or beyond 2^31.
  static func size(_ box: Box, in file: BoxFile) throws(ByteError) -> PixelSize? {
    var size: PixelSize?
    try file.read(box, upTo: 12) { reader throws(ByteError) in
      try reader.skip(4)
      let width = try reader.read(UInt32.self)
      let height = try reader.read(UInt32.self)
      if (1...0x7FFF_FFFF).contains(width), (1...0x7FFF_FFFF).contains(height) {
        size = PixelSize(width: Int(width), height: Int(height))
      } else {
        file.warn(box.type, "impossible size \(width)×\(height)")
      }
    }
    return size
  }
}
