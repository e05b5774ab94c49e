internal import SQLiteDatabase
internal import UnicodeText

/// A row of the search index: its number and the words of each column.
struct StoredWords: Hashable {
  var document: Int64
  var name: String
  var title: String?
  var caption: String?
  var keywords: String?
  var place: String?

  /// Reads what the table `search_text` holds.
  init(stored row: borrowing RowCursor, from column: Int32) {
    document = row.int64(column)
    name = row.text(column + 1)
    title = row.optionalText(column + 2)
    caption = row.optionalText(column + 3)
    keywords = row.optionalText(column + 4)
    place = row.optionalText(column + 5)
  }

  init(
    document: Int64, name: String, title: String?, caption: String?, keywords: [String],
    place: String?
  ) {
    func words(_ text: String?) -> String? {
      let words = text.map { SearchWords.text(of: $0) } ?? ""
      return words.isEmpty ? nil : words
    }
    self.document = document
    self.name = name
    self.title = words(title)
    self.caption = words(caption)
    let all = keywords.map { SearchWords.text(of: $0) }.filter { !$0.isEmpty }
    self.keywords = all.isEmpty ? nil : all.joined(separator: " ")
    self.place = words(place)
  }

  /// Binds the six values from a parameter on, and runs the statement.
  func run(_ statement: Statement, from first: Int32) throws {
    try statement.bind(document, at: first)
    try statement.bind(name, at: first + 1)
    try statement.bind(title, at: first + 2)
    try statement.bind(caption, at: first + 3)
    try statement.bind(keywords, at: first + 4)
    try statement.bind(place, at: first + 5)
    try statement.run()
  }
}

/// Reads the words of items; those of folders and cameras are cut once.
struct SearchTextReader {
  private var folders: [Int64: String] = [:]
  private var cameras: [Int64: String] = [:]

  /// The words of a row that holds, from a column on: taken, folded name, folder, its path, camera,
  /// its make and model, title, caption, place.
  mutating func words(
    of row: borrowing RowCursor, from first: Int32, id: Int64, _ keywords: [String]
  ) -> StoredWords {
    var name = SearchWords.text(ofFolded: row.text(first + 1))
    let folder = row.int64(first + 2)
    if folders[folder] == nil {
      folders[folder] = SearchWords.text(ofFolded: Folding.search(row.blob(first + 3)))
    }
    let camera = row.int64(first + 4)
    if cameras[camera] == nil {
      cameras[camera] = SearchWords.text(of: "\(row.text(first + 5)) \(row.text(first + 6))")
    }
    for more in [folders[folder], cameras[camera]] {
      if let more, !more.isEmpty { name += name.isEmpty ? more : " \(more)" }
    }
    return StoredWords(
      document: SearchIndex.document(taken: row.int64(first), id: id), name: name,
      title: row.optionalText(first + 7), caption: row.optionalText(first + 8),
      keywords: keywords, place: row.optionalText(first + 9))
  }
}
