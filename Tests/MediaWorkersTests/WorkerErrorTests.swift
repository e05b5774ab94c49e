import MediaModel
import MediaWorkers
import Testing

@Suite("Why no worker works, behaviours M-16") struct WorkerErrorTests {
  @Test func `every code means that a tool is missing, for whoever wants an item`() {
    for cause in [WorkerError.Code.toolMissing, .cannotStart, .broken, .closed] {
      #expect(AccessCode(WorkerError(code: cause, reason: "")) == .toolMissing)
    }
  }
}
