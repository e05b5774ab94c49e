import Glibc
import MediaCatalog
import MediaModel
import TestSupport
import Testing

@Suite("Progress and cancelling of loads, behaviours X-03, X-04, M-09", .timeLimit(.minutes(20)))
struct LoadProgressTests {
  /// Waits for a load to have read so many bytes.
  private func wait<Value: MediaTransferable>(_ load: LoadHandle<Value>, for count: Int64) async {
    for await state in load.states {
      if case .loading(let progress) = state, progress.byteCount >= count { return }
      if state.result != nil { return }
    }
  }

  @Test func `tell stage, bytes and part, which never falls and is 1 at the end alone`()
    async throws
  {
    let source = ScriptedSource(count: 4)
    let load = source.load(MediaData.self)
    #expect(load.progress.fraction == 0 && load.progress.byteCount == 0)
    var parts: [Double] = []
    for byte in 1...4 {
      source.give([UInt8(byte)])
      await wait(load, for: Int64(byte))
      let progress = load.progress
      #expect(progress.byteCount == Int64(byte) && progress.totalByteCount == 4)
      parts.append(progress.fraction)
    }
    #expect(Array(parts[..<3]) == [0.25, 0.5, 0.75] && parts[3] < 1)
    #expect(load.progress.stage == .reading)
    source.end()
    #expect(try await load.value.bytes == [1, 2, 3, 4])
    #expect(load.progress.fraction == 1 && load.progress.stage == .done)
    #expect(load.progress.byteCount == 4)
  }

  @Test func `keep to it when a source promises too little, too much or nothing`() async throws {
    for count in [nil, 0, 1, 2, 1_000, -5, Int64.max] as [Int64?] {
      let source = ScriptedSource(count: count)
      let load = source.load(MediaData.self, LoadOptions(limit: .max))
      source.give([1])
      source.give([2, 3])
      source.end()
      var last = 0.0
      for await state in load.states {
        guard case .loading(let progress) = state else { continue }
        #expect((last...1).contains(progress.fraction) && progress.fraction < 1)
        last = progress.fraction
      }
      #expect(try await load.value.bytes == [1, 2, 3])
      #expect(load.progress.fraction == 1)
    }
  }

  @Test func `show the making of a compatible version in the first half`() async throws {
    let home = try await LoadHome(.heic, maker: LoadMaker(waits: true))
    let load = try await home.item().load(Picture.self, LoadOptions(policy: .compatible))
    for await state in load.states {
      guard case .loading(let progress) = state, progress.fraction > 0 else { continue }
      #expect(progress.stage == .making && progress.fraction == 0.25)
      break
    }
    load.cancel()
    #expect(await load.result.cause is CancellationError)
    await load.settle()
    await home.delivery.renditions?.settle()
    #expect(await home.delivery.renditions?.requestCount == 0)
  }

  @Test(arguments: [0, 1, 2, 3])
  func `end at once when cancelled, before, amid and after the last piece`(read: Int) async throws {
    let source = ScriptedSource(count: 3)
    let load = source.load(MediaData.self)
    for byte in 0..<read {
      source.give([UInt8(byte)])
      await wait(load, for: Int64(byte + 1))
    }
    load.cancel()
    #expect(await load.result.cause is CancellationError)
    let fraction = load.progress.fraction
    // Whatever comes later changes nothing any more.
    source.give([9])
    source.end()
    await load.settle()
    #expect(load.progress.fraction == fraction && fraction < 1)
    #expect(await load.result.cause.flatMap { AccessCode($0) } == .cancelled)
  }

  @Test func `stay as they ended when cancelled later`() async throws {
    let load = ScriptedSource("a", bytes: [1]).load(MediaData.self)
    #expect(try await load.value.bytes == [1])
    load.cancel()
    #expect(try await load.value.bytes == [1])
  }

  @Test func `tell each listener, and one that comes late the present state`() async throws {
    let source = ScriptedSource(count: 2)
    let load = source.load(MediaData.self)
    source.give([1])
    await wait(load, for: 1)
    var late = load.states.makeAsyncIterator()
    guard case .loading(let progress) = await late.next() else {
      Issue.record("no present state")
      return
    }
    #expect(progress.byteCount == 1)
    let others = [load.states, load.states]
    source.end()
    for states in others {
      var last: LoadState<MediaData>?
      for await state in states { last = state }
      #expect(try last?.result?.get().bytes == [1])
    }
    var ended = load.states.makeAsyncIterator()
    let last = await ended.next()
    #expect(try last?.result?.get().bytes == [1])
    let more = await ended.next()
    #expect(more.map { _ in true } == nil)
  }

  @Test func `are given up with the last who holds or hears them`() async throws {
    let source = ScriptedSource()
    weak var handle: LoadHandle<MediaData>?
    do {
      let states = source.load(MediaData.self).states
      // Only the listener holds it: it goes on.
      source.give([1])
      for await state in states {
        if case .loading(let progress) = state, progress.byteCount == 1 { break }
      }
      let load = ScriptedSource().load(MediaData.self)
      handle = load
      withExtendedLifetime(load) { #expect(handle != nil) }
    }
    while handle != nil { await Task.yield() }
  }

  @Test func `leave a waiting task that is cancelled, and go on for the others`() async throws {
    let source = ScriptedSource()
    let load = source.load(MediaData.self)
    let waiter = Task { await load.result }
    waiter.cancel()
    #expect(await waiter.value.cause is CancellationError)
    source.give([5])
    source.end()
    #expect(try await load.value.bytes == [5])
  }

  @Test func `end at their deadline, though the source listens to nobody`() async throws {
    let source = StubbornSource()
    let load = source.load(MediaData.self, LoadOptions(deadline: .milliseconds(5)))
    #expect(await load.result.cause.flatMap { AccessCode($0) } == .timedOut)
    let other = source.load(MediaData.self)
    other.cancel()
    #expect(await other.result.cause is CancellationError)
    source.letGo()
    await load.settle()
  }

  @Test func `refuse more bytes than the limit, promised or not`() async throws {
    for count in [nil, 5] as [Int64?] {
      let source = ScriptedSource(count: count)
      source.give([1, 2, 3])
      source.give([4, 5])
      source.end()
      let load = source.load(MediaData.self, LoadOptions(limit: 4))
      #expect(await load.result.cause.flatMap { AccessCode($0) } == .tooLarge)
    }
  }

  @Test func `leave no file open after a thousand of them were cancelled (M-09)`() async throws {
    let home = try await LoadHome(.jpeg, bytes: Array(repeating: 7, count: 1 << 20))
    let item = try await home.item()
    var generator = SeededGenerator(seed: 11)
    var ends = (cancelled: 0, whole: 0)
    for _ in 0..<1_000 {
      let load = item.load(MediaData.self)
      let wanted = Int64.random(in: -1...5, using: &generator) * Int64(ByteStream.pieceCount)
      if wanted >= 0 { await wait(load, for: wanted) }
      load.cancel()
      switch await load.result {
      case .failure(let error):
        #expect(error is CancellationError)
        ends.cancelled += 1
      case .value(let data):
        #expect(data.bytes.count == 1 << 20)
        ends.whole += 1
      case .unsupported: Issue.record("a JPEG is bytes")
      }
      await load.settle()
    }
    #expect(ends.cancelled > 50)
    while FileProbe.openCount(of: home.path.displayText) > 0 { await Task.yield() }
  }
}
