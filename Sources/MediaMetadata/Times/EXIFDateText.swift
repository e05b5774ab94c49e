internal import MediaModel

/// A date as cameras and programs write it in text.
///
/// The form of EXIF is `2023:05:01 12:34:56`. Other forms are read when they can mean only one
/// thing: other separators, ISO 8601, no seconds, no time, month names, AM and PM. Nothing rolls
/// over: 30 February, hour 24 and minute 60 are impossible.
struct EXIFDateText: Hashable {
  var wallTime: WallTime
  var precision: TimePrecision
  /// The offset written behind the time.
  var offset: UTCOffset?

  /// True when the seconds were written.
  var hasSeconds: Bool { precision == .second || precision == .subsecond }

  /// What a text turned out to be.
  enum Reading: Hashable {
    /// Blank, zeros or the blanks between colons with which EXIF says "unknown".
    case unknown
    /// No date, or one that does not exist.
    case impossible
    case date(EXIFDateText)
  }

  /// The years that a capture time can have: the first photograph to the end of ``WallTime``.
  static let years = 1826...2261

  /// Reads text up to its end or a NUL.
  static func read(_ bytes: BorrowedBytes) -> Reading {
    if isUnknown(bytes) { return .unknown }
    var cursor = TextCursor(bytes)
    guard let date = numericDate(&cursor) ?? namedDate(TextCursor(bytes)) else {
      return .impossible
    }
    return .date(date)
  }

  /// Reads text in memory.
  static func read(_ text: String) -> Reading {
    var text = text
    return text.withUTF8 { read(BorrowedBytes(UnsafeRawBufferPointer($0))) }
  }

  private static func isUnknown(_ bytes: BorrowedBytes) -> Bool {
    var cursor = TextCursor(bytes)
    while cursor.take(anyOf: " 0:-/.TZ\t\r\n") != nil {}
    return cursor.isAtEnd
  }

  /// `2023:05:01`, `2023-05-01`, `20230501`, or a part of it, and a time.
  private static func numericDate(_ cursor: inout TextCursor) -> EXIFDateText? {
    cursor.skipBlanks()
    var fields = DateFields()
    guard let year = cursor.number(upTo: 8) else { return nil }
    switch year.digits {
    case 8:
      fields.year = year.value / 10_000
      fields.month = year.value / 100 % 100
      fields.day = year.value % 100
      fields.precision = .day
    case 4:
      fields.year = year.value
      guard readMonthAndDay(&cursor, into: &fields) else { return nil }
    default: return nil
    }
    if fields.precision == .day { guard fields.readTime(&cursor) else { return nil } }
    return fields.date
  }

  /// Reads what follows the year; blanks where digits should be mean an unknown month or day.
  private static func readMonthAndDay(
    _ cursor: inout TextCursor, into fields: inout DateFields
  ) -> Bool {
    guard let separator = cursor.take(anyOf: ":-/.") else { return cursor.isAtEnd }
    guard let month = cursor.number(upTo: 2) else { return isBlank(&cursor) }
    fields.month = month.value
    fields.precision = .month
    guard let second = cursor.take(anyOf: ":-/.") else { return cursor.isAtEnd }
    guard let day = cursor.number(upTo: 2) else { return isBlank(&cursor) }
    fields.day = day.value
    fields.precision = .day
    return second == separator
  }

  private static func isBlank(_ cursor: inout TextCursor) -> Bool {
    while cursor.take(anyOf: " :") != nil {}
    return cursor.isAtEnd
  }
}
