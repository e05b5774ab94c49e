internal import CommandLineParsing
internal import MediaModel
internal import MediaWorkers
internal import UnicodeText

/// Flags of commands that deliver copies.
struct StripArguments: Sendable {
  var stripping: MetadataStripping = []

  static let flags: [Flag<StripArguments>] = [
    Flag(
      long: "strip", arity: .value(name: "WORDS"),
      summary: "Leave out location, captions, serials, or all metadata; commas between.",
      completion: .choices(MetadataStripping.words)
    ) { arguments, text throws(UsageError) in
      let text = text ?? ""
      guard let stripping = MetadataStripping(words: text) else {
        let known = MetadataStripping.words
        let wrong = text.split(separator: ",", omittingEmptySubsequences: false)
          .map(String.init).first { !known.contains($0) }
        throw UsageError(
          "--strip takes \(known.joined(separator: ", ")) with commas between, not '\(wrong ?? text)'",
          hint: wrong.flatMap { Suggestion.hint(for: $0, among: known) })
      }
      arguments.stripping.formUnion(stripping)
    }
  ]

  /// What help says of stripping.
  static let details = """
    With --strip the copy has the same pixels and sound, orientation and colour profile, but says \
    less: location (coordinates and places), captions (titles, descriptions, comments, keywords, \
    persons), serials (serial numbers, owner, maker notes, identifiers), all (every metadata). \
    Artist and copyright go only with all. What cannot be understood goes with any of them; a \
    format that nothing can be taken out of is an error. The original is never changed.
    """

  /// Runs `body` with workers that plan copies, which end with it.
  static func withPlanner<Result>(
    _ body: (any DeliveryPlanning) async throws -> Result
  ) async throws -> Result {
    try await WorkerPool(WorkerPool.Configuration(workerCount: 1)).whileOpen(body)
  }
}
