internal import MediaModel
internal import SQLiteDatabase

extension FilterCompiler {
  /// The condition that a comparison of text is.
  ///
  /// Cameras, lenses and keywords are few: their names are compared here, as SQLite cannot fold.
  func condition(_ field: TextField, _ text: String) throws -> SQL {
    let pattern = TextPattern(text)
    switch field {
    case .camera, .make:
      return "+m.camera IN (\(raw: Self.list(try cameras(field, pattern))))"
    case .lens: return "+m.lens IN (\(raw: Self.list(try lenses(pattern))))"
    case .keyword:
      let keywords = try keywords(pattern)
      let texts = keywords.ofPerson.map { text -> SQL in "\(text)" }
      return Self.keyword(
        "k.id IN (\(raw: Self.list(keywords.ofFiles)))",
        "e.text IN (\(texts.joined(separator: ", ")))")
    case .caption, .title:
      let phrase = TextField.phrase(text)
      // Without a word in it every text fits, but there must be one.
      return phrase.words.isEmpty
        ? condition(field == .title ? MediaDetail.title : .caption)
        : Self.search(phrase, in: field.rawValue)
    case .name:
      return pattern.hasWildcards
        ? "m.name_folded GLOB \(pattern.glob)" : "instr(m.name_folded, \(pattern.folded)) > 0"
    case .ext: return Self.plain("m.ext", text)
    case .mime: return Self.plain("m.mime", text)
    case .codec: return Self.plain("m.codec", text)
    }
  }

  /// Ids of the cameras whose name, or make, a pattern finds.
  func cameras(_ field: TextField, _ pattern: TextPattern) throws -> [Int64] {
    try equipment("SELECT id, make, model FROM camera") { name in
      pattern.isFound(in: field == .make ? name.make : name.full)
    }
  }

  private func lenses(_ pattern: TextPattern) throws -> [Int64] {
    try equipment("SELECT id, make, model FROM lens") { pattern.isFound(in: $0.full) }
  }

  private func equipment(
    _ sql: SQL, where isWanted: (FilterSubject.EquipmentName) -> Bool
  ) throws -> [Int64] {
    var ids: [Int64] = []
    try connection.forEach(sql) { row in
      if isWanted(.init(make: row.text(1), model: row.text(2))) { ids.append(row.int64(0)) }
    }
    return ids
  }

  /// Keywords that a pattern is, as a whole: ids of those in files, texts of those of persons.
  func keywords(_ pattern: TextPattern) throws -> (ofFiles: [Int64], ofPerson: [String]) {
    var ids: [Int64] = []
    try connection.forEach("SELECT id, text FROM keyword") { row in
      if pattern.isWhole(row.text(1)) { ids.append(row.int64(0)) }
    }
    var texts: [String] = []
    try connection.forEach("SELECT DISTINCT text FROM edit_keyword WHERE present = 1") { row in
      let text = row.text(0)
      if pattern.isWhole(text) { texts.append(text) }
    }
    return (ids, texts)
  }

  private static func plain(_ column: SQL, _ text: String) -> SQL {
    let pattern = TextField.plain(text)
    return pattern.hasWildcards
      ? "\(column) GLOB \(pattern.glob)" : "\(column) = \(pattern.text)"
  }

  /// Numbers of our own, as a list.
  static func list(_ ids: [Int64]) -> String { ids.map(String.init).joined(separator: ", ") }
}
