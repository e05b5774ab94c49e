internal import MediaModel
internal import SQLiteDatabase

/// Counts the items of a query by year, month or day.
struct TimelineReader {
  let connection: Connection

  /// The buckets that hold something, the newest first.
  func buckets(of query: MediaQuery, by unit: TimelineUnit) throws -> [TimelineBucket] {
    let planner = try QueryPlanner(query, connection: connection)
    if planner.isPlain, unit != .day { return try summary(by: unit) }
    return try counted(planner, by: unit)
  }

  /// Kept by triggers, so it costs nothing at any size.
  private func summary(by unit: TimelineUnit) throws -> [TimelineBucket] {
    var buckets: [TimelineBucket] = []
    // The key of the table, backwards: nothing is sorted. One row a type of media.
    try connection.forEach("SELECT month, count FROM month_count ORDER BY month DESC, type DESC") {
      row in
      let (number, count) = (row.int(0), row.int(1))
      let month = unit == .year ? nil : number % 100
      if let last = buckets.last, last.year == number / 100, last.month == month {
        buckets[buckets.count - 1].count += count
      } else {
        buckets.append(TimelineBucket(year: number / 100, month: month, count: count))
      }
    }
    return buckets
  }

  private func counted(
    _ planner: QueryPlanner, by unit: TimelineUnit
  ) throws -> [TimelineBucket] {
    var days: [Int64: Int] = [:]
    var (current, run): (Int64, Int) = (.min, 0)
    let dayLength: Int64 = 86_400_000_000_000
    try connection.forEach(planner.timesStatement) { row in
      let taken = row.int64(0)
      let day = taken / dayLength - (taken % dayLength < 0 ? 1 : 0)
      // Most rows are of the day of the row before.
      if day == current {
        run += 1
        return
      }
      if run > 0 { days[current, default: 0] += run }
      (current, run) = (day, 1)
    }
    if run > 0 { days[current, default: 0] += run }
    var counts: [TimelineBucket: Int] = [:]
    for (day, count) in days {
      let (start, overflow) = day.multipliedReportingOverflow(by: dayLength)
      let fields = WallTime(nanoseconds: overflow ? .min : start).fields
      let bucket = TimelineBucket(
        year: fields.year, month: unit == .year ? nil : fields.month,
        day: unit == .day ? fields.day : nil, count: 0)
      counts[bucket, default: 0] += count
    }
    return counts.map { bucket, count in
      TimelineBucket(year: bucket.year, month: bucket.month, day: bucket.day, count: count)
    }.sorted { ($0.year, $0.month ?? 0, $0.day ?? 0) > ($1.year, $1.month ?? 0, $1.day ?? 0) }
  }
}
