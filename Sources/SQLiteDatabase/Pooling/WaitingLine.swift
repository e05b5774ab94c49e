/// A first-in, first-out line that anyone may leave early, each operation in constant time.
struct WaitingLine<Element> {
  private var elements: [Int: Element] = [:]
  private var firstTicket = 0
  private var lastTicket = 0

  /// Elements in the line.
  var count: Int { elements.count }

  /// A ticket for a place that may be taken later; places are served by ticket.
  mutating func nextTicket() -> Int {
    defer { lastTicket += 1 }
    return lastTicket
  }

  /// Takes the place of a ticket.
  mutating func append(_ element: Element, ticket: Int) {
    elements[ticket] = element
    firstTicket = Swift.min(firstTicket, ticket)
  }

  /// Leaves the line, `nil` when the ticket has no place in it.
  mutating func remove(_ ticket: Int) -> Element? { elements.removeValue(forKey: ticket) }

  /// Serves the smallest ticket.
  mutating func removeFirst() -> Element? {
    guard !elements.isEmpty else { return nil }
    while firstTicket < lastTicket {
      defer { firstTicket += 1 }
      if let element = elements.removeValue(forKey: firstTicket) { return element }
    }
    return nil
  }

  /// Empties the line, in order.
  mutating func removeAll() -> [Element] {
    var all: [Element] = []
    while let element = removeFirst() { all.append(element) }
    return all
  }
}
