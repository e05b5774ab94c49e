internal import CommandLineParsing
internal import Glibc
internal import MediaCatalog
internal import MediaModel
internal import SQLiteDatabase

/// Items as a person names them: ids, paths, `-` for a list on standard input, or a query.
struct ItemArguments: Sendable {
  var words: [RawArgument] = []
  var isSplitAtNUL = false
  var query: String?

  static let flags: [Flag<ItemArguments>] = [
    .toggle("null", short: "0", "Items on standard input end with NUL.", \.isSplitAtNUL),
    .text("query", value: "QUERY", "Take the items that match QUERY.", \.query),
  ]

  /// Makes the positional of a command whose arguments contain these.
  static func positional<Outer>(
    at path: any WritableKeyPath<Outer, ItemArguments> & Sendable
  ) -> Positional<Outer> {
    Positional("ITEM", .any, summary: "An id, a path, or - for a list on standard input.") {
      arguments, raw in arguments[keyPath: path].words.append(raw)
    }
  }

  /// Refuses a command line without any item.
  func requireSome() throws(UsageError) {
    if words.isEmpty && query == nil {
      throw UsageError("no items are named", hint: "name ids or paths, - for a list, or --query")
    }
  }

  /// Finds all items.
  ///
  /// - Throws: ``CatalogError`` that names the first item that is not in the catalog; nothing was
  ///   changed then.
  func ids(in catalog: Catalog) async throws -> [Int64] {
    let words = try words.flatMap { word in
      word.bytes == [UInt8(ascii: "-")] ? try InputList.words(isSplitAtNUL: isSplitAtNUL) : [word]
    }
    let filter = try query.map { try MediaFilter(parsing: $0) }
    if let filter { try await catalog.prepareSearch(for: filter) }
    return try await catalog.database.read { connection in
      let lookUp = try ItemLookUp(connection: connection)
      var ids = try words.map { try Self.id(of: $0, lookUp) }
      if let filter, let field = MediaField.named("id") {
        try MediaListing(connection).forEach(MediaQuery(filter: filter), fields: [field]) { row in
          if case .integer(let id) = row[0] { ids.append(id) }
        }
      }
      return ids
    }
  }

  /// The item of one word: an id first, then a path.
  static func id(of word: RawArgument, _ lookUp: ItemLookUp) throws -> Int64 {
    if let number = word.text.flatMap({ Int64($0) }), let id = try lookUp.id(ofItem: number) {
      return id
    }
    let path = FilePath(bytes: word.bytes)
    if let id = try lookUp.id(ofPath: try AbsolutePath.of(path)) { return id }
    throw CatalogError(
      code: .notFound, path: path, reason: "is neither an id nor a file of the catalog")
  }
}

/// Lists on standard input.
enum InputList {
  /// All words: lines, or pieces ended by NUL; empty ones do not count.
  static func words(isSplitAtNUL: Bool) throws -> [RawArgument] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(0, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw CatalogError(
          code: .invalid,
          reason: "standard input cannot be read: \(String(cString: strerror(errno)))")
      }
      if count == 0 { break }
      bytes += block[..<count]
    }
    return bytes.split(separator: isSplitAtNUL ? 0 : UInt8(ascii: "\n"))
      .map { RawArgument(bytes: Array($0)) }
  }
}

/// Paths as the shell gave them.
enum AbsolutePath {
  /// The absolute path; links are resolved where the path exists.
  static func of(_ path: FilePath) throws -> FilePath {
    // Only the folder: a file that is gone keeps its name, and a link is not its target.
    let folder = path.parent.bytes.isEmpty ? FilePath(".") : path.parent
    let resolved: FilePath? = folder.withCString { bytes in
      guard let text = realpath(bytes, nil) else { return nil }
      defer { free(text) }
      return FilePath(bytes: Array(UnsafeRawBufferPointer(start: text, count: strlen(text))))
    }
    guard let resolved else { return path }
    return resolved.appending(path.lastComponent)
  }
}
