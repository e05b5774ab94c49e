import Testing

@testable import MediaWorkers

@Suite("Waiting for a worker") struct WaitingLineTests {
  private func served(_ line: inout WaitingLine<String>) -> String {
    var all = ""
    while let waiter = line.next() { all += waiter }
    return all
  }

  @Test func `lets kinds take turns and keeps the order in each`() {
    var line = WaitingLine<String>()
    for (ticket, name) in "abcdef".enumerated() {
      line.add(String(name), ticket: UInt64(ticket), for: .thumbnails)
    }
    line.add("1", ticket: 10, for: .metadata)
    line.add("2", ticket: 11, for: .metadata)
    #expect(served(&line) == "1a2bcdef")
  }

  @Test func `forgets who gives up`() {
    var line = WaitingLine<String>()
    line.add("a", ticket: 1, for: .thumbnails)
    line.add("b", ticket: 2, for: .metadata)
    line.add("c", ticket: 3, for: .metadata)
    #expect(line.remove(ticket: 2) == "b" && line.remove(ticket: 2) == nil)
    #expect(served(&line) == "ca")
  }
}
