/// Unpacks zlib data, for the compressed texts of PNG.
///
/// - Note: Source: RFC 1950 and RFC 1951. The checksum is not verified: a damaged text shows.
struct Inflate {
  /// More than any text; what unpacks to more is an attack.
  static let maximumCount = 8 << 20

  private let limit: Int
  private var input: ByteReader
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var output: [UInt8] = []

  /// The unpacked bytes, `nil` when the data is damaged or unpacks to more than `limit`.
  static func zlib(_ data: ByteReader, limit: Int = maximumCount) -> [UInt8]? {
    let (bytes, isComplete) = unpack(data, limit)
    return isComplete ? bytes : nil
  }

  /// The first of the unpacked bytes, at least `count` where there are as many.
  static func zlibHead(_ data: ByteReader, count: Int) -> [UInt8] { unpack(data, count).bytes }

  private static func unpack(_ data: ByteReader, _ limit: Int) -> (bytes: [UInt8], isComplete: Bool)
  {
    guard let header = try? data.peek(UInt16.self, at: 0), header & 0x0F00 == 0x0800,
      header % 31 == 0, header & 0x20 == 0, let body = try? data.slice(2..<data.count)
    else { return ([], false) }
    var inflate = Inflate(body, limit: limit)
    do { try inflate.run() } catch { return (inflate.output, false) }
    return (inflate.output, true)
  }

  private init(_ input: ByteReader, limit: Int) {
    self.input = input
    self.limit = limit
  }

  private mutating func run() throws(ByteError) {
    var isLast = false
    while !isLast {
      isLast = try take(1) == 1
      switch try take(2) {
      case 0: try copyStored()
      case 1: try unpack(.fixedLiterals, .fixedDistances)
      case 2:
        let (literals, distances) = try readTables()
        try unpack(literals, distances)
      default: throw .outOfBounds
      }
    }
  }

  private mutating func take(_ count: Int) throws(ByteError) -> Int {
    while bitCount < count {
      bits |= UInt32(try input.read(UInt8.self)) << UInt32(bitCount)
      bitCount += 8
    }
    let value = bits & (1 << UInt32(count) - 1)
    bits >>= UInt32(count)
    bitCount -= count
    return Int(value)
  }

  private mutating func copyStored() throws(ByteError) {
    (bits, bitCount) = (0, 0)
    let low = Int(try input.read(UInt8.self))
    let count = low | Int(try input.read(UInt8.self)) << 8
    try input.skip(2)
    guard output.count + count <= limit else { throw .budgetExhausted }
    output.append(contentsOf: try input.bytes(count))
  }

  private mutating func unpack(_ literals: HuffmanCode, _ distances: HuffmanCode) throws(ByteError)
  {
    while true {
      let symbol = try next(literals)
      guard output.count < limit else { throw .budgetExhausted }
      if symbol < 256 {
        output.append(UInt8(symbol))
      } else if symbol == 256 {
        return
      } else {
        try copy(count: try length(symbol - 257), distance: try distance(try next(distances)))
      }
    }
  }

  private mutating func copy(count: Int, distance: Int) throws(ByteError) {
    guard distance <= output.count else { throw .outOfBounds }
    for _ in 0..<count { output.append(output[output.count - distance]) }
  }

  private mutating func length(_ index: Int) throws(ByteError) -> Int {
    if index < 8 { return index + 3 }
    if index == 28 { return 258 }
    guard index < 28 else { throw .outOfBounds }
    let extra = index / 4 - 1
    return (4 + index % 4) << extra + 3 + (try take(extra))
  }

  private mutating func distance(_ index: Int) throws(ByteError) -> Int {
    if index < 4 { return index + 1 }
    guard index < 30 else { throw .outOfBounds }
    let extra = index / 2 - 1
    return (2 + index % 2) << extra + 1 + (try take(extra))
  }

  private mutating func next(_ code: HuffmanCode) throws(ByteError) -> Int {
    var value = 0
    var first = 0
    var index = 0
    for length in 1...15 {
      value |= try take(1)
      let count = code.counts[length]
      if value - count < first { return code.symbols[index + value - first] }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    throw .outOfBounds
  }

  /// The order in which the lengths of the code-length code are written.
  private static let order = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  private mutating func readTables() throws(ByteError) -> (HuffmanCode, HuffmanCode) {
    let literalCount = try take(5) + 257
    let distanceCount = try take(5) + 1
    var codeLengths = [Int](repeating: 0, count: 19)
    for index in 0..<(try take(4) + 4) { codeLengths[Self.order[index]] = try take(3) }
    let code = try HuffmanCode(lengths: codeLengths[...])
    var lengths: [Int] = []
    while lengths.count < literalCount + distanceCount {
      let symbol = try next(code)
      switch symbol {
      case 16:
        guard let last = lengths.last else { throw .outOfBounds }
        lengths += repeatElement(last, count: try take(2) + 3)
      case 17: lengths += repeatElement(0, count: try take(3) + 3)
      case 18: lengths += repeatElement(0, count: try take(7) + 11)
      default: lengths.append(symbol)
      }
    }
    return (
      try HuffmanCode(lengths: lengths[..<literalCount]),
      try HuffmanCode(lengths: lengths[literalCount..<literalCount + distanceCount])
    )
  }
}

/// A canonical Huffman code: how many symbols have each length, and the symbols in order.
private struct HuffmanCode {
  var counts = [Int](repeating: 0, count: 16)
  var symbols: [Int]

  /// Builds the code; refuses one with more codes of a length than there can be.
  init(lengths: ArraySlice<Int>) throws(ByteError) {
    let start = lengths.startIndex
    for length in lengths { counts[length] += 1 }
    counts[0] = 0
    var left = 1
    for length in 1...15 {
      left = left << 1 - counts[length]
      guard left >= 0 else { throw .outOfBounds }
    }
    symbols = lengths.indices.filter { lengths[$0] > 0 }
      .sorted { (lengths[$0], $0) < (lengths[$1], $1) }.map { $0 - start }
  }

  private init(fixed lengths: [Int]) {
    for length in lengths { counts[length] += 1 }
    symbols = lengths.indices.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
  }

  static let fixedLiterals = HuffmanCode(
    fixed: [Int](repeating: 8, count: 144) + [Int](repeating: 9, count: 112)
      + [Int](repeating: 7, count: 24) + [Int](repeating: 8, count: 8))
  static let fixedDistances = HuffmanCode(fixed: [Int](repeating: 5, count: 30))
}
