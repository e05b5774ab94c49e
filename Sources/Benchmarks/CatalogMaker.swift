internal import CatalogMigrations
internal import MediaCatalog
internal import MediaModel
internal import SQLiteDatabase
internal import TestSupport
internal import UnicodeText

/// Fills a catalog with plain INSERTs, in transactions as the indexer makes them.
struct CatalogMaker {
  private let connection: Connection
  private var generator = SeededGenerator(seed: 42)
  private let vocabulary = Vocabulary()
  private let count: Int64
  /// Files of one folder.
  private static let folderSize: Int64 = 1_000
  /// Runs that found the items, one a week, the last a week ago.
  private static let scanCount: Int64 = 200
  private static let firstScan = Catalog.currentTime()

  private static func start(ofScan scan: Int64) -> Int64 {
    firstScan - (scanCount + 1 - scan) * 7 * 86_400_000_000_000
  }

  /// Makes a catalog and says what a row cost.
  ///
  /// - Parameters:
  ///   - count: How many items.
  ///   - path: A file that does not exist yet.
  ///   - isFirstSchema: Whether to stay at the first schema, for comparison.
  /// - Throws: What SQLite says.
  static func make(count: Int64, at path: FilePath, isFirstSchema: Bool) throws {
    let steps = CatalogMigrations.all.prefix(isFirstSchema ? 1 : .max)
    let connection = try Migrator(
      migrations: steps.map { Migration(identifier: $0.identifier, sql: $0.sql) },
      applicationID: CatalogMigrations.applicationID, appVersion: "benchmark"
    ).open(path: path.bytes)
    var maker = CatalogMaker(connection: connection, count: count)
    try maker.makeParents()
    let clock = ContinuousClock()
    var words = Duration.zero
    var rows = Duration.zero
    for start in stride(from: 1, through: count, by: 10_000) {
      rows += try clock.measure {
        try connection.transaction {
          try maker.makeItems(start..<min(start + 10_000, count + 1))
          if !isFirstSchema { words += try clock.measure { try SearchIndex(connection).update() } }
        }
      }
    }
    let row = rows / Double(count) / .microseconds(1)
    let word = words / Double(count) / .microseconds(1)
    print("\(count) items: \(row.tenths) us a row in all, \(word.tenths) of them for words")
    try maker.makeAlbums()
  }

  private init(connection: Connection, count: Int64) {
    self.connection = connection
    self.count = count
  }

  private func makeParents() throws {
    try connection.transaction {
      try connection.execute("INSERT INTO root (path, added) VALUES (\(Array("/photos".utf8)), 1)")
      for scan in 1...Self.scanCount {
        try connection.execute("INSERT INTO scan (started) VALUES (\(Self.start(ofScan: scan)))")
      }
      for folder in 0...(count / Self.folderSize) {
        let year = 2005 + Int(20 * folder * Self.folderSize / count)
        let path = "\(year)/\(year)-\(folder % 12 + 1) set \(folder)"
        try connection.execute(
          "INSERT INTO folder (root, path, name_key) VALUES (1, \(Array(path.utf8)), x'')")
      }
      for camera in vocabulary.cameras {
        try connection.execute(
          "INSERT INTO camera (make, model) VALUES (\(camera.make), \(camera.model))")
      }
      for tag in 0..<500 {
        try connection.execute("INSERT INTO keyword (text) VALUES (\(vocabulary.words[tag * 3]))")
      }
    }
  }

  private mutating func makeItems(_ ids: Range<Int64>) throws {
    for id in ids { try makeItem(id) }
  }

  private mutating func makeItem(_ id: Int64) throws {
    let isVideo = generator.unit() < 0.08
    let name =
      "\(isVideo ? "VID" : "IMG")_\(String(10_000_000 + id).dropFirst()).\(isVideo ? "mp4" : "jpg")"
    let bytes = Array(name.utf8)
    var second =
      Vocabulary.start + Vocabulary.span * id / count + Int64(generator.unit() * 1_728_000)
    if generator.unit() < 0.1 {
      second = Vocabulary.start + Int64(generator.unit() * Double(Vocabulary.span))
    }
    let taken = second * 1_000_000_000 + Int64(generator.unit() * 1e9)
    let place: (Double, Double)? = generator.unit() < 0.7 ? somewhere() : nil
    let caption = generator.unit() < 0.15 ? sentence() : nil
    let folder = (id - 1) / Self.folderSize + 1
    let scan = (id - 1) * Self.scanCount / count + 1
    try connection.execute(
      """
      INSERT INTO media (id, uid, folder, name_folded, name_key, ext, added, scan, taken, type,
        format, mime, codec, width, height, display_width, display_height, duration, frame_rate,
        file_taken, file_taken_offset, file_taken_source, file_taken_precision,
        file_taken_confidence, camera, iso, f_number, exposure_time, focal_length, latitude,
        longitude, file_rating, file_caption)
      VALUES (\(id), randomblob(16), \(folder), \(Folding.search(bytes)),
        \(NaturalSortKey.make(bytes)), \(isVideo ? "mp4" : "jpg"), \(Self.start(ofScan: scan)),
        \(scan), \(taken),
        \(isVideo ? 2 : 1), 1, \(isVideo ? "video/mp4" : "image/jpeg"), \(isVideo ? "hevc" : "jpeg"),
        4032, 3024, 4032, 3024, \(isVideo ? Int64(generator.unit() * 120e9) : nil),
        \(isVideo ? 30.0 : nil), \(taken), 7200, 'exif:DateTimeOriginal', 'subsecond', 3,
        \(Int64(generator.skewed(64, power: 2)) + 1), \(50 << Int64(generator.unit() * 7)),
        \(1.8 + Double(Int(generator.unit() * 5))), \(1 / (10 + generator.unit() * 1_000)),
        \(4.2 + generator.unit() * 100), \(place?.0), \(place?.1),
        \(generator.unit() < 0.8 ? nil : 1 + Int64(generator.unit() * 5)), \(caption))
      """)
    try connection.execute(
      """
      INSERT INTO file (folder, name, media, role, size, mtime, ctime, inode, reader)
      VALUES (\(folder), \(bytes), \(id), 0, \(1_500_000 + Int64(generator.unit() * 4e6)), \(taken),
        \(taken), \(id), 1)
      """)
    for _ in 0..<Int(generator.unit() * 5) {
      try connection.execute(
        """
        INSERT OR IGNORE INTO media_keyword (media, keyword, position)
          VALUES (\(id), \(Int64(generator.skewed(500, power: 2)) + 1), 1)
        """)
    }
  }

  private mutating func somewhere() -> (Double, Double) {
    let city = vocabulary.cities[generator.skewed(200, power: 2)]
    func near(_ value: Double, _ generator: inout SeededGenerator) -> Double {
      value + ((0..<6).reduce(0.0) { sum, _ in sum + generator.unit() } - 3) * 0.113
    }
    return (near(city.latitude, &generator), near(city.longitude, &generator))
  }

  private mutating func sentence() -> String {
    (0..<(4 + Int(generator.unit() * 6))).map { _ in
      vocabulary.words[generator.skewed(5_000, power: 3)]
    }.joined(separator: " ")
  }

  /// 2,000 albums with a third of all items, the first ones largest.
  private mutating func makeAlbums() throws {
    var items: [Int64: [Int64]] = [:]
    for id in 1...count where generator.unit() < 0.35 {
      items[Int64(generator.skewed(2_000, power: 3)) + 1, default: []].append(id)
    }
    try connection.transaction {
      for album in 1...Int64(2_000) {
        try connection.execute(
          """
          INSERT INTO album (id, uid, title, title_key, created, updated)
            VALUES (\(album), randomblob(16), \("Album \(album)"), x'', 1, 1)
          """)
        for (position, item) in (items[album] ?? []).enumerated() {
          try connection.execute(
            """
            INSERT INTO album_item (album, taken, media, position, added)
              SELECT \(album), taken, id, \(position), 1 FROM media WHERE id = \(item)
            """)
        }
      }
    }
  }
}

extension Double {
  /// With one decimal.
  var tenths: String {
    let value = Int((self * 10).rounded())
    return "\(value / 10).\(value % 10)"
  }
}
