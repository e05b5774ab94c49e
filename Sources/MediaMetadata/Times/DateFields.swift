internal import MediaModel

/// Calendar fields while a date is read from text.
struct DateFields {
  var year = 0
  var month = 1
  var day = 1
  var hour = 0
  var minute = 0
  var second = 0
  var nanosecond = 0
  var precision = TimePrecision.year
  var offset: UTCOffset?

  /// The date, `nil` when it does not exist.
  var date: EXIFDateText? {
    guard EXIFDateText.years.contains(year),
      let time = WallTime(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second,
        nanosecond: nanosecond)
    else { return nil }
    return EXIFDateText(wallTime: time, precision: precision, offset: offset)
  }

  /// Reads a time of day with what may surround it; false when it is none.
  ///
  /// Nothing at all is fine: the date stays a day.
  mutating func readTime(_ cursor: inout TextCursor) -> Bool {
    while cursor.take(anyOf: " T_,-:\t\r\n") != nil {}
    if cursor.isAtEnd { return true }
    let leading = Meridiem.take(&cursor)
    cursor.skipBlanks()
    guard readClock(&cursor) else { return false }
    cursor.skipBlanks()
    guard let meridiem = leading ?? Meridiem.take(&cursor) else {
      readOffset(&cursor)
      return cursor.next.map { $0 < 0x30 || $0 > 0x39 } ?? true
    }
    guard (1...12).contains(hour) else { return false }
    hour = hour % 12 + (meridiem == .afternoon ? 12 : 0)
    return true
  }

  /// `12:34:56.789`, `12.34.56`, `12:34` or `123456`.
  private mutating func readClock(_ cursor: inout TextCursor) -> Bool {
    guard let first = cursor.number(upTo: 6) else { return false }
    if first.digits == 6 || first.digits == 4 {
      let clock = first.digits == 6 ? first.value : first.value * 100
      (hour, minute, second) = (clock / 10_000, clock / 100 % 100, clock % 100)
      precision = first.digits == 6 ? .second : .minute
    } else {
      guard first.digits <= 2, cursor.take(anyOf: ":.") != nil,
        let next = cursor.number(upTo: 2), next.digits == 2
      else { return false }
      (hour, minute, precision) = (first.value, next.value, .minute)
      if cursor.take(anyOf: ":.") != nil, let last = cursor.number(upTo: 2) {
        (second, precision) = (last.value, .second)
      }
    }
    if precision == .second, cursor.take(anyOf: ".,") != nil, let fraction = cursor.fraction() {
      (nanosecond, precision) = (fraction, .subsecond)
    }
    return true
  }

  /// Reads what may be an offset; text that is none costs nothing.
  mutating func readOffset(_ cursor: inout TextCursor) {
    var text: [UInt8] = []
    var rest = cursor
    while let byte = rest.next, text.count < 16 {
      text.append(byte)
      rest.skip()
    }
    offset = text.isEmpty ? nil : UTCOffset(parsing: String(decoding: text, as: UTF8.self))
    if offset != nil { cursor = rest }
  }
}

/// The half of a day, in the spellings that programs append or prepend to a 12-hour time.
private enum Meridiem {
  case morning, afternoon

  static func take(_ cursor: inout TextCursor) -> Meridiem? {
    // Nearly all times have none: nothing, a digit, a sign or a Z follows.
    guard let first = cursor.next, first >= 0x80 || "ampAMP".utf8.contains(first) else {
      return nil
    }
    for word: StaticString in ["am", "a.m.", "上午", "午前", "오전"] where cursor.take(word: word) {
      return .morning
    }
    for word: StaticString in ["pm", "p.m.", "下午", "午後", "오후"] where cursor.take(word: word) {
      return .afternoon
    }
    return nil
  }
}
