internal import MediaModel

/// Changes to the bytes of one file, noted in any order.
struct DeliveryEdits {
  private struct Edit {
    var range: Range<Int64>
    var new: DeliveryPlan.Piece?
    /// Bytes that stand in the range's place.
    var newCount: Int64 { new?.byteCount ?? 0 }
  }

  private var edits: [Edit] = []

  /// More changes than this are an attack on our memory.
  static let maximumCount = 400_000

  /// True when nothing changes.
  var isEmpty: Bool { edits.isEmpty }

  /// Puts bytes in the place of a range; an empty range is a place to insert at.
  mutating func replace(_ range: Range<Int64>, with bytes: [UInt8]) {
    edits.append(Edit(range: range, new: bytes.isEmpty ? nil : .bytes(bytes)))
  }

  /// Puts bytes over those at an offset.
  mutating func overwrite(at offset: Int64, with bytes: [UInt8]) {
    replace(offset..<offset + Int64(bytes.count), with: bytes)
  }

  /// Takes a range out.
  mutating func remove(_ range: Range<Int64>) {
    if !range.isEmpty { edits.append(Edit(range: range, new: nil)) }
  }

  /// Fills a range with zeros.
  mutating func zero(_ range: Range<Int64>) {
    if !range.isEmpty { edits.append(Edit(range: range, new: .zeros(range.byteCount))) }
  }

  /// Inserts zeros.
  mutating func pad(at offset: Int64, count: Int64) {
    if count > 0 { edits.append(Edit(range: offset..<offset, new: .zeros(count))) }
  }

  /// Adds the changes of a part of the file that begins at `offset`.
  mutating func add(_ other: DeliveryEdits, at offset: Int64) {
    for edit in other.edits {
      let range = edit.range.lowerBound + offset..<edit.range.upperBound + offset
      edits.append(Edit(range: range, new: edit.new))
    }
  }

  /// How many bytes longer everything before `offset` becomes.
  func growth(before offset: Int64 = .max) -> Int64 {
    edits.reduce(0) {
      $1.range.upperBound <= offset ? $0 + $1.newCount - $1.range.byteCount : $0
    }
  }

  /// The copy as pieces.
  ///
  /// Where changes overlap, which only damaged files do, the one that begins earlier wins and the
  /// other keeps its rest: no byte of any changed range is left as it was.
  ///
  /// - Parameter count: Bytes of the file.
  /// - Returns: Pieces that cover the copy.
  /// - Throws: ``MediaModel/DeliveryFailure`` `tooLarge` above ``maximumCount`` changes.
  func pieces(count: Int64) throws(DeliveryFailure) -> [DeliveryPlan.Piece] {
    guard edits.count <= Self.maximumCount else {
      throw DeliveryFailure(
        code: .tooLarge, reason: "its metadata lies in more pieces than a copy is worth")
    }
    // The standard library's sort is stable, so edits of one place stay in order; insertions come
    // before what stands there.
    let sorted = edits.sorted {
      ($0.range.lowerBound, $0.range.isEmpty ? 0 : 1)
        < ($1.range.lowerBound, $1.range.isEmpty ? 0 : 1)
    }
    var pieces: [DeliveryPlan.Piece] = []
    var cursor: Int64 = 0
    for edit in sorted {
      let start = min(edit.range.lowerBound, count)
      if start > cursor { pieces.append(.original(cursor..<start)) }
      let hidden = edit.range.isEmpty ? 0 : max(0, cursor - start)
      if let new = edit.new?.dropping(hidden) { pieces.append(new) }
      cursor = max(cursor, min(edit.range.upperBound, count))
    }
    if cursor < count { pieces.append(.original(cursor..<count)) }
    return pieces
  }

  /// The changed bytes of a block in memory.
  func applied(to block: [UInt8]) throws(DeliveryFailure) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(block.count)
    for piece in try pieces(count: Int64(block.count)) {
      switch piece {
      case .original(let range): result += block[Int(range.lowerBound)..<Int(range.upperBound)]
      case .bytes(let bytes): result += bytes
      case .zeros(let count): result += [UInt8](repeating: 0, count: Int(count))
      }
    }
    return result
  }
}

extension DeliveryPlan.Piece {
  /// The piece without its first bytes; `nil` when nothing is left.
  fileprivate func dropping(_ count: Int64) -> DeliveryPlan.Piece? {
    guard count < byteCount else { return nil }
    switch self {
    case .original(let range): return .original(range.lowerBound + count..<range.upperBound)
    case .bytes(let bytes): return count == 0 ? self : .bytes(Array(bytes.dropFirst(Int(count))))
    case .zeros(let all): return .zeros(all - count)
    }
  }
}

extension Range<Int64> {
  /// Bytes in the range.
  var byteCount: Int64 { upperBound - lowerBound }
}
