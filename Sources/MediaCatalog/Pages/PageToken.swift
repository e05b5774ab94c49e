internal import SQLiteDatabase

/// A place in the order of a query, between two rows.
///
/// It names the row by what it is sorted by, not by a count, so it stays good when rows come and go,
/// under another filter too. Its text is opaque; keep it, send it, hand it back.
public struct PageToken: Hashable, Sendable {
  let sort: MediaSort
  let isInAlbum: Bool
  let stretch: Int
  let values: [SQLValue]

  init(_ key: PageKey, sort: MediaSort, isInAlbum: Bool) {
    self.sort = sort
    self.isInAlbum = isInAlbum
    stretch = key.stretch
    values = key.values
  }

  /// Reads the text of a token.
  ///
  /// - Throws: ``CatalogError`` `invalid` for anything but such a text.
  public init(_ text: String) throws(CatalogError) {
    guard let token = Self.decoded(text) else {
      throw CatalogError(
        code: .invalid, reason: "“\(text.prefix(40))” is no page token of this catalog")
    }
    self = token
  }

  private init(sort: MediaSort, isInAlbum: Bool, stretch: Int, values: [SQLValue]) {
    self.sort = sort
    self.isInAlbum = isInAlbum
    self.stretch = stretch
    self.values = values
  }

  private static let version: UInt8 = 1

  private static func decoded(_ text: String) -> PageToken? {
    guard let bytes = [UInt8](hexadecimal: text), bytes.count >= 6 else { return nil }
    let body = Array(bytes.dropLast(4))
    guard Array(bytes.suffix(4)) == checksum(body), body[0] == version,
      let sort = MediaSort.allCases.indices.contains(Int(body[1] >> 1))
        ? MediaSort.allCases[Int(body[1] >> 1)] : nil
    else { return nil }
    let isInAlbum = body[1] & 1 == 1
    var rest = body[2...]
    guard let stretch = rest.popFirst().map({ Int($0) }), let values = values(rest) else {
      return nil
    }
    let stretches = sort.stretches(isReversed: false, inAlbum: isInAlbum)
    guard stretches.indices.contains(stretch), stretches[stretch].terms.count == values.count
    else { return nil }
    return PageToken(sort: sort, isInAlbum: isInAlbum, stretch: stretch, values: values)
  }

  /// Integers are 8 bytes behind a zero, blobs their length in two bytes and themselves.
  private static func values(_ bytes: ArraySlice<UInt8>) -> [SQLValue]? {
    var rest = bytes
    var values: [SQLValue] = []
    while let kind = rest.popFirst() {
      if kind == 0 {
        guard rest.count >= 8 else { return nil }
        let number = rest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        values.append(.integer(Int64(bitPattern: number)))
        rest = rest.dropFirst(8)
      } else {
        guard kind == 1, rest.count >= 2, let high = rest.popFirst(), let low = rest.popFirst(),
          rest.count >= Int(high) << 8 | Int(low)
        else { return nil }
        let count = Int(high) << 8 | Int(low)
        values.append(.blob(Array(rest.prefix(count))))
        rest = rest.dropFirst(count)
      }
    }
    return values
  }

  private var bytes: [UInt8] {
    let place = MediaSort.allCases.firstIndex(of: sort) ?? 0
    var bytes = [Self.version, UInt8(place << 1) | (isInAlbum ? 1 : 0), UInt8(stretch)]
    for value in values {
      if let blob = value.blob {
        bytes += [
          1, UInt8(truncatingIfNeeded: blob.count >> 8), UInt8(truncatingIfNeeded: blob.count),
        ]
        bytes += blob
      } else {
        let number = UInt64(bitPattern: value.int64 ?? 0)
        bytes.append(0)
        for shift in stride(from: 56, through: 0, by: -8) {
          bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
      }
    }
    return bytes + Self.checksum(bytes)
  }

  /// FNV-1a of 32 bits: enough to tell a torn text from a whole one.
  private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
    let hash = bytes.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: hash >> $0) }
  }
}

extension PageToken: CustomStringConvertible {
  /// The opaque text: hexadecimal digits.
  public var description: String { bytes.map(\.hexDigits).joined() }
}

extension [UInt8] {
  /// Reads pairs of hexadecimal digits, `nil` for anything else.
  fileprivate init?(hexadecimal text: String) {
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).map {
      UInt8((digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0))
    }
  }
}
