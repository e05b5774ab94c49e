import CommandLineParsing
import Testing

@Suite("Help, man page and completions") struct RenderingTests {
  private let tool = SampleTool.tool.description

  @Test(arguments: [80, 40])
  func `print help as recorded`(width: Int) {
    let renderer = HelpRenderer(tool, width: width)
    let pages =
      [([], false), ([], true), (["list"], false), (["list"], true), (["album"], false)]
      + [(["album", "add"], false)] as [([String], Bool)]
    let text = pages.map { path, isLong in
      let command = (["mediacat"] + path + [isLong ? "--help" : "-h"]).joined(separator: " ")
      return "$ \(command)\n\(renderer.help(for: path, isLong: isLong))"
    }
    expectSnapshot(text.joined(separator: "\n"), named: "help-\(width).txt")
  }

  @Test(arguments: [20, 40, 80, 200])
  func `never print a line wider than the terminal, but for examples`(width: Int) {
    for isLong in [false, true] {
      let text = HelpRenderer(tool, width: width).help(for: ["list"], isLong: isLong)
      for line in text.split(separator: "\n") where !line.hasPrefix("    $ ") {
        // Below 40 columns a flag with its value may be wider than the terminal.
        #expect(line.count <= max(width, 28), "\(line)")
      }
    }
  }

  @Test func `leave hidden flags out`() {
    for text in [
      HelpRenderer(tool).help(for: ["list"], isLong: true), ManPage(tool, date: "x").text,
      BashCompletion.script(tool), ZshCompletion.script(tool), FishCompletion.script(tool),
    ] {
      #expect(!text.contains("debug"))
      #expect(text.contains("limit"))
    }
  }

  @Test func `print headings in bold when asked`() {
    let text = HelpRenderer(tool, isBold: true).help(for: [], isLong: false)
    #expect(text.contains("\u{1B}[1mUsage:\u{1B}[0m mediacat COMMAND"))
    #expect(text.contains("  \u{1B}[1mlist\u{1B}[0m"))
  }

  @Test func `print the man page as recorded`() {
    expectSnapshot(ManPage(tool, date: "January 1, 2026").text, named: "mediacat.1")
  }

  @Test func `print the completions as recorded`() {
    expectSnapshot(BashCompletion.script(tool), named: "completion.bash")
    expectSnapshot(ZshCompletion.script(tool), named: "completion.zsh")
    expectSnapshot(FishCompletion.script(tool), named: "completion.fish")
  }
}
