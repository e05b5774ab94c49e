/// How many items may be selected.
///
/// The reference pickers disagree on 0 (behaviours Q2): in exyte/MediaPicker it lets nothing be
/// selected, in PhotosUI it means no limit. Here a limit says what it means; the initialisers from a
/// number say whose convention they follow.
public enum SelectionLimit: Hashable, Sendable {
  /// Any number.
  case unlimited
  /// At most so many, 1 or more.
  case max(Int)
  /// At least and at most so many; a commit waits for the least.
  case range(ClosedRange<Int>)

  /// The convention of PhotosUI and of the command line: 0 is no limit.
  ///
  /// - Throws: ``PickerError`` `invalid` for a negative number.
  public init(photosPicker count: Int) throws(PickerError) {
    guard count >= 0 else { throw Self.negative(count) }
    self = count == 0 ? .unlimited : .max(count)
  }

  /// The convention of exyte/MediaPicker: `nil` is no limit, 0 lets nothing be selected.
  ///
  /// - Throws: ``PickerError`` `invalid` for a negative number, of which the reference says nothing.
  public init(exyte count: Int?) throws(PickerError) {
    guard let count else {
      self = .unlimited
      return
    }
    guard count >= 0 else { throw Self.negative(count) }
    self = count == 0 ? .range(0...0) : .max(count)
  }

  /// Reads `none`, a number (0 is no limit) or `MIN-MAX`.
  ///
  /// - Throws: ``PickerError`` `invalid` that says what is taken.
  public init(parsing text: String) throws(PickerError) {
    if text == "none" {
      self = .unlimited
      return
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    if parts.count == 1, let count = parts[0] {
      try self.init(photosPicker: count)
    } else if parts.count == 2, let low = parts[0], let high = parts[1], low >= 0, low <= high,
      high > 0
    {
      self = .range(low...high)
    } else {
      throw PickerError(
        code: .invalid, reason: "a limit is none, a number such as 3, or a range such as 2-5")
    }
  }

  /// The least number that can be committed.
  public var minimum: Int { if case .range(let range) = self { range.lowerBound } else { 0 } }

  /// The greatest number, `nil` for any.
  public var maximum: Int? {
    switch self {
    case .unlimited: nil
    case .max(let count): count
    case .range(let range): range.upperBound == .max ? nil : range.upperBound
    }
  }

  /// True when exactly one item is wanted, so that a pick can be the end.
  public var isSingle: Bool { maximum == 1 }

  /// Checks what the type cannot say.
  ///
  /// - Throws: ``PickerError`` `invalid` for a `max` below 1 and a range below 0.
  public func validate() throws(PickerError) {
    switch self {
    case .unlimited: return
    case .max(let count) where count < 1:
      throw PickerError(code: .invalid, reason: "a selection limit is 1 or more, not \(count)")
    case .range(let range) where range.lowerBound < 0: throw Self.negative(range.lowerBound)
    case .max, .range: return
    }
  }

  private static func negative(_ count: Int) -> PickerError {
    PickerError(code: .invalid, reason: "a selection limit cannot be negative: \(count)")
  }
}

extension SelectionLimit: Codable {
  private enum Key: String, CodingKey { case min, max }

  /// Reads `{"min": 1, "max": 3}`, where a missing `max` is no limit, or a number, 0 being no limit.
  public init(from decoder: any Decoder) throws {
    if let count = try? decoder.singleValueContainer().decode(Int.self) {
      try self.init(photosPicker: count)
      return
    }
    let container = try decoder.container(keyedBy: Key.self)
    let low = try container.decodeIfPresent(Int.self, forKey: .min)
    let high = try container.decodeIfPresent(Int.self, forKey: .max)
    switch (low, high) {
    case (nil, nil): self = .unlimited
    case (nil, let high?): self = .max(high)
    case (let low?, let high) where low <= high ?? .max: self = .range(low...(high ?? .max))
    default: throw PickerError(code: .invalid, reason: "a limit's min is above its max")
    }
    try validate()
  }

  /// Writes `{"min": …, "max": …}` without what does not limit.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    if case .range(let range) = self { try container.encode(range.lowerBound, forKey: .min) }
    try container.encodeIfPresent(maximum, forKey: .max)
  }
}
