internal import CommandLineParsing
internal import MediaCatalog

/// `undo` and `redo`.
struct UndoCommand: RunnableCommand {
  var global = GlobalArguments()
  var isDryRun = false
  var isRedo: Bool

  private static let flags: [Flag<UndoCommand>] =
    [.toggle("dry-run", "Only print what would be done.", \.isDryRun)]
    + GlobalArguments.flags.map { $0.scoped(to: \.global) }

  static let undo = Command(
    describing(
      "undo", "Undo the last change of items or albums.", topic: "Edit",
      details:
        "Favourites, ratings, texts, keywords, dates, and everything about albums. Repeat it to"
        + " go further back; about a thousand changes are kept.",
      examples: [
        CommandExample("The last change", "mediacat undo"),
        CommandExample("See what it would be", "mediacat undo --dry-run"),
      ]),
    initial: UndoCommand(isRedo: false), flags: flags)

  static let redo = Command(
    describing(
      "redo", "Do again what was undone last.", topic: "Edit",
      details: "Possible until something else is changed.",
      examples: [CommandExample("After an undo", "mediacat undo && mediacat redo")]),
    initial: UndoCommand(isRedo: true), flags: flags)

  func run(_ session: Session) async throws -> Int32 {
    try await session.withCatalog(global) { catalog in
      if isDryRun {
        let step = isRedo ? try await catalog.redoStep() : try await catalog.undoStep()
        guard let step else { return nothing(session) }
        try session.print("would \(isRedo ? "redo" : "undo"): \(step.summary)")
        return ExitStatus.done
      }
      let receipt = isRedo ? try await catalog.redo() : try await catalog.undo()
      guard let receipt else { return nothing(session) }
      try session.print("\(isRedo ? "redid" : "undid"): \(receipt.step.summary)")
      if receipt.leftAlone > 0 {
        session.say(
          "left as it is, because something else changed it since: \(receipt.leftAlone) of"
            + " \(receipt.leftAlone + receipt.restored) rows")
      }
      session.say(UndoHint.text(global, isRedo ? "undo" : "redo"))
      return ExitStatus.done
    }
  }

  private func nothing(_ session: Session) -> Int32 {
    session.say("there is nothing to \(isRedo ? "redo" : "undo")")
    return ExitStatus.nothing
  }
}
