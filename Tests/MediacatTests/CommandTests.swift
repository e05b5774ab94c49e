import CommandLineParsing
import Glibc
import TestSupport
import Testing

@testable import MediacatCommands

@Suite("Every command: a summary, and examples that run") struct CommandTests {
  /// One command with the words that name it.
  struct NamedCommand: CustomTestStringConvertible, Sendable {
    var words: [String]
    var command: CommandDescription

    var testDescription: String { words.joined(separator: " ") }
  }

  static let commands = flattened(MediacatTool.tool.description.commands, below: [])

  private static func flattened(
    _ commands: [CommandDescription], below words: [String]
  ) -> [NamedCommand] {
    commands.flatMap { command in
      let words = words + [command.name]
      return command.children.isEmpty
        ? [NamedCommand(words: words, command: command)]
        : flattened(command.children, below: words)
    }
  }

  /// A home as the examples suppose it: photos and videos, an album, favourites, a disk.
  private static func makeHome() -> Shell {
    let shell = Shell()
    shell.makePhotos(40)
    shell.run(
      """
      mv photos Pictures; cp Pictures/0/IMG_1.jpg Pictures/IMG_0001.JPG
      mkdir -p bin usb/DCIM .local/share/bash-completion/completions
      cp Pictures/0/IMG_2.jpg usb/DCIM/
      # Whole pictures: examples make thumbnails of them.
      ffmpeg -v error -f lavfi -i testsrc=size=64x48:rate=1:duration=40 -q:v 5 whole-%02d.jpg
      for n in $(seq 40); do mv whole-$(printf %02d $n).jpg Pictures/0/IMG_$((n - 1)).jpg; done
      # Programs that examples call, which would leave this home or are not installed here.
      for program in cp rsync xdg-open; do printf '#!/bin/sh\\ncat >/dev/null\\n' > bin/$program; done
      chmod +x bin/*
      mediacat index Pictures usb/DCIM
      mediacat favorite 12 13 14
      mediacat album create Spring; mediacat album create 2023; mediacat album create "Italy 2023"
      mediacat album add "Italy 2023" 12 13 14 15
      """, expecting: 0)
    return shell
  }

  @Test(arguments: commands) func `has a summary, examples, and a line in the help`(
    named: NamedCommand
  ) throws {
    #expect(named.command.summary.hasSuffix("."))
    #expect(named.command.summary.count <= 80)
    #expect(!named.command.examples.isEmpty)
    for example in named.command.examples { #expect(example.line.contains("mediacat ")) }
    let shell = Shell()
    let group = named.words.dropLast().joined(separator: " ")
    let list = shell.run("mediacat help \(group)", expecting: 0).output
    #expect(list.contains(named.command.summary.prefix(40)))
    for flag in ["-h", "--help"] {
      let help = shell.run("mediacat \(named.testDescription) \(flag)", expecting: 0)
      #expect(help.errors == "")
      #expect(help.output.contains("Usage: mediacat \(named.testDescription)"))
    }
  }

  @Test(arguments: commands) func `its examples run`(named: NamedCommand) throws {
    for example in named.command.examples {
      let shell = Self.makeHome()
      // The places that examples name are in the home folder here.
      let line = example.line
        .replacing("/media/usb", with: "\(shell.path)/usb")
        .replacing("/home/ann", with: shell.path)
        .replacing("/data/", with: "\(shell.path)/data/")
      // Some examples want a person: here one who quits.
      let wantsPerson = line.contains("mediacat pick") && !line.contains("--select")
      if wantsPerson, !Shell.hasTerminals { continue }
      let command = wantsPerson ? "printf 'q\\n' | script -qec '\(line)' /dev/null" : line
      let result = shell.run(
        """
        set -o pipefail; export PATH=$HOME/bin:$PATH MEDIACAT_BROWSER=true
        mkdir -p data; cd Pictures; \(command)
        """)
      // 1: nothing matched; an example may ask for what this home does not hold. The pictures here
      // are headers without pixels, so a thumbnail of one may fail: 2.
      let allowed: [Int32] = line.contains("mediacat thumb") ? [0, 1, 2] : [0, 1]
      #expect(allowed.contains(result.status), "\(line)\n\(result.output)\(result.errors)")
      if result.status == 0, line.contains("--json"), !line.contains("|") {
        let count = shell.run(
          "printf %s '\(result.output.replacing("'", with: "'\\''"))' > x.json; "
            + "sqlite3 :memory: \"SELECT json_valid(readfile('x.json'))\"")
        #expect(count.output == "1\n", "\(line)\n\(result.output)")
      }
    }
  }

  @Test func `a word that is no command is answered with the nearest that is`() {
    let result = Shell().run("mediacat indx", expecting: 64)
    #expect(result.errors.contains("did you mean index?"))
    #expect(result.output == "")
  }
}
