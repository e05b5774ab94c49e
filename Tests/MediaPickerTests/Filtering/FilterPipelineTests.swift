import CatalogTestSupport
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

@testable import MediaPicker

@Suite("Filters of single items") struct FilterPipelineTests {
  @Test(arguments: 0..<12 as Range<UInt64>)
  func `keep the order of the input, whichever ends first (F-02)`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let (cap, count) = (Int(seed % 5) + 1, 40)
    let gate = Gate()
    let pipeline = FilterPipeline(
      items: foreignItems(count), filter: .held(by: gate),
      options: FilterOptions(maxConcurrency: cap, batchCount: count, clock: ManualClock()))
    async let result = pipeline.result()
    for done in 0..<count {
      // As many as may be are inside; one of them at random is the next to end.
      await gate.wait { [want = min(cap, count - done)] in
        $0.came - done >= want && $0.inside >= want
      }
      let ids = await gate.ids
      await gate.open(ids[Int.random(in: ids.indices, using: &generator)])
      await gate.wait { $0.came - $0.inside >= done + 1 }
    }
    #expect(try await result.items.map(\.id) == foreignItems(count).map(\.id))
    // No more than the cap at once, and as many as that (F-01).
    #expect(await gate.counts.peak == cap)
  }

  @Test func `show what they give, hide nil, and keep items of clients (F-01, F-07, M-02)`()
    async throws
  {
    let fixture = try await CatalogFixture()
    for day in 0..<6 { try await fixture.add("\(day).jpg", day: day) }
    let pipeline = FilterPipeline(
      catalog: fixture.catalog,
      filter: ItemFilter { item in
        switch item.id.mediaID {
        case 2: nil
        case 4: .foreign("mine")
        default: item
        }
      })
    let result = try await pipeline.result()
    #expect(
      result.items.map(\.id)
        == [.media(6), .media(5), .source("mine"), .media(3), .media(1)])
    #expect(result.items[2].source.identity == .named("mine"))
    #expect(result.report.examinedCount == 6 && result.report.callCount == 6)
    #expect(result.report.warnings == [])
  }

  @Test func `that give an item twice show the first, and are told so`() async throws {
    let pipeline = FilterPipeline(
      items: foreignItems(5),
      filter: ItemFilter { $0.id == .source("3") ? .foreign("1") : $0 })
    let result = try await pipeline.result()
    #expect(result.items.map(\.id) == ["0", "1", "2", "4"].map { .source($0) })
    #expect(result.report.duplicates == [.source("1")])
    #expect(result.report.warnings.count == 1)
  }

  @Test(arguments: FilterOptions.ErrorPolicy.allCases)
  func `that throw follow the policy (F-01)`(policy: FilterOptions.ErrorPolicy) async throws {
    let pipeline = FilterPipeline(
      items: foreignItems(9),
      filter: ItemFilter { item in
        if ["3", "5"].contains(where: { item.id == .source($0) }) { throw Refused() }
        return item
      }, options: FilterOptions(maxConcurrency: 4, errorPolicy: policy))
    guard policy != .fail else {
      let error = await #expect(throws: FilterError.self) { try await pipeline.result() }
      #expect(error?.item == .source("3") && error?.code == .failed && error?.cause is Refused)
      return
    }
    let result = try await pipeline.result()
    let hidden: Set<PickerItemID> = policy == .exclude ? [.source("3"), .source("5")] : []
    #expect(result.items.map(\.id) == foreignItems(9).map(\.id).filter { !hidden.contains($0) })
    #expect(result.report.failures.map(\.item) == [.source("3"), .source("5")])
    #expect(result.report.failureCount == 2 && result.report.warnings.count == 1)
  }

  @Test func `that fail begin nothing more`() async throws {
    let calls = Log<PickerItemID>()
    let pipeline = FilterPipeline(
      items: foreignItems(100),
      filter: ItemFilter { item in
        calls.append(item.id)
        throw Refused()
      }, options: FilterOptions(maxConcurrency: 1, errorPolicy: .fail))
    await #expect(throws: FilterError.self) { try await pipeline.result() }
    #expect(calls.all == [.source("0")])
  }

  @Test(arguments: FilterOptions.ErrorPolicy.allCases)
  func `that are too slow are cancelled and follow the policy (F-01)`(
    policy: FilterOptions.ErrorPolicy
  ) async throws {
    let (clock, cancelled) = (ManualClock(), Log<PickerItemID>())
    let pipeline = FilterPipeline(
      items: foreignItems(6),
      filter: ItemFilter { item in
        guard item.id == .source("2") else { return item }
        do {
          try await clock.sleep(for: .seconds(1_000_000))
        } catch {
          cancelled.append(item.id)
          throw error
        }
        return item
      },
      options: FilterOptions(
        maxConcurrency: 2, timeout: .seconds(5), errorPolicy: policy, interval: .seconds(99),
        clock: clock))
    let run = Task { try await pipeline.result() }
    // The slow item, its limit, and the time of the next batch.
    await clock.sleepers(3)
    clock.advance(by: .seconds(5))
    switch await run.result {
    case .success(let result):
      let ids = foreignItems(6).map(\.id)
      #expect(
        result.items.map(\.id) == (policy == .exclude ? ids.filter { $0 != .source("2") } : ids))
      #expect(result.report.failures.map(\.code) == [.timedOut])
      #expect(result.report.failures.first?.item == .source("2"))
    case .failure(let error):
      #expect(policy == .fail)
      #expect((error as? FilterError)?.item == .source("2"))
    }
    #expect(await completes { while cancelled.all.isEmpty { try await pause() } })
    #expect(cancelled.all == [.source("2")])
  }

  @Test func `that are deaf to their cancellation hold nobody up`() async throws {
    let (clock, gate) = (ManualClock(), Gate())
    let pipeline = FilterPipeline(
      items: foreignItems(4),
      filter: ItemFilter { item in
        if item.id == .source("0") { await gate.pass(item.id) }
        return item
      }, options: FilterOptions(maxConcurrency: 1, timeout: .seconds(1), clock: clock))
    let run = Task { try await pipeline.result() }
    await gate.wait { $0.inside == 1 }
    await clock.sleepers(2)
    clock.advance(by: .seconds(1))
    let result = try await run.value
    #expect(result.items.map(\.id) == ["1", "2", "3"].map { .source($0) })
    #expect(await gate.counts.inside == 1)
    await gate.openAll()
  }

  @Test func `that are deaf 64 times are not called again`() async throws {
    let (clock, gate) = (ManualClock(), Gate())
    let pipeline = FilterPipeline(
      items: foreignItems(100), filter: .held(by: gate),
      options: FilterOptions(
        maxConcurrency: 16, timeout: .seconds(1), errorPolicy: .include, interval: .seconds(999),
        clock: clock))
    let run = Task { try await pipeline.result() }
    for round in 1...4 {
      await gate.wait { $0.came == round * 16 }
      await clock.sleepers(17)
      clock.advance(by: .seconds(1))
    }
    // While the last of them were given up, 15 more had begun.
    await gate.wait { $0.came == 79 }
    await clock.sleepers(16)
    clock.advance(by: .seconds(1))
    let result = try await run.value
    #expect(result.items.count == 100)
    #expect(result.report.callCount == 79 && result.report.failureCount == 100)
    #expect(result.report.failures.filter { $0.code == .stuck }.count == 21)
    await gate.openAll()
  }

  @Test(arguments: [1, 3]) func `end when their task is cancelled, though they are deaf`(
    cap: Int
  ) async throws {
    let gate = Gate()
    let pipeline = FilterPipeline(
      items: foreignItems(50), filter: .held(by: gate),
      options: FilterOptions(maxConcurrency: cap, clock: ManualClock()))
    let run = Task { try await pipeline.result() }
    await gate.wait { $0.inside == cap }
    run.cancel()
    #expect(await completes { _ = await run.result })
    await #expect(throws: CancellationError.self) { try await run.value }
    await gate.openAll()
    await gate.wait { $0.inside == 0 }
    #expect(await gate.counts.came == cap)
  }

  @Test func `end when the iteration is left`() async throws {
    let (clock, cancelled) = (ManualClock(), Log<PickerItemID>())
    let pipeline = FilterPipeline(
      items: foreignItems(50),
      filter: ItemFilter { item in
        guard item.id == .source("5") else { return item }
        do { try await clock.sleep(for: .seconds(9)) } catch { cancelled.append(item.id) }
        return item
      }, options: FilterOptions(maxConcurrency: 1, batchCount: 5, clock: clock))
    for try await progress in pipeline.updates {
      #expect(progress.added.count == 5)
      break
    }
    // The sixth was begun, or will not be.
    #expect(await completes { while cancelled.all.isEmpty { try await pause() } })
  }

  @Test func `start as a cancelled task without a call`() async throws {
    let calls = Log<Int>()
    let pipeline = FilterPipeline(
      items: foreignItems(3),
      filter: ItemFilter { item in
        calls.append(1)
        return item
      })
    let run = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await pipeline.result()
    }
    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(calls.all == [])
  }
}

@Suite("Pieces of a filtered list (F-03)") struct FilterBatchTests {
  @Test(arguments: [(1, 1), (7, 3), (50, 4), (1_000, 2)])
  func `are whole batches that together are the result`(batch: Int, cap: Int) async throws {
    let options = FilterOptions(
      maxConcurrency: cap, batchCount: batch, pageCount: 11, clock: ManualClock())
    let hidden: @Sendable (PickerItem) -> Bool = { $0.id.description.hasSuffix("3") }
    let pipeline = FilterPipeline(
      items: foreignItems(120), filter: .showing { !hidden($0) }, options: options)
    var pieces: [[PickerItemID]] = []
    var complete: [Bool] = []
    for try await progress in pipeline.updates {
      pieces.append(progress.added.map(\.id))
      complete.append(progress.isComplete)
    }
    #expect(pieces.flatMap { $0 } == foreignItems(120).filter { !hidden($0) }.map(\.id))
    #expect(complete == Array(repeating: false, count: complete.count - 1) + [true])
    #expect(pieces.dropLast().allSatisfy { $0.count >= batch })
  }

  @Test func `come in time though they are small, never out of order`() async throws {
    let (clock, gate) = (ManualClock(), Gate())
    let pipeline = FilterPipeline(
      items: foreignItems(6), filter: .held(by: gate),
      options: FilterOptions(
        maxConcurrency: 6, batchCount: 100, interval: .seconds(1), clock: clock))
    let seen = Log<[PickerItemID]>()
    let run = Task {
      for try await progress in pipeline.updates { seen.append(progress.added.map(\.id)) }
    }
    await gate.wait { $0.inside == 6 }
    // The first to end is not the first in order: nothing can be shown yet.
    for name in ["1", "4"] { await gate.open(.source(name)) }
    await gate.wait { $0.inside == 4 }
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    #expect(seen.all == [])
    await gate.open(.source("0"))
    #expect(await completes { while seen.all.isEmpty { try await pause() } })
    await clock.sleepers(1)
    for name in ["3", "2"] { await gate.open(.source(name)) }
    await gate.wait { $0.inside == 1 }
    clock.advance(by: .seconds(1))
    #expect(await completes { while seen.all.flatMap({ $0 }).count < 3 { try await pause() } })
    await gate.openAll()
    try await run.value
    #expect(seen.all.first == ["0", "1"].map { .source($0) })
    #expect(seen.all.flatMap { $0 } == foreignItems(6).map(\.id))
  }

  @Test func `are not made faster than they are taken, nor is the catalog read`() async throws {
    let fixture = try await CatalogFixture()
    for day in 0..<200 { try await fixture.add("\(day).jpg", day: day) }
    let calls = Log<PickerItemID>()
    let gate = Gate()
    let pipeline = FilterPipeline(
      catalog: fixture.catalog,
      filter: ItemFilter { item in
        calls.append(item.id)
        if item.id == .media(200) { await gate.pass(item.id) }
        return item
      },
      options: FilterOptions(
        maxConcurrency: 2, batchCount: 10, pageCount: 20, clock: ManualClock()))
    let (pieces, taking) = (Log<Int>(), Gate())
    let run = Task {
      for try await progress in pipeline.updates {
        pieces.append(progress.added.count)
        await taking.pass(.source("piece"))
      }
    }
    // The first item is slow: the others wait for it, a batch and twice the cap of them at most.
    await gate.wait { $0.inside == 1 }
    #expect(await completes { while calls.all.count < 14 { try await pause() } })
    for _ in 0..<200 { await Task.yield() }
    #expect(calls.all.count == 14)
    await gate.openAll()
    // One piece is taken; so much and no more is done for the next.
    await taking.wait { $0.inside == 1 }
    #expect(await completes { while calls.all.count < 28 { try await pause() } })
    for _ in 0..<500 { await Task.yield() }
    #expect(pieces.all == [14] && calls.all.count == 28)
    await taking.openAll()
    try await run.value
    #expect(pieces.all.reduce(0, +) == 200 && calls.all.count == 200)
  }
}
