extension TIFFStructure {
  /// Runs `body` on a field's value; `nil` when the value lies outside the structure.
  func withValue<R>(of field: TIFFField, _ body: (EXIFValue) -> R) -> R? {
    guard let bytes = try? bytes(of: field) else { return nil }
    return bytes.withRemaining {
      body(
        EXIFValue(
          type: field.type, count: Int(clamping: field.count), bytes: $0,
          isBigEndian: isBigEndian))
    }
  }

  /// The whole numbers of a field; none when there are more than `limit` or they cannot be read.
  func numbers(_ field: TIFFField, upTo limit: Int = 64) -> [Int] {
    guard field.count <= UInt64(limit) else { return [] }
    return withValue(of: field) { value in
      (0..<value.count).compactMap { value.integer(at: $0) }
    } ?? []
  }

  /// The first whole number of a field of few.
  func number(_ field: TIFFField) -> Int? { numbers(field).first }

  /// A field's bytes when there are at most `limit`; what lies outside the file is no value.
  func block(_ field: TIFFField, upTo limit: Int) -> ByteReader? {
    guard let count = field.byteCount, count <= limit else { return nil }
    return try? bytes(of: field)
  }
}
