import CommandLineParsing
import Testing

@Suite("Flags and words of a command") struct ArgumentTests {
  @Test(
    arguments: [
      ["--limit", "5"], ["--limit=5"], ["-n", "5"], ["-n5"], ["-n=5"], ["-rn5"], ["-rn", "5"],
      ["-n", "9", "-n5"],
    ] as [[RawArgument]])
  func `reads a limit of five from`(words: [RawArgument]) throws {
    #expect(try SampleTool.parseList(words).limit == 5)
  }

  @Test func `takes flags and words in any order, last value wins`() throws {
    let list = try SampleTool.parseList([
      "beach", "-r0", "--format", "csv", "--album=A", "sun", "--album", "B", "--json",
      "--no-progress",
    ])
    #expect(list.query == ["beach", "sun"])
    #expect(list.isReversed && list.nul)
    #expect(list.albums == ["A", "B"])
    #expect(list.format == .json)
    #expect(list.progress == false)
    #expect(try SampleTool.parseList(["--progress"]).progress == true)
    #expect(try SampleTool.parseList([]).progress == nil)
  }

  @Test func `gives an optional value only after an equals sign`() throws {
    #expect(try SampleTool.parseList(["--color", "never"]).color == "always")
    #expect(try SampleTool.parseList(["--color=never"]).color == "never")
    #expect(try SampleTool.parseList(["--color="]).color == "")
  }

  @Test(
    arguments: [
      ["--", "--limit"], ["-"], ["-5"], ["-1.5"], ["-.5"], ["-type:video"], ["-is:favorite"],
      ["-name:IMG_*"], ["-beach"], ["-news"], ["-Italy 2023"], ["-(a OR b)"], ["-猫"],
      ["-rating:>=4"], ["-nature"],
    ] as [[RawArgument]])
  func `takes as part of a query`(words: [RawArgument]) throws {
    let list = try SampleTool.parseList(words)
    #expect(list.query == [words.last?.displayText])
    #expect(list.limit == nil)
  }

  @Test func `keeps flags as flags beside a query`() throws {
    let list = try SampleTool.parseList(["-type:video", "-n3", "-0", "-r", "sea"])
    #expect(list.query == ["-type:video", "sea"])
    #expect(list.limit == 3 && list.nul && list.isReversed)
  }

  @Test func `takes the next word as a value even when it starts with a dash`() throws {
    #expect(try SampleTool.parseList(["--since", "-3d"]).since == "-3d")
    guard
      case .arguments(let add) = try SampleTool.albumAdd.parse([
        "--rating", "-1", "Trip", "-", "-7",
      ])
    else { throw UsageError("no arguments") }
    #expect(add.rating == -1)
    #expect(add.items == ["-", "-7"])
  }

  @Test func `passes on a path that is not UTF-8`() throws {
    let path: [UInt8] = [0x2F, 0x4E, 0x6F, 0xEB, 0x6C]
    let words = [
      RawArgument(bytes: Array("--catalog=".utf8) + path), "Trip", RawArgument(bytes: path),
    ]
    guard case .arguments(let add) = try SampleTool.albumAdd.parse(words) else {
      throw UsageError("no arguments")
    }
    #expect(add.shared.catalog == path)
    #expect(add.items.map(\.bytes) == [path])
    #expect(throws: UsageError.self) {
      try SampleTool.parseList(["--album", RawArgument(bytes: path)])
    }
  }

  @Test func `leaves later words what they need`() throws {
    guard case .arguments(let export) = try SampleTool.export.parse(["a", "b", "c", "d"]) else {
      throw UsageError("no arguments")
    }
    #expect(export.sources == ["a", "b", "c"])
    #expect(export.target == "d")
  }
}

@Suite("Usage errors") struct UsageErrorTests {
  @Test(
    arguments: [
      (["list", "--limt", "3"], "unknown flag --limt; did you mean --limit?"),
      (["list", "--sinse=2023"], "unknown flag --sinse; did you mean --since?"),
      (["list", "--no-progres"], "unknown flag --no-progres; did you mean --no-progress?"),
      (["list", "--rev"], "unknown flag --rev; did you mean --reverse?"),
      (["list", "--debgu"], "unknown flag --debgu"),
      (["list", "--qqq"], "unknown flag --qqq"),
      (["list", "-limit", "3"], "unknown flag -limit; did you mean --limit?"),
      (["list", "-x"], "unknown flag -x; write NOT x to leave out the word 'x'"),
      (["album", "add", "-x", "A", "1"], "unknown flag -x"),
      (["album", "add", "-ratin", "A", "1"], "unknown flag -r in -ratin; did you mean --rating?"),
      (["list", "--limit"], "--limit needs a value: --limit COUNT"),
      (["list", "-n"], "-n needs a value: -n COUNT"),
      (["list", "--limit", "--json"], "--limit needs a value: --limit COUNT"),
      (["list", "--limit", "many"], "--limit takes a whole number of 1 or more, not 'many'"),
      (["list", "--limit=0"], "--limit takes a whole number of 1 or more, not '0'"),
      (
        ["album", "add", "--rating=6", "A", "1"],
        "--rating takes a whole number from -1 to 5, not '6'"
      ),
      (["list", "--json=yes"], "--json takes no value"),
      (
        ["list", "--format", "jsn"],
        "--format takes table, json, jsonl, csv or paths, not 'jsn'; did you mean json?"
      ),
      (["list", "--format=xml"], "--format takes table, json, jsonl, csv or paths, not 'xml'"),
      (["list", "--catalog="], "--catalog needs a path, not an empty word"),
      (["album", "add"], "missing ALBUM and ITEM…"),
      (["album", "add", "Trip"], "missing ITEM…"),
      (["export", "a"], "missing DIR"),
      (["export", "a", "a"], "an item cannot be its own folder"),
      (["lst"], "unknown command 'lst'; did you mean list?"),
      (["hlep"], "unknown command 'hlep'; did you mean help?"),
      (["add"], "unknown command 'add'; did you mean album add?"),
      (["album", "ad"], "unknown command 'album ad'; did you mean add?"),
      (["frobnicate"], "unknown command 'frobnicate'"),
      (["help", "lisst"], "unknown command 'lisst'; did you mean list?"),
      (["--json", "list"], "unknown flag --json; flags of a command follow it"),
      (["--catalgo", "x", "list"], "unknown flag --catalgo; did you mean --catalog?"),
    ] as [([RawArgument], String)])
  func `says`(words: [RawArgument], message: String) {
    let error = #expect(throws: UsageError.self) { try SampleTool.tool.parse(words) }
    #expect(error?.description == message)
  }

  @Test func `names words that are too many`() {
    let one = Command(
      CommandDescription(name: "status", summary: "Tell the state."), initial: 0)
    let error = #expect(throws: UsageError.self) { try one.parse(["now"]) }
    #expect(error?.message == "'status' takes no words beside flags, but got 'now'")
  }

  @Test func `prints the message, the hint and where help is`() throws {
    let error = try #require(
      throws: UsageError.self, performing: { try SampleTool.tool.parse(["list", "--limt"]) })
    #expect(UsageError.exitStatus == 64)
    #expect(
      error.text(for: SampleTool.tool.description) == """
        mediacat: unknown flag --limt
        hint: did you mean --limit?
        usage: mediacat list [FLAGS] [QUERY…]
        'mediacat list --help' tells more.

        """)
  }
}
