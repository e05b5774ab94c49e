public import MediaModel
internal import SQLiteDatabase

/// What the catalog knows of a picture's look without opening it.
public struct KnownLook: Hashable, Sendable {
  /// The colour that covers most of it, `0xRRGGBB` in sRGB.
  public var dominantColor: UInt32
  /// Finds look-alikes.
  public var hash: PerceptualHash

  /// Takes both.
  public init(dominantColor: UInt32, hash: PerceptualHash) {
    self.dominantColor = dominantColor
    self.hash = hash
  }

  /// Red, green and blue of the dominant colour, 0…255 each.
  public var rgb: (red: UInt8, green: UInt8, blue: UInt8) {
    (
      UInt8(truncatingIfNeeded: dominantColor >> 16), UInt8(truncatingIfNeeded: dominantColor >> 8),
      UInt8(truncatingIfNeeded: dominantColor)
    )
  }
}

extension Catalog {
  /// What is known of the looks of items; a look is learned when a thumbnail is made.
  ///
  /// - Parameter ids: Ids of items.
  /// - Returns: The looks of their present bytes; items that nobody has looked at are absent.
  /// - Throws: What the catalog's file throws; `CancellationError`.
  public func looks(of ids: [Int64]) async throws -> [Int64: KnownLook] {
    let list = "[\(ids.map(String.init).joined(separator: ","))]"
    return try await database.readBriefly { connection in
      var looks: [Int64: KnownLook] = [:]
      try connection.forEach(
        """
        SELECT w.media, w.color, w.hash, w.detail FROM json_each(\(list)) AS j
          CROSS JOIN media AS m ON m.id = j.value
          CROSS JOIN look AS w ON w.media = m.id AND w.revision = m.revision
          WHERE w.version = \(PictureLook.version)
        """
      ) { row in
        looks[row.int64(0)] = KnownLook(
          dominantColor: UInt32(truncatingIfNeeded: row.int64(1)),
          hash: PerceptualHash(
            bits: UInt64(bitPattern: row.int64(2)),
            detail: UInt8(truncatingIfNeeded: row.int64(3))))
      }
      return looks
    }
  }
}
