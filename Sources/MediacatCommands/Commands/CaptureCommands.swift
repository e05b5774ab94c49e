internal import CommandLineParsing
internal import CommandOutput
internal import MediaCatalog
internal import MediaModel
internal import MediaPicker
internal import MediaWorkers

/// `capture add`: takes copies of files into the inbox.
struct CaptureAddCommand: RunnableCommand {
  var global = GlobalArguments()
  var output = OutputArguments()
  var files: [RawArgument] = []
  var type = CaptureType.any
  var maximumSeconds: Int?

  static let command = Command(
    describing(
      "add", "Take copies of new photos and recordings into the inbox.", topic: "Captures",
      details: """
        The bytes stay as they are; the files are only read. What is in the inbox waits there until \
        it is promoted into the collection or discarded. What is no media or not of --type is \
        refused; a recording that is damaged or longer than --max-seconds is kept in quarantine with \
        the reason. Either makes the exit status 2.
        """,
      examples: [
        CommandExample("One photo", "mediacat capture add IMG_0001.JPG"),
        CommandExample(
          "Straight into the collection",
          "mediacat capture add IMG_0001.JPG --template '{uid}'"
            + " | mediacat capture promote - --to ~/Pictures/New"),
      ]),
    initial: CaptureAddCommand(),
    flags: [
      .choice("type", value: "TYPE", "Take only this kind.", \.type).defaulting(to: "any"),
      .integer(
        "max-seconds", value: "SECONDS", in: 1...Int(Int32.max),
        "Quarantine videos that are longer.", \.maximumSeconds),
    ] + CaptureRows.flags(at: \.output) + GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [
      Positional(
        "FILE", .oneOrMore, summary: "A photo or a recording.", completion: .file
      ) { arguments, raw in arguments.files.append(raw) }
    ])

  func run(_ session: Session) async throws -> Int32 {
    let rows = try CaptureRows(output)
    let rules = CaptureRules(
      types: type.types, maximumDuration: maximumSeconds.map { .seconds($0) })
    return try await CaptureRows.withInbox(session, global) { inbox in
      var status = ExitStatus.done
      var captures: [Capture] = []
      for file in files {
        do {
          let capture = try await inbox.add(FilePath(bytes: file.bytes), rules: rules)
          if let failure = capture.error {
            session.say("\(file.displayText): kept in quarantine: \(failure.reason)")
            status = ExitStatus.failed
          }
          captures.append(capture)
        } catch let error as CatalogError where error.concernsOneItem {
          session.say("\(error)")
          status = ExitStatus.failed
        } catch {
          // A full disk ends the run; what came before is in the inbox.
          try rows.print(captures, session)
          throw error
        }
      }
      try rows.print(captures, session)
      return status
    }
  }
}

/// The kinds that `capture add` may be told to take.
enum CaptureType: String, CaseIterable, Hashable, Sendable {
  case any, image, video

  var types: Set<MediaType> {
    switch self {
    case .any: Set(MediaType.allCases)
    case .image: [.image]
    case .video: [.video]
    }
  }
}

/// `capture list`: what waits in the inbox.
struct CaptureListCommand: RunnableCommand {
  var global = GlobalArguments()
  var output = OutputArguments()

  static let command = Command(
    describing(
      "list", "List what waits in the inbox, the oldest first.", topic: "Captures",
      details: "Staged captures can be promoted; the column 'error' says why others cannot.",
      examples: [
        CommandExample("All", "mediacat capture list"),
        CommandExample("As JSON", "mediacat capture list --json"),
      ]),
    initial: CaptureListCommand(),
    flags: CaptureRows.flags(at: \.output) + GlobalArguments.flags.map { $0.scoped(to: \.global) })

  func run(_ session: Session) async throws -> Int32 {
    let rows = try CaptureRows(output)
    return try await CaptureRows.withInbox(session, global) { inbox in
      let captures = try await inbox.all()
      try rows.print(captures, session)
      return captures.isEmpty ? ExitStatus.nothing : ExitStatus.done
    }
  }
}

/// `capture discard`: throws captures away.
struct CaptureDiscardCommand: RunnableCommand {
  var global = GlobalArguments()
  var captures = CaptureArguments()
  var isDry = false

  static let command = Command(
    describing(
      "discard", "Throw captures away.", topic: "Captures",
      details: "Their copies in the inbox are removed; the files that they were made of stay.",
      examples: [
        CommandExample(
          "What could be thrown away",
          "mediacat capture list --template '{uid}' | mediacat capture discard - --dry-run"),
        CommandExample(
          "What is in quarantine",
          "mediacat capture list --template '{state} {uid}' | sed -n 's/^quarantined //p'"
            + " | mediacat capture discard -"),
      ]),
    initial: CaptureDiscardCommand(),
    flags: [
      .toggle("dry-run", short: "n", "Remove nothing; print what would be done.", \.isDry)
    ] + GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [CaptureArguments.positional(at: \.captures)])

  func run(_ session: Session) async throws -> Int32 {
    try captures.requireSome()
    return try await CaptureRows.withInbox(session, global) { inbox in
      let chosen = try await captures.find(in: inbox)
      if !isDry { try await inbox.discard(chosen.map(\.uid)) }
      let what = isDry ? "would discard" : "discarded"
      try session.print(lines: chosen.map { "\(what) \($0.uid), \($0.name)" })
      return chosen.isEmpty ? ExitStatus.nothing : ExitStatus.done
    }
  }
}

/// `capture promote`: moves captures into the collection.
struct CapturePromoteCommand: RunnableCommand {
  var global = GlobalArguments()
  var output = OutputArguments()
  var captures = CaptureArguments()
  var target: [UInt8]?

  static let command = Command(
    describing(
      "promote", "Move captures into the collection.", topic: "Captures",
      details: """
        All of them are moved, or none when one cannot be. They get the names that they came with; \
        nothing is overwritten: the second IMG.jpg becomes IMG (2).jpg. FOLDER lies in an indexed \
        folder and is made if it is missing; index it afterwards.
        """,
      examples: [
        CommandExample(
          "All that wait",
          "mediacat capture list --template '{uid}'"
            + " | mediacat capture promote - --to ~/Pictures/New")
      ]),
    initial: CapturePromoteCommand(),
    flags: [
      .path("to", value: "FOLDER", "Move into FOLDER.", \.target).completing(.directory)
    ] + CaptureRows.flags(at: \.output) + GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [CaptureArguments.positional(at: \.captures)])

  func run(_ session: Session) async throws -> Int32 {
    try captures.requireSome()
    guard let target, !target.isEmpty else {
      throw UsageError("no folder is named to promote to", hint: "name one: --to FOLDER")
    }
    let rows = try CaptureRows(output)
    return try await CaptureRows.withInbox(session, global) { inbox in
      let chosen = try await captures.find(in: inbox)
      let paths = try await inbox.promote(
        chosen.map(\.uid), into: FilePath(bytes: target))
      let promoted = zip(chosen, paths).map { capture, path in
        var promoted = capture
        (promoted.state, promoted.path) = (.promoted, path)
        return promoted
      }
      try rows.print(promoted, session)
      return chosen.isEmpty ? ExitStatus.nothing : ExitStatus.done
    }
  }
}

/// Captures as a person names them: uids, their beginnings, or `-` for a list on standard input.
struct CaptureArguments: Sendable {
  var words: [RawArgument] = []

  /// A shorter beginning is a slip of the finger rather than a name.
  private static let shortestBeginning = 4

  /// Makes the positional of a command whose arguments contain these.
  static func positional<Outer>(
    at path: any WritableKeyPath<Outer, CaptureArguments> & Sendable
  ) -> Positional<Outer> {
    Positional(
      "UID", .any,
      summary: "A uid of capture list or its beginning, or - for a list on standard input."
    ) { arguments, raw in arguments[keyPath: path].words.append(raw) }
  }

  /// Refuses a command line without any capture.
  func requireSome() throws(UsageError) {
    if words.isEmpty {
      throw UsageError(
        "no captures are named", hint: "name uids, or - for a list; mediacat capture list has them")
    }
  }

  /// Finds all captures, each once.
  ///
  /// - Throws: ``CatalogError`` `notFound` or `ambiguous`; nothing was changed then.
  func find(in inbox: CaptureInbox) async throws -> [Capture] {
    let words = try words.flatMap { word in
      word.bytes == [UInt8(ascii: "-")] ? try InputList.words(isSplitAtNUL: false) : [word]
    }
    let known = try await inbox.all()
    var seen: Set<String> = []
    return try words.map { try Self.capture(of: $0, known) }
      .filter { seen.insert($0.uid).inserted }
  }

  private static func capture(of word: RawArgument, _ known: [Capture]) throws -> Capture {
    let name = word.displayText
    let found = known.filter {
      $0.uid == name || (name.utf8.count >= shortestBeginning && $0.uid.hasPrefix(name))
    }
    if found.count > 1 {
      throw CatalogError(
        code: .ambiguous, reason: "\(found.count) captures begin with '\(name)'; name more of it")
    }
    guard let capture = found.first else {
      throw CatalogError(
        code: .notFound, reason: "there is no capture '\(name)'; see mediacat capture list")
    }
    return capture
  }
}

/// The rows that capture commands print.
struct CaptureRows {
  private let plan: OutputPlan
  private let fields: [Field]

  private typealias Field = (column: RowColumn, value: @Sendable (Capture) -> FieldValue)

  private static let all: [Field] = [
    (RowColumn("uid"), { .text($0.uid) }),
    (RowColumn("state"), { .text($0.state.rawValue) }),
    (RowColumn("type"), { $0.type.map { .text($0.name) } ?? .null }),
    (RowColumn("mime"), { .text($0.mime) }),
    (MediaColumns.column(named: "size"), { .integer($0.byteCount) }),
    (
      RowColumn("display_width", isNumeric: true),
      { $0.displaySize.map { .integer(Int64($0.width)) } ?? .null }
    ),
    (
      RowColumn("display_height", isNumeric: true),
      { $0.displaySize.map { .integer(Int64($0.height)) } ?? .null }
    ),
    (MediaColumns.column(named: "duration"), { $0.duration.map(FieldValue.duration) ?? .null }),
    (MediaColumns.column(named: "taken"), { $0.taken.map { .text($0.description) } ?? .null }),
    (RowColumn("created", display: .wallTime), { .text(WallTime.utcSecond($0.created)) }),
    (RowColumn("origin"), { .text($0.origin.rawValue) }),
    (RowColumn("digest"), { .text($0.digest) }),
    (RowColumn("name", isFlexible: true, bytesName: "name_bytes"), { .bytes($0.name.bytes) }),
    (MediaColumns.column(named: "path"), { .bytes($0.path.bytes) }),
    (RowColumn("error_code"), { $0.error.map { .text($0.code.rawValue) } ?? .null }),
    (RowColumn("error", isFlexible: true), { $0.error.map { .text($0.reason) } ?? .null }),
    (RowColumn("lease", isFlexible: true), { $0.lease.map { .text($0.owner) } ?? .null }),
    (
      RowColumn("lease_expires", display: .wallTime),
      { $0.lease.map { .text(WallTime.utcSecond($0.expires)) } ?? .null }
    ),
  ]

  private static let inTables = ["uid", "state", "type", "size", "duration", "name", "error"]

  /// The flags of a command that prints captures.
  static func flags<Outer>(
    at path: any WritableKeyPath<Outer, OutputArguments> & Sendable
  ) -> [Flag<Outer>] {
    OutputArguments.flags.map { $0.scoped(to: path) }
  }

  /// Chooses the fields that were asked for, or those that suit the format.
  ///
  /// - Throws: ``UsageError`` for a name that is no field.
  init(_ output: OutputArguments) throws(UsageError) {
    let names = Self.all.map(\.column.name)
    plan = try OutputPlan(output, known: names, inTables: Self.inTables, inData: names)
    fields = plan.names.compactMap { name in Self.all.first { $0.column.name == name } }
  }

  /// Prints captures.
  func print(_ captures: [Capture], _ session: Session) throws {
    var writer = plan.writer(style: session.outputStyle)
    try writer.begin(fields.map(\.column))
    for capture in captures { try writer.row(fields.map { $0.value(capture) }) }
    try writer.end()
  }

  /// Opens the inbox of a catalog, makes up for crashes and sweeps.
  static func withInbox(
    _ session: Session, _ global: GlobalArguments,
    _ body: (CaptureInbox) async throws -> Int32
  ) async throws -> Int32 {
    try await session.withCatalog(global) { catalog in
      var decoding = WorkerPool.Configuration(workerCount: 1)
      decoding.decodes = true
      return try await WorkerPool(.init(workerCount: 1)).whileOpen { reader in
        try await WorkerPool(decoding).whileOpen { decoder in
          let inbox = try CaptureInbox(
            of: catalog, reader: StagedMetadataReader(reader, then: decoder))
          let recovery = try await inbox.recover()
          for uid in recovery.promoted {
            session.say("capture \(uid): its interrupted promotion is finished")
          }
          for uid in recovery.undone {
            session.say("capture \(uid): its interrupted promotion is undone")
          }
          try await inbox.sweep()
          return try await body(inbox)
        }
      }
    }
  }
}
