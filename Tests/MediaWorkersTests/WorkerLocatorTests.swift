import MediaModel
import MediaWorkers
import Testing

@Suite("Finding the worker") struct WorkerLocatorTests {
  private var empty: WorkerLocator {
    var locator = WorkerLocator()
    (locator.variableValue, locator.ownDirectory, locator.searchPath) = (nil, nil, nil)
    return locator
  }

  @Test func `looks beside the running program`() throws {
    var locator = empty
    locator.ownDirectory = PoolFixture.executable.parent
    #expect(
      try locator.locate() == PoolFixture.executable.parent.appending("mediacat-worker"))
  }

  @Test func `prefers what was asked for, then the environment`() throws {
    var locator = empty
    locator.ownDirectory = PoolFixture.executable.parent
    locator.variableValue = "/bin/true"
    #expect(try locator.locate() == "/bin/true")
    locator.explicit = "/bin/cat"
    #expect(try locator.locate() == "/bin/cat")
  }

  @Test func `does not fall back when what was asked for is missing`() {
    var locator = empty
    locator.ownDirectory = PoolFixture.executable.parent
    locator.variableValue = "/nonexistent"
    #expect(throws: WorkerError.self) { try locator.locate() }
  }

  @Test func `looks in PATH but not in its relative parts`() throws {
    var locator = empty
    locator.searchPath = FilePath("/nonexistent:" + PoolFixture.executable.parent.displayText)
    #expect(try locator.locate().lastComponent == WorkerLocator.name)
    locator.searchPath = "bin:.:"
    let error = #expect(throws: WorkerError.self) { try locator.locate() }
    #expect(error?.code == .toolMissing && error?.reason.contains("MEDIACAT_WORKER") == true)
  }
}
