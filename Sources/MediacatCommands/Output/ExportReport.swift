internal import CommandOutput
internal import MediaCatalog
internal import MediaModel

/// Tells what became of exported items: rows or a line on standard output, failures on standard
/// error.
struct ExportReport {
  private let session: Session
  private let folder: FilePath
  private var writer: (any RowWriter)?
  private var counts: [ExportOutcome.Status: Int] = [:]
  private var byteCount: Int64 = 0

  /// Items that could not be exported.
  var failedCount: Int { counts[.failed, default: 0] }

  /// Makes a report; without a format it is one line.
  init(_ session: Session, folder: FilePath, format: ExportFormat?) {
    self.session = session
    self.folder = folder
    writer = format.flatMap { RowFormat(rawValue: $0.rawValue) }?
      .writer(to: session.output, style: session.outputStyle)
  }

  private static let columns = [
    RowColumn("id", isNumeric: true), RowColumn("status"),
    RowColumn("bytes", isNumeric: true, display: .byteCount),
    RowColumn("source", isFlexible: true, keepsEnd: true, bytesName: "source_bytes"),
    RowColumn("target", isFlexible: true, keepsEnd: true, bytesName: "target_bytes"),
    RowColumn("reason", isFlexible: true),
  ]

  /// Starts the rows.
  mutating func begin() throws { try writer?.begin(Self.columns) }

  /// Reports one item.
  mutating func row(_ item: ExportItem, _ outcome: ExportOutcome) throws {
    counts[outcome.status, default: 0] += 1
    if ![.unchanged, .failed].contains(outcome.status) { byteCount += outcome.byteCount ?? 0 }
    let target = folder.appending(item.target)
    if outcome.status == .failed {
      session.say("\(item.source) to \(target): \(outcome.reason ?? "")")
    }
    try writer?.row([
      .integer(item.id), .text(outcome.status.rawValue),
      outcome.byteCount.map(FieldValue.integer) ?? .null, .bytes(item.source.bytes),
      .bytes(target.bytes), outcome.reason.map(FieldValue.text) ?? .null,
    ])
  }

  /// Ends the rows, or prints the line.
  mutating func end(isComplete: Bool = true) throws {
    if writer != nil {
      try writer?.end()
      return
    }
    let parts = ExportOutcome.Status.allCases.compactMap { status in
      counts[status].map { count in
        "\(HumanText.count(Int64(count))) \(status.rawValue.replacing("-", with: " "))"
      }
    }
    let what =
      parts.isEmpty
      ? (isComplete ? "Nothing to export" : "Nothing exported") : parts.joined(separator: ", ")
    let size = byteCount > 0 ? "; \(HumanText.byteCount(byteCount)) written to \(folder)" : ""
    try session.print(what + size + (isComplete || parts.isEmpty ? "" : "; the rest was not tried"))
  }
}
