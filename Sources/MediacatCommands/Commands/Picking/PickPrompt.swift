internal import CommandLineParsing
internal import CommandOutput
internal import LinuxSystem
internal import MediaCatalog
internal import MediaModel
internal import MediaPicker
internal import UnicodeText

/// The picker on a terminal: numbered pages, one line of orders after the other.
///
/// It holds no rule of its own: what a number does, and why it may not, the session says.
struct PickPrompt {
  private let picker: PickerSession
  private let session: Session
  private let saysYes: Bool
  private let readLine: () -> String?
  private let pageCount: Int
  private var list: NumberedItems
  /// The number of the first item on the page, from 0.
  private var first = 0
  private var albums: [Album] = []

  init(
    _ picker: PickerSession, _ session: Session, saysYes: Bool,
    readLine: @escaping () -> String? = { Swift.readLine() }
  ) {
    self.picker = picker
    self.session = session
    self.saysYes = saysYes
    self.readLine = readLine
    pageCount = max(5, (Terminal.error.size?.rows ?? 24) - 4)
    list = NumberedItems(picker)
  }

  /// Asks until the picker has ended; an end of the input cancels.
  mutating func run() async throws {
    try await show()
    while picker.isPresented {
      session.complain("\(prompt)> ")
      guard let line = readLine() else {
        session.complain("\n")
        picker.cancel()
        return
      }
      do {
        try await obey(line.trimmed)
      } catch let error as UsageError {
        say(error.message)
      } catch let error where error is QueryError || error is CatalogError || error is PickerError {
        say(String(describing: error))
      }
    }
  }

  // MARK: Orders

  private mutating func obey(_ line: String) async throws {
    switch line {
    case "": try await turn(1)
    case "n", "next": try await turn(1)
    case "p", "previous": try await turn(-1)
    case "h", "help", "?": showHelp()
    case "s", "selected": try await showSelected()
    case "a", "albums": try await showAlbums()
    case "b", "back":
      if case .rejected? = picker.send(.back).first { say("There is no screen before this one.") }
      try await restart()
    case "all": try await selectAll()
    case "none":
      picker.send(.clear)
      try await show()
    case "d", "done", "c", "commit": try await commit()
    case "q", "quit": cancel()
    default:
      if line.first == "/" {
        try await search(String(line.dropFirst()).trimmed)
      } else if line.hasPrefix("a ") {
        try await openAlbum(String(line.dropFirst(2)).trimmed)
      } else if let ranges = try PickExpression.ranges(
        line.split(separator: " ").joined(separator: ","))
      {
        try await pick(ranges)
      } else {
        say("'\(line)' is no order; h lists them.")
      }
    }
  }

  private mutating func pick(_ ranges: [ClosedRange<Int>]) async throws {
    let wanted = try await list.cells(in: ranges)
    guard !wanted.isEmpty else { return say("There are \(list.cells.count) items.") }
    if wanted.count == 1 {
      picker.send(.toggle(wanted[0].item.facts))
    } else {
      picker.send(.toggleAll(wanted.map(\.item.facts)))
    }
    if picker.isPresented { try await show() }
  }

  private mutating func selectAll() async throws {
    try await PickExpression.all.select(in: picker)
    try await restart()
  }

  private mutating func search(_ text: String) async throws {
    for case .rejected(.badQuery(let reason)) in picker.send(.search(text)) { return say(reason) }
    try await restart()
  }

  private mutating func turn(_ direction: Int) async throws {
    let next = max(0, first + direction * pageCount)
    try await list.load(upTo: next + 1)
    if next < list.cells.count {
      first = next
    } else if direction > 0 {
      say("That was the last page.")
    }
    try await show()
  }

  private func commit() async throws {
    for block in try await picker.commit() { say(block.message) }
  }

  private func cancel() {
    let count = picker.state.selection.count
    let isNew = picker.state.selection != picker.state.original
    if isNew, count > 0, !saysYes {
      session.complain("Leave without \(Plural.items(count))? [y/N] ")
      guard let answer = readLine(), answer.trimmed.lowercased().hasPrefix("y") else { return }
    }
    picker.cancel()
  }

  // MARK: Albums

  private mutating func showAlbums(with text: String = "") async throws {
    albums = try await picker.albums()
    let folded = text.lowercased()
    let found = albums.enumerated().filter { _, album in
      folded.isEmpty || album.title.lowercased().contains(folded)
    }
    if found.isEmpty {
      return say(
        albums.isEmpty ? "There are no albums with such items." : "No album is called like that.")
    }
    for (index, album) in found.prefix(Self.albumCount) {
      line("\(column(String(index + 1), 4))  \(column(String(album.count), 6))  \(album.title)")
    }
    let more = found.count - Self.albumCount
    line(
      (more > 0 ? "\(more) more; " : "")
        + "a NUMBER opens an album, a WORD looks for some, b goes back.")
  }

  /// Albums that are listed at once.
  private static let albumCount = 40

  private mutating func openAlbum(_ text: String) async throws {
    if albums.isEmpty { albums = try await picker.albums() }
    guard let number = Int(text) else { return try await showAlbums(with: text) }
    guard albums.indices.contains(number - 1) else {
      return say("There is no album \(number); a lists them.")
    }
    let effects = picker.send(.setMode(.album(PickerAlbum(albums[number - 1]))))
    if case .rejected? = effects.first { say("This picker shows one screen only.") }
    try await restart()
  }

  private mutating func restart() async throws {
    list = NumberedItems(picker)
    first = 0
    try await show()
  }

  // MARK: Showing

  private mutating func show() async throws {
    guard picker.isPresented else { return }
    if !picker.state.mode.isGrid { return try await showAlbums() }
    try await list.load(upTo: first + pageCount)
    let state = picker.state
    if list.cells.isEmpty {
      if case .empty(let reason) = state.content { return say(reason.message) }
      return say("There is nothing here.")
    }
    let shown = first..<min(first + pageCount, list.cells.count)
    let cells = picker.cells(for: list.cells[shown].map(\.item))
    for (number, cell) in zip(shown, cells) { line(row(number + 1, cell, state)) }
    if shown.upperBound < list.cells.count || !list.isComplete { line("n shows more, h helps.") }
  }

  private func row(_ number: Int, _ cell: PickerCell, _ state: PickerState) -> String {
    let facts = cell.item.facts
    let mark: String
    if let place = cell.number {
      mark = state.configuration.style == .count ? "[\(place)]" : "[x]"
    } else {
      mark = cell.refusal == nil ? "[ ]" : " - "
    }
    let what: [String?] = [
      facts.taken.map { String($0.description.prefix(16)).replacing("T", with: " ") },
      facts.type?.name,
      facts.duration.map { HumanText.clock($0) }
        ?? facts.displaySize.map { "\($0.width)×\($0.height)" },
      facts.byteCount.map { HumanText.byteCount($0) },
    ]
    let name = cell.item.media?.path.lastComponent.displayText ?? facts.id.description
    let head = "\(column(String(number), 4)) \(mark) "
    let parts = zip(what, Self.widths).prefix(columnCount(besides: head))
      .map { TerminalCells.padded($0 ?? "", toCells: $1) + "  " }
    return TerminalCells.truncated(
      head + parts.joined() + name, toCells: max(20, session.errorStyle.width))
  }

  /// Cells of the columns between the mark and the name, the dearest first.
  private static let widths = [16, 5, 11, 7]

  /// How many of them leave room for a name: it says most, so they give way on a narrow terminal.
  private func columnCount(besides head: String) -> Int {
    var room = session.errorStyle.width - TerminalCells.width(head) - 20
    return Self.widths.prefix { width in
      room -= width + 2
      return room >= 0
    }.count
  }

  private func showSelected() async throws {
    let items = try await picker.selectedItems()
    if items.isEmpty { return say("Nothing is selected.") }
    for (index, item) in items.enumerated() {
      let name = item.media?.path.displayText ?? item.id.description
      line("\(column(String(index + 1), 4)) \(name)")
    }
  }

  private func showHelp() {
    for text in [
      "NUMBERS    select or deselect, as in 3, 1-5 or 2,4,9",
      "n, p       next and previous page; an empty line is n",
      "/QUERY     search; / alone shows everything again",
      "a, a N     list albums, open one (a WORD looks for some); b goes back",
      "s          show what is selected; all and none select and deselect",
      "d          done: print the choice",
      "q          quit without a choice",
    ] { line(text) }
  }

  private var prompt: String {
    let state = picker.state
    let count = state.selection.count
    let most = state.configuration.selection.limit.maximum.map { " of \($0)" } ?? ""
    return "\(count)\(most) selected"
  }

  private func column(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private func line(_ text: String) { say(text) }

  private func say(_ text: String) {
    session.complain((session.errorStyle.isTerminal ? EscapedText.forTerminal(text) : text) + "\n")
  }
}

extension String {
  /// Without blanks at its ends.
  fileprivate var trimmed: String {
    let from = drop { $0.isWhitespace }
    return String(from.reversed().drop { $0.isWhitespace }.reversed())
  }
}
