/// A query that cannot be understood, with the place and what would be allowed there.
public struct QueryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The whole query as it was typed.
  public var query: String
  /// Where the trouble starts, in characters from 0.
  public var position: Int
  /// What is wrong.
  public var reason: String
  /// What is allowed instead.
  public var hint: String?

  /// Two lines: the reason, and the query with a mark under the place.
  public var description: String {
    let place = "  \(query)\n  \(String(repeating: " ", count: position))^"
    return "\(reason)\n\(place)" + (hint.map { "\n\($0)" } ?? "")
  }
}
