internal import MediaModel

extension EXIFDateText {
  private static let months: [StaticString] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
  private static let weekdays: [StaticString] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// `Tue, 17 Jun 2025 10:11:12 +0200` of RFC 5322, and `Tue Jun 17 10:11:12 2025` of C's asctime.
  ///
  /// PNG's "Creation Time" recommends the former; AVI's IDIT holds the latter.
  static func namedDate(_ start: TextCursor) -> EXIFDateText? {
    var cursor = start
    cursor.skipBlanks()
    if weekdays.contains(where: { cursor.take(word: $0) }) {
      _ = cursor.take(anyOf: ",")
      cursor.skipBlanks()
    }
    var fields = DateFields()
    fields.precision = .day
    return dayFirst(cursor, fields) ?? monthFirst(cursor, fields)
  }

  private static func dayFirst(_ start: TextCursor, _ empty: DateFields) -> EXIFDateText? {
    var (cursor, fields) = (start, empty)
    guard let day = cursor.number(upTo: 2), cursor.skipBlanks(), let month = month(&cursor),
      cursor.skipBlanks(), let year = cursor.number(upTo: 4), year.digits == 4
    else { return nil }
    (fields.year, fields.month, fields.day) = (year.value, month, day.value)
    return fields.readTime(&cursor) ? fields.date : nil
  }

  private static func monthFirst(_ start: TextCursor, _ empty: DateFields) -> EXIFDateText? {
    var (cursor, fields) = (start, empty)
    guard let month = month(&cursor), cursor.skipBlanks(), let day = cursor.number(upTo: 2),
      cursor.skipBlanks(), let hour = cursor.number(upTo: 2), cursor.take(anyOf: ":") != nil,
      let minute = cursor.number(upTo: 2), cursor.take(anyOf: ":") != nil,
      let second = cursor.number(upTo: 2), cursor.skipBlanks(),
      let year = cursor.number(upTo: 4), year.digits == 4
    else { return nil }
    (fields.year, fields.month, fields.day) = (year.value, month, day.value)
    (fields.hour, fields.minute, fields.second) = (hour.value, minute.value, second.value)
    fields.precision = .second
    return fields.date
  }

  private static func month(_ cursor: inout TextCursor) -> Int? {
    months.firstIndex { cursor.take(word: $0) }.map { $0 + 1 }
  }
}
