internal import CommandLineParsing
internal import CommandOutput
internal import MediaCatalog
internal import MediaModel

/// Prints groups, one row an item.
struct DuplicateRows: Sendable {
  private let plan: OutputPlan
  /// The media field of each column, `nil` for those that only groups have.
  private let fields: [MediaField?]

  private static let ofGroups = ["group", "main", "distance", "turned"]

  /// Chooses the fields that were asked for, or those that suit the format.
  ///
  /// - Throws: ``UsageError`` for a name that is no field.
  init(_ output: OutputArguments, isSimilar: Bool) throws(UsageError) {
    let tables =
      isSimilar
      ? ["group", "id", "distance", "turned", "display_width", "display_height", "size", "path"]
      : ["group", "id", "size", "taken", "path"]
    plan = try OutputPlan(
      output, known: Self.ofGroups + MediaField.all.map(\.name), inTables: tables,
      inData: Self.ofGroups + MediaColumns.inData)
    fields = plan.names.map { MediaField.named($0) }
  }

  private var columns: [RowColumn] {
    zip(plan.names, fields).map { name, field in
      field.map { MediaColumns.column(named: $0.name, isNumeric: $0.isNumeric) }
        ?? RowColumn(name, isNumeric: name != "main")
    }
  }

  /// Prints them to standard output.
  func write(_ groups: [DuplicateGroup], _ listing: MediaListing, style: OutputStyle) throws {
    var writer = plan.writer(style: style)
    try writer.begin(columns)
    let wanted = fields.compactMap { $0 }
    for (number, group) in groups.enumerated() {
      for (place, member) in group.members.enumerated() {
        var values = try listing.values(of: member.item, fields: wanted)[...]
        // Gone since it was found.
        if values.isEmpty, !wanted.isEmpty { continue }
        try writer.row(
          zip(plan.names, fields).map { name, field in
            if field != nil { return values.removeFirst() }
            return switch name {
            case "group": .integer(Int64(number + 1))
            case "main": .boolean(place == 0)
            case "distance": .integer(Int64(member.distance))
            default: .integer(Int64(member.quarterTurns * 90))
            }
          })
      }
    }
    try writer.end()
  }
}
