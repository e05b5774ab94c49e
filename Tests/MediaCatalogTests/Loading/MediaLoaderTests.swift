import MediaCatalog
import MediaModel
import Testing

@Suite("The slot of a view, behaviours X-03, X-07, X-08", .timeLimit(.minutes(20)))
struct MediaLoaderTests {
  /// What a state is called in the table of X-03.
  private static func name(_ state: LoadState<MediaData>) -> String {
    switch state {
    case .empty: "empty"
    case .loading: "loading"
    case .success(let data): "success \(data.bytes)"
    case .unsupported(let types): "unsupported \(types)"
    case .failure(let error): "failure \(error)"
    }
  }

  /// Waits for a state, and gives all that came before it.
  private func wait(_ loader: MediaLoader<MediaData>, for name: String) async -> [String] {
    var found: [String] = []
    for await state in loader.states {
      found.append(Self.name(state))
      if found.last == name { break }
    }
    return found
  }

  @Test func `is empty, loads, succeeds, is emptied again`() async throws {
    let loader = MediaLoader(MediaData.self)
    #expect(Self.name(loader.state) == "empty")
    let source = ScriptedSource()
    loader.select(source)
    #expect(Self.name(loader.state) == "loading")
    source.give([1])
    source.end()
    #expect(await wait(loader, for: "success [1]").allSatisfy { $0 != "empty" })
    loader.select(nil)
    #expect(Self.name(loader.state) == "empty")
  }

  @Test func `shows the failure, and success after another try`() async throws {
    struct Broken: Error {}
    let loader = MediaLoader(MediaData.self)
    let source = ScriptedSource()
    loader.select(source)
    source.end(Broken())
    #expect(await wait(loader, for: "failure Broken()").last == "failure Broken()")
    loader.select(ScriptedSource("b", bytes: [2]))
    #expect(Self.name(loader.state) == "loading")
    #expect(await wait(loader, for: "success [2]").last == "success [2]")
  }

  @Test func `tells what there is when nothing fits`() async throws {
    let loader = MediaLoader(Words.self)
    loader.select(ScriptedSource("a", bytes: [1]))
    for await state in loader.states {
      guard let result = state.result else { continue }
      #expect(result.available == [.jpeg])
      break
    }
  }

  @Test func `never shows an earlier selection, though it ends later (X-07)`() async throws {
    let loader = MediaLoader(MediaData.self)
    let (first, second) = (ScriptedSource("first"), ScriptedSource("second"))
    var watch = loader.states.makeAsyncIterator()
    loader.select(first)
    while first.openCount == 0 { await Task.yield() }
    loader.select(second)
    second.give([2])
    second.end()
    #expect(await wait(loader, for: "success [2]").allSatisfy { $0 != "success [1]" })
    first.give([1])
    first.end()
    // The first has had its turn once another load came and went after it.
    #expect(try await ScriptedSource("c", bytes: [3]).load(MediaData.self).value.bytes == [3])
    #expect(Self.name(loader.state) == "success [2]")
    let latest = await watch.next()
    #expect(latest.map { Self.name($0) } == "success [2]")
  }

  @Test func `shows the last of many selections alone`() async throws {
    let loader = MediaLoader(MediaData.self)
    for number in 0..<200 {
      loader.select(ScriptedSource("\(number)", bytes: [UInt8(number)]))
      if number % 3 == 0 { await Task.yield() }
    }
    #expect(await wait(loader, for: "success [199]").last == "success [199]")
    loader.select(nil)
    for _ in 0..<1_000 { await Task.yield() }
    #expect(Self.name(loader.state) == "empty")
  }

  @Test func `ends its streams, and its load, when it goes`() async throws {
    let source = ScriptedSource()
    var loader: MediaLoader<MediaData>? = MediaLoader(MediaData.self)
    let states = try #require(loader?.states)
    loader?.select(source)
    loader = nil
    var last: LoadState<MediaData>?
    for await state in states { last = state }
    #expect(last.map { $0.result == nil } == true)
  }

  @Test @MainActor func `delivers on the executor of the caller (X-08)`() async throws {
    let loader = MediaLoader(MediaData.self)
    loader.select(ScriptedSource("a", bytes: [1]))
    // No hop is written here: this is state of the main actor, changed in the loop.
    var shown: [String] = []
    for await state in loader.states {
      MainActor.assertIsolated()
      shown.append(Self.name(state))
      if state.result != nil { break }
    }
    #expect(shown.last == "success [1]")
    let load = ScriptedSource("b", bytes: [2]).load(MediaData.self)
    let bytes = try await load.value.bytes
    MainActor.assertIsolated()
    #expect(bytes == [2])
  }
}
