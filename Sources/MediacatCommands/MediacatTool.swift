internal import CommandLineParsing
internal import CommandOutput
internal import LinuxSystem
internal import MediaCatalog

/// The program: its commands, and how a command line becomes an exit status.
package enum MediacatTool {
  typealias Action = @Sendable (Session) async throws -> Int32

  static let tool = CommandLineTool(
    describingTool(),
    commands: [
      node("index", IndexCommand.command),
      CommandNode(
        group: describing("roots", "Manage the indexed folders.", topic: "Catalog", examples: []),
        [
          node("list", in: ["roots"], RootsListCommand.command),
          node("add", in: ["roots"], RootsAddCommand.command),
          node("remove", in: ["roots"], RootsRemoveCommand.command),
          node("relocate", in: ["roots"], RootsRelocateCommand.command),
        ]),
      node("status", StatusCommand.command), node("list", ListCommand.command),
      node("count", CountCommand.command), node("show", ShowCommand.command),
      node("duplicates", DuplicatesCommand.command),
      node("pick", PickCommand.command),
      node("albums", AlbumsCommand.command),
      CommandNode(
        group: describing("album", "Make and change albums.", topic: "Albums", examples: []),
        [
          node("create", in: ["album"], AlbumCreateCommand.command),
          node("rename", in: ["album"], AlbumRenameCommand.command),
          node("delete", in: ["album"], AlbumDeleteCommand.command),
          node("add", in: ["album"], AlbumItemsCommand.add),
          node("remove", in: ["album"], AlbumItemsCommand.remove),
          node("move", in: ["album"], AlbumMoveCommand.command),
          node("cover", in: ["album"], AlbumCoverCommand.command),
          node("sort", in: ["album"], AlbumSortCommand.command),
          node("nest", in: ["album"], AlbumNestCommand.command),
          node("duplicate", in: ["album"], AlbumDuplicateCommand.command),
        ]),
      CommandNode(
        group: describing(
          "capture", "Take new photos and recordings, and decide what becomes of them.",
          topic: "Captures", examples: []),
        [
          node("add", in: ["capture"], CaptureAddCommand.command),
          node("list", in: ["capture"], CaptureListCommand.command),
          node("discard", in: ["capture"], CaptureDiscardCommand.command),
          node("promote", in: ["capture"], CapturePromoteCommand.command),
        ]),
      node("favorite", FavoriteCommand.command), node("rate", RateCommand.command),
      node("hide", HideCommand.command), node("title", TextCommand.title),
      node("caption", TextCommand.caption),
      CommandNode(
        group: describing("keyword", "Add and remove keywords.", topic: "Edit", examples: []),
        [
          node("add", in: ["keyword"], KeywordCommand.add),
          node("remove", in: ["keyword"], KeywordCommand.remove),
          node("reset", in: ["keyword"], KeywordResetCommand.command),
        ]),
      node("set-date", SetDateCommand.command), node("trash", TrashCommand.command),
      node("undo", UndoCommand.undo),
      node("redo", UndoCommand.redo),
      node("url", URLCommand.command),
      node("data", DataCommand.command),
      node("export", ExportCommand.command),
      node("thumb", ThumbCommand.command), node("thumbs", ThumbsCommand.command),
      node("completions", CompletionsCommand.command),
    ])

  private static func node<Arguments: RunnableCommand>(
    _ name: String, in path: [String] = [],
    _ command: @autoclosure @escaping @Sendable () -> Command<Arguments>
  ) -> CommandNode<Action> {
    CommandNode(name, command) { arguments in
      { @Sendable session in
        do {
          return try await arguments.run(session)
        } catch var error as UsageError {
          // Found out while running; the parser has named the command in all others.
          if error.command.isEmpty { error.command = path + [name] }
          throw error
        }
      }
    }
  }

  private static func describingTool() -> ToolDescription {
    var description = ToolDescription(
      name: "mediacat", version: Version.current,
      summary: "A media catalog in one SQLite file.",
      details: """
        Index your photos and videos once, then list, count and arrange them from the shell. \
        Originals are only read, never changed; albums and favourites survive missing disks and \
        moved folders.
        """)
    description.globalFlags = GlobalArguments.flags.map(\.description)
    description.exitStatuses = [
      DescribedTerm("0", "Done."), DescribedTerm("1", "Nothing matched."),
      DescribedTerm("2", "Failed, wholly or partly; an offline root too."),
      DescribedTerm("3", "The catalog cannot be opened."),
      DescribedTerm("64", "The command line makes no sense."), DescribedTerm("130", "Interrupted."),
    ]
    description.environment = [
      DescribedTerm("MEDIACAT_CATALOG", "The catalog, when --catalog does not name one."),
      DescribedTerm("MEDIACAT_WORKER", "The program that opens media files."),
      DescribedTerm("NO_COLOR", "No colours, when set and not empty."),
      DescribedTerm("XDG_DATA_HOME", "Where the catalog lies as a rule, in mediacat/."),
    ]
    return description
  }

  /// Runs this process's command line.
  ///
  /// - Returns: The exit status.
  package static func run() async -> Int32 {
    Signals.ignoreBrokenPipe()
    let session = Session.ofProcess()
    do {
      switch try tool.parse(RawArgument.ofProcess()) {
      case .version: try session.print("mediacat \(Version.current)")
      case .help(let path, let isLong):
        let renderer = HelpRenderer(
          tool.description, width: session.outputStyle.width, isBold: session.outputStyle.usesColor)
        let output = session.output
        try output.write(renderer.help(for: path, isLong: isLong))
        try output.flush()
      case .run(let action): return try await Interruption.run { try await action(session) }
      }
      return ExitStatus.done
    } catch let error as OutputError where error.isClosedPipe {
      // The reader has seen enough.
      return ExitStatus.done
    } catch let error as UsageError {
      session.complain(error.text(for: tool.description))
      return ExitStatus.usage
    } catch {
      session.say("\(error)")
      return ExitStatus.of(error)
    }
  }
}

/// A command with its arguments, ready to run.
protocol RunnableCommand: Sendable {
  /// Runs it.
  ///
  /// - Returns: The exit status.
  func run(_ session: Session) async throws -> Int32
}
