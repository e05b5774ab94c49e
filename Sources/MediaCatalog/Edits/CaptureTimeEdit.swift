public import MediaModel

/// What a person changes of capture times.
public enum CaptureTimeEdit: Hashable, Sendable {
  /// Sets wall time, offset and precision; parts finer than the precision must be 0 (or 1 January).
  case set(WallTime, offset: UTCOffset? = nil, precision: TimePrecision = .second)
  /// Moves each item's wall time, whoever said it, by a whole number of nanoseconds.
  case shift(Duration)
  /// Sets how far the clock was ahead of UTC and leaves the wall time; `nil` for unknown.
  case offset(UTCOffset?)
  /// Takes the date that each item's name says; items whose names say none stay as they are.
  case fromName
  /// Forgets the person's date, so that the file's counts again.
  case fromFile
}

/// One item's capture time, as far as a person can change it.
struct TypedTime: Hashable {
  var taken: WallTime
  var offset: UTCOffset?
  var precision: TimePrecision
}

extension CaptureTimeEdit {
  func check() throws(CatalogError) {
    switch self {
    case .set(let time, _, let precision):
      guard WallTime.years.contains(time.fields.year) else { throw Self.outOfRange }
      guard time.isWhole(precision) else {
        throw .invalid("\(time) says more than its precision, \(precision.rawValue)")
      }
    case .shift(let duration):
      guard let nanoseconds = duration.wholeNanoseconds, nanoseconds != 0 else {
        throw .invalid(
          "dates are shifted by whole nanoseconds, by less than 292 years, and by more than none")
      }
    case .offset, .fromName, .fromFile: break
    }
  }

  private static let outOfRange = CatalogError.invalid(
    "dates lie between the years \(WallTime.years.lowerBound) and \(WallTime.years.upperBound)")

  /// The new time of an item that has one now.
  ///
  /// - Parameters:
  ///   - current: What counts now, the person's or the file's.
  ///   - name: The name of its main file.
  ///   - item: For the sentence of an error.
  /// - Returns: `nil` for ``fromFile``, and for a name without a date.
  /// - Throws: ``CatalogError`` `invalid` for a shift out of the range of dates.
  func time(
    after current: TypedTime, name: FilePath, item: Int64
  ) throws(CatalogError) -> TypedTime? {
    switch self {
    case .set(let time, let offset, let precision):
      return TypedTime(taken: time, offset: offset, precision: precision)
    case .shift(let duration):
      let sum = current.taken.nanoseconds.addingReportingOverflow(duration.wholeNanoseconds ?? 0)
      let time = WallTime(nanoseconds: sum.partialValue)
      guard !sum.overflow, WallTime.years.contains(time.fields.year) else {
        throw .invalid(
          "item \(item), \(current.taken), cannot be shifted so far; nothing was changed."
            + " \(Self.outOfRange.reason)")
      }
      var shifted = current
      shifted.taken = time
      // What is now finer than its precision was written by the person.
      if current.taken.isWhole(current.precision), !time.isWhole(current.precision) {
        shifted.precision = TimePrecision.allCases.last(where: time.isWhole) ?? .subsecond
      }
      return shifted
    case .offset(let offset):
      return TypedTime(taken: current.taken, offset: offset, precision: current.precision)
    case .fromName:
      return NameDate.candidate(inName: name).map {
        TypedTime(taken: $0.wallTime, offset: $0.offset, precision: $0.precision)
      }
    case .fromFile: return nil
    }
  }
}

extension WallTime {
  /// Whole years of which every second can be said in nanoseconds.
  static let years = 1678...2261

  /// True when nothing finer than a precision is said.
  func isWhole(_ precision: TimePrecision) -> Bool {
    let parts = fields
    switch precision {
    case .subsecond: return true
    case .second: return parts.nanosecond == 0
    case .minute: return isWhole(.second) && parts.second == 0
    case .day: return isWhole(.minute) && parts.minute == 0 && parts.hour == 0
    case .month: return isWhole(.day) && parts.day == 1
    case .year: return isWhole(.month) && parts.month == 1
    }
  }
}

extension Duration {
  /// Nanoseconds; `nil` when 64 bits cannot say them.
  var wholeNanoseconds: Int64? {
    let (seconds, attoseconds) = components
    let (fraction, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let whole = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let sum = whole.partialValue.addingReportingOverflow(fraction)
    return rest != 0 || whole.overflow || sum.overflow ? nil : sum.partialValue
  }
}
