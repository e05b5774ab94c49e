/// Finds the word a person may have meant.
package enum Suggestion {
  /// The nearest candidate, `nil` when none is near; of equal ones the first.
  ///
  /// Near is one edit for every three letters, at least one, or a beginning of two letters or more.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let typed = Array(word.lowercased())
    let limit = max(1, typed.count / 3)
    var best: (word: String, distance: Int)?
    for candidate in candidates where candidate != word {
      let letters = Array(candidate.lowercased())
      let isBeginning = typed.count >= 2 && letters.starts(with: typed)
      // Lengths that differ by more cannot be near; this also bounds the work on long words.
      guard isBeginning || abs(letters.count - typed.count) <= limit else { continue }
      let distance = isBeginning ? 1 : editDistance(typed, letters)
      if distance <= limit, distance < (best?.distance ?? .max) { best = (candidate, distance) }
    }
    return best?.word
  }

  /// `did you mean …?` for the nearest candidate.
  package static func hint(for word: String, among candidates: [String]) -> String? {
    nearest(to: word, among: candidates).map { "did you mean \($0)?" }
  }

  /// Optimal string alignment: insertions, deletions, replacements and swaps of neighbours.
  static func editDistance(_ left: [Character], _ right: [Character]) -> Int {
    var beforePrevious = [Int](repeating: 0, count: right.count + 1)
    var previous = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for column in right.indices {
        let replaced = previous[column] + (left[row] == right[column] ? 0 : 1)
        var cost = min(replaced, previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforePrevious[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[right.count]
  }
}
