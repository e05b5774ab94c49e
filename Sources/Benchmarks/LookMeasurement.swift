internal import MediaCatalog
internal import MediaModel
internal import SQLiteDatabase
internal import TestSupport

/// Measures the search for look-alikes among random hashes, of which one in a hundred is a copy.
enum LookMeasurement {
  private static let samples = 3

  static func run(on path: FilePath) async throws {
    let catalog = try Catalog.open(at: path, creating: false)
    let count = try await fill(catalog)
    print("\(count) looks\ndistance | groups | milliseconds, sorted")
    for distance in [0, Catalog.lookAlikeDistance, 8] {
      var groups = 0
      var seconds: [Double] = []
      for _ in 0..<samples {
        let start = ContinuousClock.now
        groups = try await catalog.lookAlikes(within: distance).groups.count
        seconds.append(start.duration(to: .now) / .seconds(1))
      }
      let times = seconds.sorted().map { String(Int($0 * 1_000)) }.joined(separator: " ")
      print("\(distance) | \(groups) | \(times)")
    }
    await catalog.close()
  }

  private static func fill(_ catalog: Catalog) async throws -> Int {
    try await catalog.database.write { connection in
      try connection.transaction {
        try connection.execute("DELETE FROM look")
        var generator = SeededGenerator(seed: 11)
        var last: UInt64 = 0
        for row in try connection.rows("SELECT id, revision FROM media") {
          let isCopy = Int.random(in: 0..<100, using: &generator) == 0
          // A copy differs from the one before in up to three bits.
          let bits =
            isCopy
            ? (0..<3).reduce(last) { bits, _ in bits ^ (1 << (generator.next() & 63)) }
            : generator.next()
          last = bits
          try connection.execute(
            """
            INSERT INTO look VALUES (\(row[0]), \(row[1]), \(PictureLook.version),
              \(Int64(bitPattern: bits)), 60, 8421504, 'AQID')
            """)
        }
        return try connection.first("SELECT count(*) FROM look")?[0].int ?? 0
      }
    }
  }
}
