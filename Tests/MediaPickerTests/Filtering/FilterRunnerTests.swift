import CatalogTestSupport
import MediaModel
import TestSupport
import Testing

@testable import MediaPicker

@Suite("Changing filters (F-06, X-07)") struct FilterRunnerTests {
  @Test func `show the newest only, though an older one ends last`() async throws {
    let gate = Gate()
    let runner = FilterRunner(
      FilterPipeline(
        items: foreignItems(10),
        options: FilterOptions(maxConcurrency: 10, batchCount: 1, clock: ManualClock())))
    let seen = Log<FilterState>()
    let states = await runner.states()
    let watching = Task { for await state in states { seen.append(state) } }
    let slow = await runner.setFilter(.held(by: gate))
    await gate.wait { $0.inside == 10 }
    let quick = await runner.setFilter(.showing { $0.id == .source("7") })
    let result = try await runner.result()
    #expect(result.items.map(\.id) == [.source("7")])
    // The slow one ends only now, and nobody sees it.
    await gate.openAll()
    await gate.wait { $0.inside == 0 }
    for _ in 0..<100 { await Task.yield() }
    #expect(await runner.items(of: slow) == nil)
    #expect(await runner.items(of: quick)?.map(\.id) == [.source("7")])
    let last = await runner.state
    #expect(last.generation == quick && last.isComplete)
    watching.cancel()
    #expect(seen.all.filter { $0.generation == slow }.allSatisfy { $0.count == 0 })
  }

  @Test func `drop a piece or an error that was on its way already`() async throws {
    let runner = FilterRunner(FilterPipeline(items: foreignItems(2)))
    let old = await runner.refilter()
    let present = await runner.setFilter(.showing { $0.id == .source("1") })
    let stale = FilterProgress(
      added: [.foreign("stale")], isComplete: true, report: FilterReport())
    // Before the present one has ended, and behind it.
    #expect(await !runner.accept(stale, old))
    await runner.fail(Refused(), old)
    #expect(try await runner.result().items.map(\.id) == [.source("1")])
    #expect(await !runner.accept(stale, old))
    #expect(await !runner.accept(stale, present))
    await runner.fail(Refused(), present)
    #expect(try await runner.result().items.map(\.id) == [.source("1")])
  }

  @Test func `of the whole list are dropped the same way`() async throws {
    let gate = Gate()
    let runner = FilterRunner(FilterPipeline(items: foreignItems(4)))
    await runner.setFilter(nil) { items in
      await gate.pass(.source("list"))
      return []
    }
    await gate.wait { $0.inside == 1 }
    await runner.setFilter(nil) { $0.reversed() }
    #expect(try await runner.result().items.count == 4)
    await gate.openAll()
    await gate.wait { $0.inside == 0 }
    for _ in 0..<100 { await Task.yield() }
    #expect(try await runner.result().items.map(\.id) == foreignItems(4).reversed().map(\.id))
  }

  @Test func `ask again when told so, for conditions that changed`() async throws {
    let wanted = Log<PickerItemID>()
    wanted.append(.source("1"))
    let runner = FilterRunner(
      FilterPipeline(items: foreignItems(3), filter: .showing { wanted.all.contains($0.id) }))
    #expect(await runner.state.generation == 0)
    #expect(await runner.refilter() == 1)
    #expect(try await runner.result().items.map(\.id) == [.source("1")])
    wanted.append(.source("2"))
    #expect(try await runner.result().items.map(\.id) == [.source("1")])
    #expect(await runner.refilter() == 2)
    #expect(try await runner.result().items.map(\.id) == [.source("1"), .source("2")])
  }

  @Test func `give items as they come, behind those that are there`() async throws {
    let gate = Gate()
    let runner = FilterRunner(
      FilterPipeline(
        items: foreignItems(4), filter: .held(by: gate),
        options: FilterOptions(maxConcurrency: 1, batchCount: 1, clock: ManualClock())))
    let states = await runner.states()
    let generation = await runner.refilter()
    var seen: [PickerItemID] = []
    for await state in states where state.generation == generation {
      seen += await runner.items(of: generation, from: seen.count)?.map(\.id) ?? []
      if !state.isRunning { break }
      await gate.openAll()
    }
    #expect(seen == foreignItems(4).map(\.id))
  }

  @Test func `tell why they failed, and work again with the next`() async throws {
    let runner = FilterRunner(
      FilterPipeline(items: foreignItems(4), options: FilterOptions(errorPolicy: .fail)))
    await runner.setFilter(ItemFilter { _ in throw Refused() })
    let error = await #expect(throws: FilterError.self) { try await runner.result() }
    #expect(error?.item == .source("0"))
    #expect(await !runner.state.isComplete)
    await runner.setFilter(nil)
    #expect(try await runner.result().items.count == 4)
  }

  @Test func `stop, and nothing comes after that`() async throws {
    let gate = Gate()
    let runner = FilterRunner(
      FilterPipeline(
        items: foreignItems(4), filter: .held(by: gate),
        options: FilterOptions(maxConcurrency: 1, batchCount: 1)))
    await runner.refilter()
    await gate.wait { $0.inside == 1 }
    await runner.stop()
    await gate.openAll()
    await #expect(throws: CancellationError.self) { try await runner.result() }
    for _ in 0..<100 { await Task.yield() }
    #expect(await runner.state.count == 0)
  }

  @Test func `go with another query too`() async throws {
    let fixture = try await CatalogFixture()
    try await fixture.add("a.jpg")
    try await fixture.add("b.mp4", type: .video)
    let runner = FilterRunner(FilterPipeline(catalog: fixture.catalog))
    await runner.setQuery(MediaQuery(filter: .videos))
    #expect(try await runner.result().items.map(\.id) == [.media(2)])
    await runner.setQuery(MediaQuery(filter: .images))
    #expect(try await runner.result().items.map(\.id) == [.media(1)])
  }
}
