internal import MediaModel

/// A filter with its negations pushed down to the predicates, and nested groups of one kind joined.
///
/// SQLite's parser gives up near 20 levels of parentheses; this form has as few as there can be.
/// It also needs no care for NULL: an unknown claim counts as false in AND and OR, and a negated
/// predicate is written `IS NOT TRUE`.
indirect enum Clause: Hashable {
  case all([Clause])
  case any([Clause])
  case leaf(MediaPredicate, isNegated: Bool)

  init(_ filter: MediaFilter, isNegated: Bool = false) {
    switch filter {
    case .matches(let predicate): self = .leaf(predicate, isNegated: isNegated)
    case .not(let part): self.init(part, isNegated: !isNegated)
    case .all(let parts):
      // De Morgan: not all of them is any of their negations.
      let clauses = parts.map { Clause($0, isNegated: isNegated) }
      self = isNegated ? Self.joinedAny(clauses) : Self.joinedAll(clauses)
    case .any(let parts):
      let clauses = parts.map { Clause($0, isNegated: isNegated) }
      self = isNegated ? Self.joinedAll(clauses) : Self.joinedAny(clauses)
    }
  }

  private static func joinedAll(_ clauses: [Clause]) -> Clause {
    let flat = clauses.flatMap { if case .all(let inner) = $0 { inner } else { [$0] } }
    return flat.count == 1 ? flat[0] : .all(flat)
  }

  private static func joinedAny(_ clauses: [Clause]) -> Clause {
    let flat = clauses.flatMap { if case .any(let inner) = $0 { inner } else { [$0] } }
    return flat.count == 1 ? flat[0] : .any(flat)
  }

  /// The parts that must all hold.
  var conjuncts: [Clause] { if case .all(let parts) = self { parts } else { [self] } }
}
