internal import CommandLineParsing
internal import CommandOutput
internal import UnicodeText

/// Which fields a command prints, and how.
struct OutputPlan: Sendable {
  /// The names of the fields, in order.
  let names: [String]
  private let arguments: OutputArguments
  private let template: Template?

  /// Chooses the fields that were asked for, or those that suit the format.
  ///
  /// - Parameters:
  ///   - arguments: What was asked for.
  ///   - known: All names there are.
  ///   - inTables: The names that suit people.
  ///   - inData: The names that suit programs.
  /// - Throws: ``UsageError`` for a name that is no field, or a template that cannot be read.
  init(
    _ arguments: OutputArguments, known: [String], inTables: [String], inData: [String]
  ) throws(UsageError) {
    self.arguments = arguments
    if let text = arguments.template {
      let template = try Self.template(text, known)
      self.template = template
      names = template.fields
      return
    }
    template = nil
    let chosen: [String]
    switch arguments.format {
    case .paths: chosen = ["path"]
    case .table: chosen = arguments.columns ?? inTables
    case .json, .jsonl, .csv: chosen = arguments.columns ?? inData
    }
    names = chosen == ["all"] ? known : chosen
    for name in names where !known.contains(name) {
      if arguments.format == .paths {
        throw UsageError("these have no paths", hint: "formats: table, json, jsonl, csv")
      }
      throw UsageError(
        "there is no field '\(name)'",
        hint: Suggestion.hint(for: name, among: known)
          ?? "fields: \(known.joined(separator: " "))")
    }
  }

  private static func template(_ text: String, _ known: [String]) throws(UsageError) -> Template {
    do {
      return try Template(parsing: text, fields: known)
    } catch {
      throw UsageError("\(error)", hint: error.hint)
    }
  }

  /// Whether one JSON document is wanted.
  var isJSON: Bool { template == nil && arguments.format == .json }

  /// Makes the writer for the rows, to standard output.
  func writer(style: OutputStyle) -> any RowWriter {
    let output = ByteWriter(descriptor: 1)
    if let template {
      return TemplateWriter(
        template, to: output, style: style, isNULSeparated: arguments.endsWithNUL)
    }
    return arguments.format.writer(
      to: output, style: style, isNULSeparated: arguments.endsWithNUL)
  }
}
