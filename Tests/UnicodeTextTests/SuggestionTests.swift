import Testing
import UnicodeText

@Suite("Edit distance and suggestions") struct SuggestionTests {
  @Test(
    arguments: [
      ("sinse", ["size", "since"], "since"),
      ("lsit", ["list", "set"], "list"), ("x", ["y"], "y"), ("zz", ["list"], nil),
      ("size", ["since"], nil),
      ("fav", ["favorite", "fave"], "favorite"), ("JSON", ["json"], "json"), ("", ["a"], "a"),
    ] as [(String, [String], String?)])
  func `suggests`(word: String, candidates: [String], expected: String?) {
    #expect(Suggestion.nearest(to: word, among: candidates) == expected)
  }
}
