import MediaCatalog
import MediaModel
import SQLiteDatabase
import TestSupport
import UnicodeText

/// A catalog of a few hundred rows from a seed, with absent values, edits, albums and lost disks.
final class RandomCatalog: Sendable {
  let catalog: Catalog
  let directory: TemporaryDirectory

  static let roots = ["/photos", "/media/disk", "/photos2/Été"]
  static let folders = [
    "", "2019", "2019/07", "2019/07/beach", "a b", "2020/Ähre", "x2019/07x", "東京旅行",
  ]
  static let names = [
    "IMG_0012.JPG", "beach.jpg", "DSC1234.heic", "東京タワー.png", "a[a].mov", "été.jpg", "clip.mp4",
    "IMG_2.jpg", "OR.gif",
  ]

  init(seed: UInt64, count: Int) async throws {
    directory = TemporaryDirectory()
    catalog = try Catalog.open(at: FilePath("\(directory.path)/catalog.sqlite"))
    try await catalog.database.write { connection in
      try connection.transaction {
        var maker = RowMaker(connection: connection, generator: SeededGenerator(seed: seed))
        try maker.makePlaces()
        for id in 1...Int64(count) { try maker.makeItem(id) }
        try maker.makeAlbums(count: Int64(count))
        try SearchIndex(connection).update()
      }
    }
  }
}

/// Inserts rows as the indexer and people do.
private struct RowMaker {
  let connection: Connection
  var generator: SeededGenerator

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &generator)]
  }

  mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &generator) < percent
  }

  mutating func maybe<Value>(_ values: [Value]) -> Value? { chance(40) ? nil : pick(values) }

  func makePlaces() throws {
    for (index, root) in RandomCatalog.roots.enumerated() {
      try connection.execute(
        "INSERT INTO root (path, state, added) VALUES (\(Array(root.utf8)), \(index == 1 ? "offline" : "online"), 1)"
      )
      for folder in RandomCatalog.folders {
        try connection.execute(
          "INSERT INTO folder (root, path, name_key) VALUES (\(index + 1), \(Array(folder.utf8)), x'')"
        )
      }
    }
    try connection.execute("INSERT INTO scan (started) VALUES (1)")
    for (make, model) in [
      ("FUJIFILM", "X100V"), ("Apple", "iPhone 12"), ("", "Éte 35"), ("Canon", "Canon EOS (x)"),
    ] {
      try connection.execute("INSERT INTO camera (make, model) VALUES (\(make), \(model))")
      try connection.execute("INSERT INTO lens (make, model) VALUES (\(make), \(model + " 35mm"))")
    }
    for text in ["family", "Family", "to do", "東京", "fam[a]"] {
      try connection.execute("INSERT INTO keyword (text) VALUES (\(text))")
    }
    for (id, kind) in [(1, "edit"), (2, "duplicate")] {
      try connection.execute("INSERT INTO stack (id, kind) VALUES (\(id), \(kind))")
    }
  }

  mutating func makeItem(_ id: Int64) throws {
    let folder = Int.random(in: 1...24, using: &generator)
    let name = "\(id)_" + pick(RandomCatalog.names)
    let path = FilePath(name)
    let day: Int64 = 86_400_000_000_000
    let taken = pick([
      0, -3 * day - 1, -3 * day, 17_000 * day, 17_897 * day, 18_261 * day + 86_399_999_999_999,
      18_262 * day, 18_262 * day + 1_234_567_890, 18_262 * day + 1_234_567_891, 18_321 * day + 5,
    ])
    let isVideo = chance(30)
    let (width, height) = pick([
      (4_000, 3_000), (3_000, 4_000), (1_920, 1_080), (1, 1), (1_600, 900),
    ])
    let place = maybe([
      (48.137, 11.575), (48.137004, 11.575), (48.18, 11.575), (-17.0, 179.95), (-17.0, -179.95),
      (0, 0), (90, 15), (1, 180), (1, -180), (89.99, -150), (47, 10), (49, 12),
    ])
    try connection.execute(
      """
      INSERT INTO media (id, uid, folder, name_folded, name_key, ext, added, scan, exclusion, taken,
        type, format, mime, codec, width, height, display_width, display_height, duration,
        frame_rate, has_audio, subtypes, file_taken, file_taken_source, file_taken_precision,
        file_taken_confidence, camera, lens, iso, f_number, exposure_time, focal_length, latitude,
        longitude, place, file_rating, file_title, file_caption)
      VALUES (\(id), randomblob(16), \(folder), \(Folding.search(path.bytes)),
        \(NaturalSortKey.make(path.bytes)), \(path.fileExtension),
        \(pick([17_897 * day, 18_262 * day, 0])), 1, \(chance(80) ? 0 : pick([1, 2, 3])), \(taken),
        \(isVideo ? 2 : 1), 1, \(isVideo ? "video/mp4" : pick(["image/jpeg", "image/heic"])),
        \(maybe(["hevc", "h264", "jpeg"])), \(width), \(height), \(chance(20) ? nil : width),
        \(chance(20) ? nil : height),
        \(isVideo ? maybe([0, 10_000_000_000, 61_500_000_001, 3_600_000_000_000, Int64.max]) : nil),
        \(isVideo ? maybe([29.97, 30.0, 120.0]) : nil), \(isVideo ? maybe([true, false]) : nil),
        \(chance(60) ? 0 : Int64(pick([1, 2, 4, 64, 65, 16_383]))), \(taken),
        \(pick(["mtime", "exif:DateTimeOriginal"])), 'second', 3, \(maybe([1, 2, 3, 4])),
        \(maybe([1, 2, 3, 4])), \(maybe([100, 400, 1_600])), \(maybe([1.8, 2.8, 2.79, 5.6])),
        \(maybe([1.0, 1.0 / 250, 0.5])), \(maybe([24.0, 35.0, 70.0, 4.25])), \(place?.0), \(place?.1),
        \(maybe(["München", "東京都"])), \(maybe([-1, 0, 3, 5])),
        \(maybe(["", "Harbour", "first day", "東京"])),
        \(maybe(["Harbour at dawn", "the first day", "x", "FIRST DAY of"])))
      """)
    try connection.execute(
      """
      INSERT INTO file (folder, name, media, role, size, mtime, ctime, inode, reader, digest)
      VALUES (\(folder), \(path.bytes), \(id), 0, \(pick([0, 1_000, 4_321, 20_000_000, 20_000_001])),
        1, 1, 1, 1, \(id % 4 == 0 ? [UInt8](repeating: UInt8(id % 44), count: 16) : nil))
      """)
    try makeMarks(id)
  }

  private mutating func makeMarks(_ id: Int64) throws {
    for keyword in 1...5 where chance(15) {
      try connection.execute(
        "INSERT INTO media_keyword (media, keyword, position) VALUES (\(id), \(keyword), 1)")
    }
    for text in ["family", "new", "東京"] where chance(10) {
      try connection.execute(
        "INSERT INTO edit_keyword (media, text, present) VALUES (\(id), \(text), \(chance(50)))")
    }
    for stack in 1...2 where chance(10) {
      try connection.execute(
        "INSERT INTO stack_member (stack, media, role) VALUES (\(stack), \(id), 'x')")
    }
    guard chance(40) else { return }
    try connection.execute(
      """
      INSERT INTO edit (media, favorite, hidden, rating, title, caption, taken, trashed, updated)
      VALUES (\(id), \(chance(50)), \(chance(20)), \(maybe([0, 4])), \(maybe(["first day", "Neu"])),
        \(maybe(["beach", ""])), \(maybe([1_000_000_000, 0])), \(chance(20) ? 5 : nil), 1)
      """)
  }

  mutating func makeAlbums(count: Int64) throws {
    for (index, title) in ["Italy 2023", "Trip (2)", "empty"].enumerated() {
      try connection.execute(
        """
        INSERT INTO album (uid, title, title_key, created, updated)
        VALUES (randomblob(16), \(title), x'', 1, 1)
        """)
      guard index < 2 else { continue }
      for id in 1...count where chance(25) {
        try connection.execute(
          """
          INSERT INTO album_item (album, taken, media, position, added)
            SELECT \(index + 1), taken, id, \(Int64.random(in: 1...1_000, using: &generator)), 1
            FROM media WHERE id = \(id)
          """)
      }
    }
  }
}
