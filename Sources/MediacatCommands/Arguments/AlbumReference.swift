internal import CommandLineParsing
internal import MediaCatalog
internal import SQLiteDatabase

/// Albums as a person names them: by title or id.
enum AlbumReference {
  static func positional<Outer>(
    at path: any WritableKeyPath<Outer, String> & Sendable
  ) -> Positional<Outer> {
    Positional("ALBUM", summary: "The title or id of a user album.") { arguments, text in
      arguments[keyPath: path] = text
    }
  }

  static func id(of reference: String, in catalog: Catalog) async throws -> Int64 {
    try await catalog.database.read { connection in
      try AlbumLookUp(connection: connection).id(of: reference)
    }
  }

  static func optional(_ reference: String?, in catalog: Catalog) async throws -> Int64? {
    guard let reference else { return nil }
    return try await id(of: reference, in: catalog)
  }

  static func title(of album: Int64, in catalog: Catalog) async throws -> String {
    try await catalog.album(album).title
  }

  /// All its items, hidden and missing ones too.
  static func itemCount(of album: Int64, in catalog: Catalog) async throws -> Int {
    try await catalog.database.read { connection in
      try connection.first("SELECT count(*) FROM v_album_item WHERE album = \(album)")?[0].int ?? 0
    }
  }
}

/// Counts in words.
enum Plural {
  static func items(_ count: Int) -> String { count == 1 ? "1 item" : "\(count) items" }
  static func files(_ count: Int) -> String { count == 1 ? "1 file" : "\(count) files" }
}

/// Words as a POSIX shell takes them.
enum ShellWord {
  /// The word itself when it is plain, else in single quotes.
  static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { byte in
      (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x2B && byte <= 0x3A) || byte == 0x5F
    }
    if plain, !word.isEmpty { return word }
    return "'\(word.replacing("'", with: "'\\''"))'"
  }
}
