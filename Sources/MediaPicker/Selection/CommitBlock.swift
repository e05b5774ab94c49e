/// Why a selection cannot be committed as it is.
public enum CommitBlock: Hashable, Sendable, Codable {
  /// Nothing is selected.
  case empty
  /// Fewer than the limit's least.
  case tooFew(count: Int, min: Int)
  /// More than the limit's most: a preset selection, or a limit that was lowered.
  case tooMany(count: Int, max: Int)
  /// Fewer of a kind than its quota wants.
  case tooFewOfType(String, count: Int, min: Int)
  /// More of a kind than its quota allows.
  case tooManyOfType(String, count: Int, max: Int)
  /// Fewer of an album than its quota wants.
  case tooFewOfAlbum(Int64, count: Int, min: Int)
  /// More of an album than its quota allows.
  case tooManyOfAlbum(Int64, count: Int, max: Int)
  /// Images and videos, which exclude each other.
  case mixed
  /// All files together are too large.
  case tooManyBytes(Int64, max: Int64)
  /// All videos together are too long, in seconds.
  case tooLong(Double, max: Double)
  /// A selected item is outside the bounds that hold now.
  case notAllowed(Refusal)

  /// What is wrong and what to do, as a sentence.
  public var message: String {
    switch self {
    case .empty: "Select something first."
    case .tooFew(let count, let min): "\(count) selected; select at least \(min)."
    case .tooMany(let count, let max): "\(count) selected; deselect \(count - max)."
    case .tooFewOfType(let type, let count, let min):
      "\(count) \(type)s selected; select at least \(min)."
    case .tooManyOfType(let type, let count, let max):
      "\(count) \(type)s selected; deselect \(count - max)."
    case .tooFewOfAlbum(let album, let count, let min):
      "\(count) of album \(album) selected; select at least \(min)."
    case .tooManyOfAlbum(let album, let count, let max):
      "\(count) of album \(album) selected; deselect \(count - max)."
    case .mixed: "Images and videos cannot be selected together; deselect one kind."
    case .tooManyBytes(let bytes, let max):
      "The files have \(bytes) bytes together; \(max) are allowed."
    case .tooLong(let seconds, let max):
      "The videos last \(seconds) s together; \(max) are allowed."
    case .notAllowed(let refusal): "Item \(refusal.item): \(refusal.reason.message)"
    }
  }
}
