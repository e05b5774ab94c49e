/// A time as a clock on the wall showed it, without a zone.
///
/// Proleptic Gregorian, no leap seconds. 1677-09-21 to 2262-04-11, the range of 64-bit nanoseconds.
public struct WallTime: Hashable, Sendable {
  /// Nanoseconds since 1970-01-01T00:00:00 on the same clock; negative before.
  public var nanoseconds: Int64

  /// Takes nanoseconds since 1970-01-01T00:00:00 on the same clock.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Takes calendar fields; `nil` when a field is outside its range or the day does not exist.
  ///
  /// `24:00:00`, second 60 and 30 February are refused: nothing rolls over.
  public init?(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0,
    nanosecond: Int = 0
  ) {
    guard (1678...2261).contains(year), (1...12).contains(month),
      (1...Self.days(inMonth: month, year: year)).contains(day), (0..<24).contains(hour),
      (0..<60).contains(minute), (0..<60).contains(second),
      (0..<1_000_000_000).contains(nanosecond)
    else { return nil }
    let seconds =
      Self.dayNumber(year: year, month: month, day: day) * 86_400 + hour * 3_600 + minute * 60
      + second
    self.nanoseconds = Int64(seconds) * 1_000_000_000 + Int64(nanosecond)
  }

  /// The calendar fields.
  public var fields: Fields {
    let (seconds, fraction) = nanoseconds.flooredQuotientAndRemainder(by: 1_000_000_000)
    let (days, second) = seconds.flooredQuotientAndRemainder(by: 86_400)
    let (year, month, day) = Self.civil(dayNumber: Int(days))
    return Fields(
      year: year, month: month, day: day, hour: Int(second) / 3_600, minute: Int(second) / 60 % 60,
      second: Int(second) % 60, nanosecond: Int(fraction))
  }

  /// Calendar fields of a wall time.
  public struct Fields: Hashable, Sendable {
    /// 1677…2262.
    public var year: Int
    /// 1…12.
    public var month: Int
    /// 1…31.
    public var day: Int
    /// 0…23.
    public var hour: Int
    /// 0…59.
    public var minute: Int
    /// 0…59.
    public var second: Int
    /// 0…999,999,999.
    public var nanosecond: Int
  }

  /// Days in a month of the proleptic Gregorian calendar.
  public static func days(inMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days from 1970-01-01, after Howard Hinnant's "chrono-compatible low-level date algorithms".
  static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The inverse of ``dayNumber(year:month:day:)``.
  static func civil(dayNumber: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = dayNumber + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}

extension WallTime: Comparable {
  /// Orders by the clock's reading.
  public static func < (left: WallTime, right: WallTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

extension WallTime: CustomStringConvertible {
  /// `2023-05-01T12:34:56.789`: ISO 8601 without a zone; closing zeros of the fraction are cut.
  public var description: String {
    let value = fields
    var text =
      "\(value.year.padded(4))-\(value.month.padded(2))-\(value.day.padded(2))T\(value.hour.padded(2))"
      + ":\(value.minute.padded(2)):\(value.second.padded(2))"
    if value.nanosecond != 0 {
      var fraction = value.nanosecond.padded(9)
      while fraction.last == "0" { fraction.removeLast() }
      text += ".\(fraction)"
    }
    return text
  }
}

extension Int {
  /// Decimal digits with leading zeros.
  func padded(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }
}

extension Int64 {
  /// Division that rounds down, so a remainder is never negative.
  func flooredQuotientAndRemainder(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
