/// Dates that cameras, phones and messengers write into file and folder names.
///
/// Only digits in groups of a whole date count: `IMG_20230101_123456`, `2011-07-19 11.36.39`,
/// `IMG-20161224-WA0014`, `20230101123456`. Counters and identifiers are left alone.
public enum NameDate {
  /// Reads the date in a file name.
  ///
  /// - Parameter name: The name's bytes, with or without a suffix.
  /// - Returns: A candidate with precision `day`, `second` or `subsecond`, `nil` when none is there.
  ///   Pixel phones (`PXL_`) name files in UTC, so their offset is zero; others have none.
  public static func candidate(inName name: FilePath) -> CaptureTimeCandidate? {
    let bytes = name.bytes
    let runs = digitRuns(in: bytes)
    for index in runs.indices {
      guard let found = candidate(at: index, runs: runs, bytes: bytes) else { continue }
      var candidate = found
      if bytes.starts(with: "PXL_".utf8), candidate.precision != .day { candidate.offset = .utc }
      return candidate
    }
    return nil
  }

  /// Reads the date in the folders of a path, the deepest first: `2020/01/03`, `2020-01 Trip`.
  ///
  /// - Parameter folder: A folder's path relative to its root.
  /// - Returns: A candidate with precision `day`, `month` or `year`.
  public static func candidate(inFolder folder: FilePath) -> CaptureTimeCandidate? {
    var numbers: [Int] = []
    for component in folder.bytes.split(separator: UInt8(ascii: "/")).reversed() {
      let bytes = Array(component)
      let runs = digitRuns(in: bytes)
      guard let first = runs.first, first.range.lowerBound == 0 else { break }
      if first.range.count == 4 || first.range.count == 8 {
        if let whole = dateParts(leading: runs, in: bytes) {
          return folderCandidate(whole + numbers.reversed())
        }
        break
      }
      // A folder that is only a month or a day of the folder above.
      guard first.range.count <= 2, first.range.count == bytes.count else { break }
      numbers.append(first.value)
    }
    return nil
  }

  /// A run of ASCII digits.
  private struct Run {
    var range: Range<Int>
    var value: Int
  }

  private static func digitRuns(in bytes: [UInt8]) -> [Run] {
    var runs: [Run] = []
    var index = 0
    while index < bytes.count {
      guard isDigit(bytes[index]) else {
        index += 1
        continue
      }
      let start = index
      var value = 0
      while index < bytes.count, isDigit(bytes[index]) {
        if index - start < 18 { value = value * 10 + Int(bytes[index] - 0x30) }
        index += 1
      }
      runs.append(Run(range: start..<index, value: value))
    }
    return runs
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func candidate(
    at index: Int, runs: [Run], bytes: [UInt8]
  ) -> CaptureTimeCandidate? {
    let run = runs[index]
    switch run.range.count {
    case 14, 17:
      let scale = run.range.count == 17 ? 1_000 : 1
      let (date, time) = (run.value / scale).quotientAndRemainder(dividingBy: 1_000_000)
      return make(date: date, time: time, milliseconds: scale == 1 ? nil : run.value % 1_000)
    case 8:
      return withTime(date: run.value, after: index, runs: runs, bytes: bytes)
    case 4:
      guard index + 2 < runs.count, runs[index + 1].range.count == 2,
        runs[index + 2].range.count == 2,
        let separator = separator(between: index, runs: runs, bytes: bytes),
        separator == self.separator(between: index + 1, runs: runs, bytes: bytes),
        "-._ ".utf8.contains(separator)
      else { return nil }
      let date = run.value * 10_000 + runs[index + 1].value * 100 + runs[index + 2].value
      return withTime(date: date, after: index + 2, runs: runs, bytes: bytes)
    default:
      return nil
    }
  }

  /// The single byte between two runs, `nil` when there are more.
  private static func separator(between index: Int, runs: [Run], bytes: [UInt8]) -> UInt8? {
    let gap = runs[index].range.upperBound..<runs[index + 1].range.lowerBound
    return gap.count == 1 ? bytes[gap.lowerBound] : nil
  }

  /// Joins a date with the time that follows it, if one does.
  private static func withTime(
    date: Int, after index: Int, runs: [Run], bytes: [UInt8]
  ) -> CaptureTimeCandidate? {
    let next = index + 1
    if next < runs.count,
      joins(bytes[runs[index].range.upperBound..<runs[next].range.lowerBound])
    {
      let run = runs[next]
      if run.range.count == 6, let full = make(date: date, time: run.value) { return full }
      if run.range.count == 9,
        let full = make(date: date, time: run.value / 1_000, milliseconds: run.value % 1_000)
      {
        return full
      }
      if next + 2 < runs.count, (1...2).contains(run.range.count),
        runs[next + 1].range.count == 2, runs[next + 2].range.count == 2,
        let first = separator(between: next, runs: runs, bytes: bytes),
        first == separator(between: next + 1, runs: runs, bytes: bytes), ".-:_".utf8.contains(first)
      {
        let hour = hour(run.value, before: bytes[runs[next + 2].range.upperBound...])
        let time = hour * 10_000 + runs[next + 1].value * 100 + runs[next + 2].value
        if let full = make(date: date, time: time) { return full }
      }
    }
    return make(date: date, time: nil)
  }

  /// True for what stands between a date and its time: one of `_-T .` or ` at `.
  private static func joins(_ gap: ArraySlice<UInt8>) -> Bool {
    if gap.count == 1, let byte = gap.first { return "_-T .".utf8.contains(byte) }
    return gap.elementsEqual(" at ".utf8) || gap.elementsEqual(", ".utf8)
  }

  /// Applies a following AM or PM to an hour.
  private static func hour(_ hour: Int, before rest: ArraySlice<UInt8>) -> Int {
    let letters = rest.prefix(8).filter { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }.prefix(2)
      .map { $0 | 0x20 }
    guard (1...12).contains(hour), rest.first == UInt8(ascii: " ") || rest.first == 0xE2 else {
      return hour
    }
    if letters.elementsEqual("pm".utf8) { return hour % 12 + 12 }
    if letters.elementsEqual("am".utf8) { return hour % 12 }
    return hour
  }

  private static func make(
    date: Int, time: Int?, milliseconds: Int? = nil
  ) -> CaptureTimeCandidate? {
    guard date / 10_000 >= 1826,
      let wallTime = WallTime(
        year: date / 10_000, month: date / 100 % 100, day: date % 100, hour: (time ?? 0) / 10_000,
        minute: (time ?? 0) / 100 % 100, second: (time ?? 0) % 100,
        nanosecond: (milliseconds ?? 0) * 1_000_000)
    else { return nil }
    let precision: TimePrecision = time == nil ? .day : milliseconds == nil ? .second : .subsecond
    return CaptureTimeCandidate(source: .name, wallTime: wallTime, precision: precision)
  }

  /// Year, then month and day when the same component goes on with them.
  private static func dateParts(leading runs: [Run], in bytes: [UInt8]) -> [Int]? {
    let first = runs[0]
    if first.range.count == 8 {
      return [first.value / 10_000, first.value / 100 % 100, first.value % 100]
    }
    var parts = [first.value]
    for index in runs.indices.dropFirst().prefix(2) {
      guard runs[index].range.count == 2,
        let separator = separator(between: index - 1, runs: runs, bytes: bytes),
        "-._".utf8.contains(separator)
      else { break }
      parts.append(runs[index].value)
    }
    return parts
  }

  private static func folderCandidate(_ parts: [Int]) -> CaptureTimeCandidate? {
    guard let year = parts.first, (1826...2100).contains(year) else { return nil }
    for count in stride(from: min(3, parts.count), through: 1, by: -1) {
      let month = count > 1 ? parts[1] : 1
      let day = count > 2 ? parts[2] : 1
      if let wallTime = WallTime(year: year, month: month, day: day) {
        let precision: TimePrecision = [.year, .month, .day][count - 1]
        return CaptureTimeCandidate(source: .folder, wallTime: wallTime, precision: precision)
      }
    }
    return nil
  }
}
