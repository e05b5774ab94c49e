internal import CommandLineParsing
internal import CommandOutput
internal import MediaCatalog
internal import MediaModel

/// The template of exported files' names: a relative path that leads only downwards.
struct ExportTemplate: Sendable {
  private let template: Template

  /// The fields it needs, in order.
  let fields: [MediaField]

  /// Reads a template.
  ///
  /// - Throws: ``UsageError`` for what is no template, or leads out of the target folder as written.
  init(_ text: String) throws(UsageError) {
    do {
      template = try Template(parsing: text, fields: MediaField.all.map(\.name))
    } catch {
      throw UsageError("\(error)", hint: error.hint)
    }
    fields = template.fields.compactMap(MediaField.named)
    try Self.check(template)
  }

  /// Refuses what is wrong whatever the fields say; what they say is cleaned when it is known.
  private static func check(_ template: Template) throws(UsageError) {
    // A text that has the parts of a time, too.
    let full = components(of: template, .text("2001-02-03T04:05:06"))
    if full[0].isEmpty, full.count > 1 {
      throw UsageError(
        "the template starts with '/', but names files inside DIR", hint: "leave the slash out")
    }
    if full.contains([]) {
      throw UsageError(
        "the template has a folder or a file without a name",
        hint: "end it with the file's name: '{taken.year}/{name}'")
    }
    for component in full + components(of: template, .null)
    where component == Array("..".utf8) || component == Array(".".utf8) {
      throw UsageError(
        "the template has '\(String(decoding: component, as: UTF8.self))' for a folder, but names"
          + " files inside DIR")
    }
  }

  /// The components when every field has the same value.
  private static func components(of template: Template, _ value: FieldValue) -> [[UInt8]] {
    template.render(template.fields.map { _ in value })
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { Array($0) }
  }

  /// The relative path for the values of an item, to be cleaned component by component.
  func render(_ values: [FieldValue]) -> [UInt8] {
    template.render(values) { field, bytes in
      ExportName.value(bytes, keepsFolders: field == "folder")
    }
  }
}
