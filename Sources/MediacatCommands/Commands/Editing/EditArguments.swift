internal import CommandLineParsing
internal import MediaCatalog

/// What all commands that edit items share: the items, a dry run, and how they tell what they did.
struct EditArguments: Sendable {
  var global = GlobalArguments()
  var items = ItemArguments()
  var isDryRun = false

  static let flags: [Flag<EditArguments>] =
    [.toggle("dry-run", "Only print what would be done.", \.isDryRun)]
    + ItemArguments.flags.map { $0.scoped(to: \.items) }
    + GlobalArguments.flags.map { $0.scoped(to: \.global) }

  /// A flag that takes a person's word away, so that the file's counts again.
  static func fileFlag<Outer>(
    _ summary: String, at path: any WritableKeyPath<Outer, Bool> & Sendable
  ) -> Flag<Outer> {
    .toggle("file", summary, path)
  }

  /// Applies an edit, or says what it would do.
  ///
  /// - Parameters:
  ///   - edit: The change.
  ///   - first: A word that was taken for a value and is an item: some flags stand for the value.
  ///   - session: Where to speak.
  /// - Returns: The exit status.
  /// - Throws: ``UsageError`` without any item, and what the catalog throws.
  func apply(
    _ edit: MediaEdit, first: RawArgument? = nil, _ session: Session
  ) async throws -> Int32 {
    var items = items
    if let first { items.words.insert(first, at: 0) }
    try items.requireSome()
    return try await session.withCatalog(global) { [items] catalog in
      let ids = try await items.ids(in: catalog)
      if isDryRun {
        let receipt = try await catalog.preview(edit, of: ids)
        try session.print("would be done: \(Self.sentence(edit, receipt))")
      } else {
        let receipt = try await catalog.apply(edit, to: ids)
        session.say(Self.sentence(edit, receipt))
        if receipt.isTooLargeToUndo {
          session.say("this is too much to be kept for undo")
        } else if receipt.changed > 0 {
          session.say(UndoHint.text(global))
        }
      }
      return ids.isEmpty ? ExitStatus.nothing : ExitStatus.done
    }
  }

  private static func sentence(_ edit: MediaEdit, _ receipt: EditReceipt) -> String {
    var parts: [String] = []
    if receipt.changed > 0 { parts.append(edit.summary(receipt.changed)) }
    if receipt.unchanged > 0 {
      parts.append("\(Plural.items(receipt.unchanged)) already so")
    }
    if !receipt.passedOver.isEmpty {
      let count = receipt.passedOver.count
      parts.append(
        "\(Plural.items(count)) without a date in \(count == 1 ? "its name" : "their names")")
    }
    return parts.isEmpty ? "no items" : parts.joined(separator: "; ")
  }
}

/// How a change is undone, as a person would type it.
enum UndoHint {
  static func text(_ global: GlobalArguments, _ command: String = "undo") -> String {
    let catalog = global.catalog.map {
      " --catalog \(ShellWord.quoted(String(decoding: $0, as: UTF8.self)))"
    }
    return "\(command) with: mediacat \(command)\(catalog ?? "")"
  }
}
