internal import CommandLineParsing
internal import CommandOutput
internal import MediaCatalog

/// The fields of media that a command prints.
struct MediaColumns {
  let fields: [MediaField]
  let plan: OutputPlan

  private static let inTables = ["id", "taken", "type", "size", "duration", "path"]
  static let inData = [
    "id", "path", "path_bytes", "type", "mime", "size", "taken", "taken_offset", "display_width",
    "display_height", "duration", "favorite",
  ]

  /// Chooses the fields that were asked for, or those that suit the format.
  ///
  /// - Throws: ``UsageError`` for a name that is no field.
  init(_ output: OutputArguments) throws(UsageError) {
    plan = try OutputPlan(
      output, known: MediaField.all.map(\.name), inTables: Self.inTables, inData: Self.inData)
    fields = plan.names.compactMap(MediaField.named)
  }

  /// How the columns are laid out.
  var columns: [RowColumn] { fields.map { Self.column(named: $0.name, isNumeric: $0.isNumeric) } }

  static func column(named name: String, isNumeric: Bool = false) -> RowColumn {
    switch name {
    case "path":
      RowColumn("path", isFlexible: true, keepsEnd: true, bytesName: "path_bytes")
    case "size": RowColumn("size", isNumeric: true, display: .byteCount)
    case "duration": RowColumn("duration", isNumeric: true, display: .clock)
    case "taken", "added", "mtime": RowColumn(name, display: .wallTime)
    default:
      RowColumn(name, isNumeric: isNumeric, isFlexible: flexible.contains(name))
    }
  }

  private static let flexible: Set<String> = [
    "name", "folder", "root", "title", "caption", "keywords", "error", "place", "copyright",
  ]
}
