import CommandLineParsing
import Testing

@Suite("A program of commands") struct ToolTests {
  private func invocation(_ words: [RawArgument]) throws -> Invocation<SampleTool.Action> {
    try SampleTool.tool.parse(words)
  }

  @Test func `finds a command below a group`() throws {
    guard case .run(.albumAdd(let add)) = try invocation(["album", "add", "Trip", "12"]) else {
      throw UsageError("another command")
    }
    #expect(add.album == "Trip")
    #expect(add.items == ["12"])
  }

  @Test(
    arguments: [
      ["--catalog", "c.sqlite", "album", "add", "Trip", "12"],
      ["--catalog=c.sqlite", "album", "add", "Trip", "12"],
      ["album", "--catalog", "c.sqlite", "add", "Trip", "12"],
      ["album", "add", "Trip", "12", "--catalog", "c.sqlite"],
    ] as [[RawArgument]])
  func `takes a global flag at any place`(words: [RawArgument]) throws {
    guard case .run(.albumAdd(let add)) = try invocation(words) else {
      throw UsageError("another command")
    }
    #expect(add.shared.catalog == Array("c.sqlite".utf8))
  }

  @Test(
    arguments: [
      ([], [], false), (["-h"], [], false), (["--help"], [], true), (["help"], [], true),
      (["album"], ["album"], false), (["album", "--help"], ["album"], true),
      (["list", "-h"], ["list"], false), (["list", "x", "--help"], ["list"], true),
      (["list", "-rh"], ["list"], false),
      (["help", "list"], ["list"], true), (["help", "album", "add"], ["album", "add"], true),
      // Help wins over a mistake beside it.
      (["list", "--bogus", "--help"], ["list"], true),
      (["album", "add", "-h"], ["album", "add"], false),
      (["--bogus", "-h"], [], false),
    ] as [([RawArgument], [String], Bool)])
  func `gives help`(words: [RawArgument], path: [String], isLong: Bool) throws {
    guard case .help(let foundPath, let foundLong) = try invocation(words) else {
      throw UsageError("no help")
    }
    #expect(foundPath == path)
    #expect(foundLong == isLong)
  }

  @Test func `gives the version, and no help after two dashes`() throws {
    guard case .version = try invocation(["--version"]) else { throw UsageError("no version") }
    guard case .run(.list(let list)) = try invocation(["list", "--", "--help"]) else {
      throw UsageError("no command")
    }
    #expect(list.query == ["--help"])
  }
}
