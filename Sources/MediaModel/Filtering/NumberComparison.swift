/// A comparison with one or two numbers.
public enum NumberComparison: Hashable, Sendable {
  /// `iso:800`; of measured values all within 1 %.
  case equal(Double)
  /// `>`.
  case above(Double)
  /// `>=`.
  case atLeast(Double)
  /// `<`.
  case below(Double)
  /// `<=`.
  case atMost(Double)
  /// `24..70`, both ends included.
  case within(Double, Double)

  /// The smallest and largest number that fit; the lower is above the upper when none does.
  package func bounds(tolerance: Double) -> (lower: Double, upper: Double) {
    switch self {
    case .equal(let value):
      let margin = value.magnitude * tolerance
      return (value - margin, value + margin)
    // The neighbouring number makes every comparison one of closed bounds.
    case .above(let value): return (value.nextUp, .infinity)
    case .atLeast(let value): return (value, .infinity)
    case .below(let value): return (-.infinity, value.nextDown)
    case .atMost(let value): return (-.infinity, value)
    case .within(let lower, let upper): return (lower, upper)
    }
  }
}

/// A field of numbers that queries compare, by its name there.
public enum NumberField: String, Hashable, Sendable, CaseIterable {
  /// ISO speed.
  case iso
  /// f-number.
  case fNumber = "f"
  /// Focal length in millimetres.
  case focalLength = "focal"
  /// Exposure time in seconds.
  case exposureTime = "exposure"
  /// −1…5, the person's before the file's.
  case rating
  /// Bytes.
  case size
  /// Seconds.
  case duration
  /// Stored pixels in a row.
  case width
  /// Stored rows of pixels.
  case height
  /// Frames a second.
  case frameRate = "fps"

  /// How many stored units one unit of the query is, for fields stored as whole numbers.
  package var wholeUnits: Double? {
    switch self {
    case .iso, .rating, .size, .width, .height: 1
    case .duration: 1e9
    case .fNumber, .focalLength, .exposureTime, .frameRate: nil
    }
  }

  /// How far a plain number may be off: 1 % where cameras and encoders measure.
  package var tolerance: Double {
    switch self {
    case .iso, .rating, .size, .width, .height: 0
    case .fNumber, .focalLength, .exposureTime, .frameRate, .duration: 0.01
    }
  }

  /// The stored whole numbers that fit a comparison; `nil` when none does.
  package func wholeRange(_ comparison: NumberComparison) -> ClosedRange<Int64>? {
    let (lower, upper) = comparison.bounds(tolerance: tolerance)
    let units = wholeUnits ?? 1
    let first = (lower * units).rounded(.up)
    let last = (upper * units).rounded(.down)
    guard first <= last, first < 0x1p63, last >= -0x1p63 else { return nil }
    return Int64(max(first, -0x1p63))...(last < 0x1p63 ? Int64(last) : .max)
  }
}
