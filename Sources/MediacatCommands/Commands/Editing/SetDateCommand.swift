internal import CommandLineParsing
internal import MediaCatalog
internal import MediaModel

/// `set-date`: corrects capture times.
struct SetDateCommand: RunnableCommand {
  var edit = EditArguments()
  var when: RawArgument?
  var shift: String?
  var zone: String?
  var isFromName = false
  var isFile = false

  static let command = Command(
    describing(
      "set-date", "Correct when items were taken.", topic: "Edit",
      details:
        "WHEN is a wall time, as a clock at the place showed it, and says as much as is known:"
        + " 1974, 2023-05, 2023-05-01, 2023-05-01T12:34, with seconds and a zone where wanted."
        + " It counts before the dates of the file, which is never written. Instead of WHEN, one of"
        + " the flags below moves each item's own date.",
      examples: [
        CommandExample("One item", "mediacat set-date 2023-05-01T12:34 12"),
        CommandExample("With its zone", "mediacat set-date \"2023-05-01 12:34:56+02:00\" 12"),
        CommandExample("Only the year is known", "mediacat set-date 1974 12 13"),
        CommandExample(
          "A camera whose clock was an hour slow",
          "mediacat set-date --shift +1h --query 'camera:\"Model 3\" taken:2013'"),
        CommandExample("Tell the zone", "mediacat set-date --zone +02:00 12 13"),
        CommandExample("By names", "mediacat set-date --from-name --query undated"),
        CommandExample("Back to what its file says", "mediacat set-date --file 12"),
      ]),
    initial: SetDateCommand(),
    flags: [
      .text("shift", value: "TIME", "Move dates by TIME, such as +1h30m or -2d.", \.shift),
      .text("zone", value: "OFFSET", "Set the zone, such as +02:00, Z or none.", \.zone)
        .details("The wall time stays: it was shown by a clock so far ahead of UTC."),
      .toggle("from-name", "Take the dates that file names say.", \.isFromName),
      EditArguments.fileFlag("Go back to the dates of the files.", at: \.isFile),
    ] + EditArguments.flags.map { $0.scoped(to: \.edit) },
    positionals: [
      Positional("WHEN", .optional, summary: "The date; not with the flags that move dates.") {
        arguments, raw in arguments.when = raw
      },
      ItemArguments.positional(at: \.edit.items),
    ],
    validate: { arguments throws(UsageError) in
      let ways = [
        arguments.shift != nil, arguments.zone != nil, arguments.isFromName, arguments.isFile,
      ]
      if ways.filter({ $0 }).count > 1 {
        throw UsageError("--shift, --zone, --from-name and --file exclude each other")
      }
    })

  func run(_ session: Session) async throws -> Int32 {
    if let change = try flagged() {
      return try await edit.apply(.captureTime(change), first: when, session)
    }
    guard let word = when else {
      throw UsageError(
        "missing WHEN", hint: "for example: mediacat set-date 2023-05-01T12:34 12")
    }
    let change = try DateText.read(word.displayText)
    return try await edit.apply(.captureTime(change), session)
  }

  /// What a flag asks for, `nil` without one.
  private func flagged() throws -> CaptureTimeEdit? {
    if let shift { return .shift(try ShiftText.duration(shift)) }
    if isFromName { return .fromName }
    if isFile { return .fromFile }
    guard let zone else { return nil }
    if zone == "none" { return .offset(nil) }
    guard let offset = UTCOffset(parsing: zone) else {
      throw UsageError(
        "--zone takes an offset of at most 14 hours such as +02:00, Z or none, not '\(zone)'")
    }
    return .offset(offset)
  }
}
