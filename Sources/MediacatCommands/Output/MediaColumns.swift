internal import CommandLineParsing
internal import CommandOutput
internal import MediaCatalog
internal import UnicodeText

/// The fields of media that a command prints.
struct MediaColumns {
  let fields: [MediaField]

  private static let inTables = ["id", "taken", "type", "size", "duration", "path"]
  private static let inData = [
    "id", "path", "path_bytes", "type", "mime", "size", "taken", "taken_offset", "display_width",
    "display_height", "duration", "favorite",
  ]

  /// Chooses the fields that were asked for, or those that suit the format.
  ///
  /// - Throws: ``UsageError`` for a name that is no field.
  init(_ output: OutputArguments) throws(UsageError) {
    let names: [String]
    switch output.format {
    case .paths: names = ["path"]
    case .table: names = output.columns ?? Self.inTables
    case .json, .jsonl, .csv: names = output.columns ?? Self.inData
    }
    if names == ["all"] {
      fields = MediaField.all
      return
    }
    var fields: [MediaField] = []
    for name in names {
      guard let field = MediaField.named(name) else {
        let known = MediaField.all.map(\.name)
        throw UsageError(
          "there is no field '\(name)'",
          hint: Suggestion.hint(for: name, among: known)
            ?? "fields: \(known.joined(separator: " "))")
      }
      fields.append(field)
    }
    self.fields = fields
  }

  /// How the columns are laid out.
  var columns: [RowColumn] { fields.map { Self.column(named: $0.name, isNumeric: $0.isNumeric) } }

  static func column(named name: String, isNumeric: Bool = false) -> RowColumn {
    switch name {
    case "path":
      RowColumn("path", isFlexible: true, keepsEnd: true, bytesName: "path_bytes")
    case "size": RowColumn("size", isNumeric: true, display: .byteCount)
    case "duration": RowColumn("duration", isNumeric: true, display: .clock)
    default:
      RowColumn(name, isNumeric: isNumeric, isFlexible: flexible.contains(name))
    }
  }

  private static let flexible: Set<String> = [
    "name", "folder", "root", "title", "caption", "keywords", "error", "place", "copyright",
  ]
}
