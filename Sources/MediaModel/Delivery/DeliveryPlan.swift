/// A copy of a file as pieces of the original and new bytes between them.
///
/// A plan is small however large the file is: 4 GiB of video are one piece.
public struct DeliveryPlan: Hashable, Sendable {
  /// One piece of the copy.
  public enum Piece: Hashable, Sendable {
    /// Bytes of the original.
    case original(Range<Int64>)
    /// New bytes.
    case bytes([UInt8])
    /// That many zeros.
    case zeros(Int64)

    /// Bytes of the copy that it makes.
    public var byteCount: Int64 {
      switch self {
      case .original(let range): range.upperBound - range.lowerBound
      case .bytes(let bytes): Int64(bytes.count)
      case .zeros(let count): count
      }
    }
  }

  /// The pieces in order; none is empty.
  public private(set) var pieces: [Piece] = []
  /// The state of the file that the plan was made for; of no other is it a plan.
  public var stamp: FileStamp

  /// Makes a plan for a file in this state; neighbours of one kind become one piece.
  public init(_ pieces: some Sequence<Piece>, of stamp: FileStamp) {
    self.stamp = stamp
    for piece in pieces { append(piece) }
  }

  /// Makes the plan of a copy that differs in nothing.
  public init(whole stamp: FileStamp) { self.init([.original(0..<stamp.size)], of: stamp) }

  /// Bytes of the copy.
  public var byteCount: Int64 { pieces.reduce(0) { $0 + $1.byteCount } }

  /// True when the pieces of the original lie in the file, in order and apart, and no more zeros
  /// come than the file has bytes.
  ///
  /// A plan comes from a worker that hostile bytes may have taken over, so whoever copies asks.
  public var isSound: Bool {
    var cursor: Int64 = 0
    var zeros: Int64 = 0
    for piece in pieces {
      switch piece {
      case .original(let range):
        guard range.lowerBound >= cursor, range.upperBound <= stamp.size else { return false }
        cursor = range.upperBound
      case .bytes: break
      case .zeros(let count):
        guard count <= stamp.size - zeros else { return false }
        zeros += count
      }
    }
    return stamp.size >= 0
  }

  private mutating func append(_ piece: Piece) {
    guard piece.byteCount > 0 else { return }
    switch (pieces.last, piece) {
    case (.original(let last), .original(let next)) where last.upperBound == next.lowerBound:
      pieces[pieces.count - 1] = .original(last.lowerBound..<next.upperBound)
    case (.bytes(let last), .bytes(let next)):
      pieces[pieces.count - 1] = .bytes(last + next)
    case (.zeros(let last), .zeros(let next)) where next <= .max - last:
      pieces[pieces.count - 1] = .zeros(last + next)
    default: pieces.append(piece)
    }
  }
}
