import CatalogTestSupport
import LinuxSystem
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

@testable import MediaCatalog
@testable import MediaPicker

@Suite("Programs as filters (--filter-cmd)") struct FilterProgramTests {
  private func run(
    _ program: FilterProgram, _ items: [PickerItem] = foreignItems(5),
    policy: FilterOptions.ErrorPolicy = .exclude, timeout: Duration? = nil
  ) async throws -> FilterResult {
    var program = program
    program.showsMessages = false
    return try await FilterPipeline(
      items: items, filter: program.filter(),
      options: FilterOptions(timeout: timeout, errorPolicy: policy)
    ).result()
  }

  private func names(_ result: FilterResult) -> [String] { result.items.map(\.id.description) }

  @Test func `answer true or false, line by line`() async throws {
    let result = try await run(
      .shell(
        """
        while read -r line; do case "$line" in *source:[13]\\"*) echo true;; *) echo false;; esac; done
        """))
    #expect(names(result) == ["source:1", "source:3"])
    #expect(result.report.failureCount == 0 && result.report.callCount == 5)
  }

  @Test func `answer objects with the id`() async throws {
    let fixture = try await CatalogFixture()
    for day in 0..<4 {
      try await fixture.add("\(day)", day: day, type: day % 2 == 0 ? .image : .video)
    }
    let program = FilterProgram.shell(
      """
      while read -r line; do
        id=$(echo "$line" | sed 's/^{"id":\\([0-9]*\\),.*/\\1/')
        case "$line" in *'"type":"video"'*) show=true;; *) show=false;; esac
        echo "{\\"id\\": $id, \\"why\\": [1, {\\"a\\": null}], \\"show\\": $show}"
      done
      """)
    let result = try await FilterPipeline(
      catalog: fixture.catalog, filter: program.filter()
    ).result()
    #expect(result.items.map(\.id) == [.media(4), .media(2)])
    #expect(result.report.warnings == [])
  }

  @Test func `get the fields that a list prints`() async throws {
    let random = try await CatalogFixture()
    try await random.add("été 1.jpg", day: 3)
    try await random.catalog.database.write { connection in
      try connection.execute(
        """
        UPDATE media SET width = 40, height = 30, display_width = 30, display_height = 40,
          orientation = 6, duration = 1500000000, latitude = 48.25, longitude = 11.5,
          file_title = 'Harbour', file_taken_offset = 7200, file_rating = 4
        """)
    }
    let media = try #require(try await random.catalog.media(withIDs: [1]).first)
    let fields = ItemLine.fields(of: PickerItem(media, of: random.catalog))
    let expected = try await random.catalog.database.read { connection in
      try MediaListing(connection).values(
        of: 1, fields: fields.compactMap { MediaField.named($0.0) })
    }
    #expect(expected.count == fields.count)
    for (field, value) in zip(fields, expected) { #expect(field.1 == value, "\(field.0)") }
    let line = String(
      decoding: ItemLine.bytes(of: PickerItem(media, of: random.catalog)), as: UTF8.self)
    #expect(line.hasPrefix("{\"id\":1,\"path\":\"/photos/été 1.jpg\",\"type\":\"image\""))
    #expect(line.hasSuffix("}\n") && line.filter(\.isNewline).count == 1)
    for text in ["\"size\":100", "\"width\":40", "\"duration\":1.5", "\"taken\":\"2020-01-04T"] {
      #expect(line.contains(text))
    }
    var odd = media
    odd.path = FilePath(bytes: [0x2F, 0xFF])
    let text = String(
      decoding: ItemLine.bytes(of: PickerItem(odd, of: random.catalog)), as: UTF8.self)
    #expect(text.contains("\"path\":null,\"path_bytes\":\"L/8=\""))
  }

  @Test func `are started without a shell, found in PATH, and see their arguments`() async throws {
    let directory = TemporaryDirectory()
    let mark = "\(directory.path)/mark"
    let result = try await run(
      FilterProgram(["sh", "-c", "while read -r l; do echo \"$1\"; done", "x", "$(touch \(mark))"]))
    #expect(result.items.isEmpty)
    #expect(result.report.failures.first?.code == .badAnswer)
    #expect(result.report.failures.first?.reason.contains("$(touch") == true)
    #expect(!FileAccess.exists(FilePath(mark)))
  }

  @Test(arguments: [
    ("echo maybe", "maybe"), ("echo '{\"show\":1}'", "show"), ("echo '{\"id\":3}'", "id"),
    ("echo 'true false'", "true false"), ("echo '{\"show\":true'", "show"), ("echo ''", "“”"),
    ("echo '{\"show\":true}}'", "show"), ("printf '\\377\\n'", "true, false"),
    ("echo '{\"id\":7,\"show\":true}'", "answered for 7"),
    ("echo '{\"x\":[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]],\"show\":true}'", "true, false"),
  ])
  func `that answer nonsense follow the policy`(answer: String, words: String) async throws {
    let script = FilterProgram.shell("while read -r line; do \(answer); done")
    let excluded = try await run(script, foreignItems(2))
    #expect(excluded.items.isEmpty && excluded.report.failureCount == 2)
    let failure = try #require(excluded.report.failures.first)
    #expect(failure.code == .badAnswer && failure.reason.contains(words), "\(failure)")
    #expect(try await run(script, foreignItems(2), policy: .include).items.count == 2)
    await #expect(throws: FilterError.self) { try await run(script, policy: .fail) }
  }

  @Test func `that answer without an end are stopped`() async throws {
    let result = try await run(
      .shell("read -r line; head -c 200000 /dev/zero | tr '\\0' x; sleep 100"), foreignItems(1))
    #expect(result.report.failures.first?.reason.contains("65536 bytes") == true)
  }

  @Test(arguments: [
    ("exit 3", "exit code 3"), ("kill -SEGV $$", "SIGSEGV"), ("exec <&-; exit 0", "exit code 0"),
  ])
  func `that end are started again, and three times in a row is enough`(
    end: String, words: String
  ) async throws {
    let directory = TemporaryDirectory()
    let count = "\(directory.path)/count"
    let result = try await run(
      .shell("echo x >> \(count); read -r line; \(end)"), foreignItems(8))
    #expect(result.items.isEmpty && result.report.failureCount == 8)
    #expect(result.report.failures.allSatisfy { $0.code == .programEnded })
    #expect(result.report.failures.allSatisfy { $0.reason.contains(words) })
    #expect(result.report.failures.last?.reason.contains("3 times in a row") == true)
    #expect(result.report.failures.map(\.item) == foreignItems(8).map(\.id))
    #expect(try bytes(count).count == 6)
  }

  @Test func `that end with one item go on with the next`() async throws {
    let result = try await run(
      .shell(
        """
        while read -r line; do case "$line" in *source:2*) exit 1;; *) echo true;; esac; done
        """))
    #expect(names(result) == ["source:0", "source:1", "source:3", "source:4"])
    #expect(result.report.failures.map(\.item) == [.source("2")])
  }

  @Test func `that say more than they were asked are not believed`() async throws {
    let result = try await run(
      .shell("while read -r line; do printf 'false\\ntrue\\n'; done"), foreignItems(4))
    // The first of each pair is an answer; what follows is not one for the next item.
    #expect(result.items.isEmpty)
    #expect(result.report.failures.map(\.code) == [.badAnswer, .badAnswer])
    #expect(result.report.failures.map(\.item) == [.source("1"), .source("3")])
  }

  @Test func `that end between two items fail the next`() async throws {
    let result = try await run(.shell("read -r line; echo true"), foreignItems(4))
    #expect(names(result) == ["source:0", "source:2"])
    #expect(result.report.failures.map(\.code) == [.programEnded, .programEnded])
  }

  @Test func `that hang with one item go on with the next`() async throws {
    var program = FilterProgram.shell(
      """
      while read -r line; do case "$line" in *source:2*) exec sleep 1000;; *) echo true;; esac; done
      """)
    program.timeout = .milliseconds(500)
    let result = try await run(program)
    // On a busy machine others may be too slow as well, but the one that hangs always is.
    #expect(!names(result).contains("source:2"))
    #expect(result.report.failures.contains { $0.item == .source("2") && $0.code == .timedOut })
  }

  @Test func `are killed at the time limit of the filter`() async throws {
    let directory = TemporaryDirectory()
    let pid = "\(directory.path)/pid"
    let clock = ManualClock()
    let program = FilterProgram.shell("echo $$ > \(pid); echo x >> \(pid).made; exec sleep 1000")
    let run = Task {
      try await FilterPipeline(
        items: foreignItems(1), filter: program.filter(),
        options: FilterOptions(timeout: .seconds(3), clock: clock)
      ).result()
    }
    #expect(
      await completes { while !FileAccess.exists(FilePath(pid + ".made")) { try await pause() } })
    await clock.sleepers(2)
    clock.advance(by: .seconds(3))
    let result = try await run.value
    #expect(result.report.failures.map(\.code) == [.timedOut])
    try await expectEnd(of: pid)
  }

  @Test func `are killed when the filter is cancelled`() async throws {
    let directory = TemporaryDirectory()
    let pid = "\(directory.path)/pid"
    let program = FilterProgram.shell("echo $$ > \(pid); echo x >> \(pid).made; exec sleep 1000")
    let pipeline = FilterPipeline(items: foreignItems(3), filter: program.filter())
    let run = Task { try await pipeline.result() }
    #expect(
      await completes { while !FileAccess.exists(FilePath(pid + ".made")) { try await pause() } })
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
    try await expectEnd(of: pid)
  }

  @Test func `end with their input, and may write down what they saw`() async throws {
    let directory = TemporaryDirectory()
    let file = "\(directory.path)/seen"
    let result = try await run(
      .shell(
        "n=0; while read -r l; do n=$((n+1)); echo true; done; echo $n > \(file).x; "
          + "mv \(file).x \(file)"), foreignItems(7))
    #expect(result.items.count == 7)
    #expect(await completes { while !FileAccess.exists(FilePath(file)) { try await pause() } })
    #expect(try String(decoding: bytes(file), as: UTF8.self) == "7\n")
  }

  @Test(arguments: [
    [], [""], ["no-such-program-here"], ["/no/such/program"], ["/etc/passwd"], ["/"],
  ])
  func `that cannot be started are said to be so, once for all`(arguments: [String]) async throws {
    let result = try await run(FilterProgram(arguments), foreignItems(3))
    #expect(result.report.failures.map(\.code) == [.cannotStart, .cannotStart, .cannotStart])
    #expect(result.report.failures.map(\.item) == foreignItems(3).map(\.id))
  }

  @Test func `run once for each run of the filter`() async throws {
    let directory = TemporaryDirectory()
    let count = "\(directory.path)/count"
    let pipeline = FilterPipeline(
      items: foreignItems(20),
      filter: FilterProgram.shell("echo x >> \(count); while read -r l; do echo true; done")
        .filter(), options: FilterOptions(maxConcurrency: 8))
    for _ in 0..<2 { #expect(try await pipeline.result().items.count == 20) }
    #expect(try bytes(count).count == 4)
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    try Descriptor(path: FilePath(path)).readToEnd()
  }

  /// Waits until the process whose number stands in a file is gone.
  private func expectEnd(of path: String) async throws {
    let number = try #require(
      Int32(String(decoding: try bytes(path), as: UTF8.self).filter(\.isNumber)))
    #expect(
      await completes {
        while FileAccess.exists(FilePath("/proc/\(number)")) { try await pause() }
      })
  }
}
