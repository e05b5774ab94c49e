internal import MediaModel
internal import UnicodeText

/// Turns the `field:value` terms of a query into predicates.
struct QueryValues {
  let query: String
  let now: WallTime

  /// The fields that a query knows, for messages.
  static let fields = ["type", "taken", "in", "album", "name", "is"]

  func predicate(
    field: String, value: String, at position: Int, valueAt: Int
  ) throws(QueryError) -> MediaPredicate {
    guard Self.fields.contains(field) else {
      throw QueryError(
        query: query, position: position, reason: "there is no field “\(field)”",
        hint: Suggestion.nearest(to: field, among: Self.fields).map { "did you mean \($0):?" }
          ?? "fields: \(Self.fields.map { "\($0):" }.joined(separator: " "));"
          + " in quotes it is a word to look for")
    }
    if value.isEmpty {
      throw QueryError(
        query: query, position: valueAt, reason: "“\(field):” needs a value",
        hint: "for example \(example(of: field))")
    }
    switch field {
    case "type":
      guard let type = MediaType.allCases.first(where: { $0.name == value.lowercased() }) else {
        throw unknown(value, of: field, allowed: MediaType.allCases.map(\.name), at: valueAt)
      }
      return .type(type)
    case "taken": return .taken(try timeRange(value, at: valueAt))
    case "in": return .inFolder(FilePath(value))
    case "album": return .inAlbum(value)
    case "name": return .name(value)
    default:
      guard let mark = MediaMark(rawValue: value.lowercased()) else {
        throw unknown(value, of: field, allowed: MediaMark.allCases.map(\.rawValue), at: valueAt)
      }
      return .mark(mark)
    }
  }

  private func example(of field: String) -> String {
    switch field {
    case "type": "type:video"
    case "taken": "taken:2023-05"
    case "in": "in:2019/07"
    case "album": "album:\"Italy 2023\""
    case "name": "name:IMG_*"
    default: "is:favorite"
    }
  }

  private func unknown(
    _ value: String, of field: String, allowed: [String], at position: Int
  ) -> QueryError {
    QueryError(
      query: query, position: position, reason: "“\(value)” is no value of \(field):",
      hint: "allowed: \(allowed.map { "\(field):\($0)" }.joined(separator: " "))")
  }
}
