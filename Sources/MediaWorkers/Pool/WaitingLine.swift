/// Who waits for a worker: in each kind of work the first comes first, and the kinds take turns.
///
/// So a thousand wanted thumbnails delay a batch of metadata by one of them, and the other way round.
struct WaitingLine<Waiter> {
  private var lines: [Operation.Kind: [(ticket: UInt64, waiter: Waiter)]] = [:]
  private var lastServed = Operation.Kind.thumbnails

  /// Adds a waiter at the end.
  mutating func add(_ waiter: Waiter, ticket: UInt64, for kind: Operation.Kind) {
    lines[kind, default: []].append((ticket, waiter))
  }

  /// Takes a waiter out who gives up; `nil` when it has been served.
  mutating func remove(ticket: UInt64) -> Waiter? {
    for kind in Operation.Kind.allCases {
      guard let place = lines[kind]?.firstIndex(where: { $0.ticket == ticket }) else { continue }
      return lines[kind]?.remove(at: place).waiter
    }
    return nil
  }

  /// Takes the next waiter out.
  mutating func next() -> Waiter? {
    let kinds = Operation.Kind.allCases
    for kind in kinds.filter({ $0 != lastServed }) + [lastServed] {
      guard lines[kind]?.isEmpty == false else { continue }
      lastServed = kind
      return lines[kind]?.removeFirst().waiter
    }
    return nil
  }
}
