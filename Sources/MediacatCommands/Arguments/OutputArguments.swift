internal import CommandLineParsing
internal import CommandOutput

/// Flags of commands that print rows.
struct OutputArguments: Sendable {
  var format = RowFormat.table
  var endsWithNUL = false
  var columns: [String]?
  var template: String?

  static let flags: [Flag<OutputArguments>] = [
    .choice("format", value: "FORMAT", "Print as FORMAT.", \.format)
      .defaulting(to: "table").grouped("Output"),
    .toggle("json", "Print one JSON array; the same as --format json.", \.format, to: .json)
      .grouped("Output"),
    Flag(
      long: "null", short: "0", summary: "Print paths, each ended by NUL, for xargs -0."
    ) { arguments, _ in
      arguments.endsWithNUL = true
      if arguments.format == .table { arguments.format = .paths }
    }.grouped("Output"),
    Flag(
      long: "columns", arity: .value(name: "NAMES"),
      summary: "Print these fields, parted by commas; 'all' prints every one."
    ) { arguments, text throws(UsageError) in
      let names = (text ?? "").split(separator: ",").map {
        String($0.drop { $0 == " " })
      }
      if names.isEmpty { throw UsageError("--columns needs the names of fields") }
      arguments.columns = names
    }.grouped("Output"),
    .text(
      "template", value: "TEXT", "Print a line made of fields, such as '{taken.year}/{name}'.",
      \.template
    )
    .details(
      "After a field may stand a part of a time (.year, .month, .day, .hour, .minute, .second), a"
        + " width ({id:06}) and what to print when it is absent ({title|untitled}). {{ and }} are"
        + " braces."
    )
    .grouped("Output"),
  ]
}
