import Glibc
import TestSupport
import Testing

@Suite("Exit codes, events and output of the programs") struct OutputTests {
  @Test func `exit codes are those of the documentation`() throws {
    let shell = Shell()
    shell.makePhotos(30)
    shell.run("mediacat list", expecting: 3)
    shell.run("mediacat index", expecting: 64)
    shell.run("mediacat index absent", expecting: 2)
    shell.run("mediacat index photos", expecting: 0)
    shell.run("mediacat index photos/0", expecting: 64)
    shell.run("mediacat list", expecting: 0)
    shell.run("mediacat list name:nothing", expecting: 1)
    shell.run("mediacat list --unknown", expecting: 64)
    shell.run("mediacat list 'size:>>'", expecting: 64)
    shell.run("mediacat show 99999", expecting: 2)
    shell.run("echo junk > junk; mediacat list --catalog junk", expecting: 3)
    shell.run("mediacat list --catalog /dev/null", expecting: 3)
    shell.run("mediacat list --catalog .", expecting: 3)
    shell.run("head -c 100 photos/0/IMG_1.jpg > photos/cut.jpg; mediacat index", expecting: 2)
    shell.run("rm photos/cut.jpg; mv photos away", expecting: 0)
    let offline = shell.run("mediacat index", expecting: 2)
    #expect(offline.errors.contains("\(shell.path)/photos"))
    shell.run("mediacat list", expecting: 1)
    shell.run("mediacat count is:offline", expecting: 0)
    shell.run("mv away photos; mediacat index", expecting: 0)
    #expect(shell.run("mediacat list --format paths").lines.count == 30)
  }

  @Test func `index prints events as JSON Lines, and the balance last`() throws {
    let shell = Shell()
    shell.makePhotos(30)
    shell.run("echo x > photos/junk.jpg; echo x > photos/notes.txt; mkdir -m 0 photos/shut")
    let result = shell.run("mediacat index photos --json | tee events", expecting: 0)
    let last = try #require(result.lines.last)
    #expect(
      last.hasPrefix(
        #"{"event":"finished","seen":32,"indexed":30,"unchanged":0,"moved":0,"failed":1,"#
          + #""skipped":1,"missing":0,"seconds":0."#), "\(last)")
    let valid = shell.run(
      "while read -r line; do printf %s \"$line\" > x; "
        + "sqlite3 :memory: \"SELECT json_valid(readfile('x'))\"; done < events")
    #expect(Set(valid.lines) == ["1"])
    shell.run("mv photos away")
    let offline = shell.run("mediacat index --json", expecting: 2)
    #expect(
      offline.lines.first?.hasPrefix(#"{"event":"problem","kind":"offline","path":""#) == true)
    #expect(offline.lines.last?.contains(#""seen":0,"#) == true)
  }

  @Test func `names in any bytes come out whole`() throws {
    let shell = Shell()
    shell.makePhotos(1)
    shell.run(
      """
      cd photos/0; cp IMG_0.jpg $'No\\xebl.jpg'; cp IMG_0.jpg $'new\\nline.jpg'
      cp IMG_0.jpg $'esc\\e[31m.jpg'; rm IMG_0.jpg
      """, expecting: 0)
    shell.run("mediacat index photos", expecting: 0)
    // What goes out by NUL is what is on disk, byte by byte.
    shell.run(
      """
      mediacat list -0 --sort path | sort -z > listed
      find "$PWD/photos" -type f -print0 | sort -z > found
      cmp listed found && mediacat list -0 | xargs -0 stat > /dev/null
      """, expecting: 0)
    let json = shell.run("mediacat list --format jsonl --columns path,path_bytes", expecting: 0)
    let bytes = shell.run("printf %s \"$PWD/photos/0/\"$'No\\xebl.jpg' | base64 -w0").output
    #expect(json.output.contains(#"{"path":null,"path_bytes":"\#(bytes)"}"#), "\(json.output)")
    #expect(json.output.contains(#"new\nline.jpg","path_bytes":null"#))
    // An item is found by its bytes again.
    shell.run("mediacat show photos/0/$'No\\xebl.jpg'", expecting: 0)
    // On a terminal nothing of a name is a command to it.
    guard Shell.hasTerminals else { return }
    let terminal = shell.run("script -qec 'mediacat list --columns name' /dev/null", expecting: 0)
    #expect(!terminal.output.contains("\u{1B}[31m"))
    #expect(terminal.output.contains("No"))
  }

  @Test func `below the root of the file system paths have one slash`() throws {
    let shell = Shell()
    shell.makePhotos(2)
    // A name that the patterns below let through, and nothing else.
    let folder = "zz-\(getpid())"
    shell.run("mkdir /tmp/\(folder); mv photos/0 /tmp/\(folder)", expecting: 0)
    defer { TemporaryDirectory.remove("/tmp/\(folder)") }
    shell.run(
      "mediacat index / --cross-file-systems --exclude '/[!t]*' --exclude '/t[!m]*' "
        + "--exclude '/tmp/[!z]*' --exclude '/tmp/z[!z]*' --exclude '/tmp/zz-[a-z]*'", expecting: 0)
    let paths = ["/tmp/\(folder)/0/IMG_0.jpg", "/tmp/\(folder)/0/IMG_1.jpg"]
    #expect(shell.run("mediacat list --format paths --sort path").lines == paths)
    #expect(shell.run("mediacat list in:/tmp/\(folder) --format paths").lines.count == 2)
    #expect(
      shell.run("sqlite3 c.sqlite 'SELECT path FROM v_media ORDER BY path'").lines == paths)
    shell.run("mediacat show \(paths[0])", expecting: 0)
  }

  @Test func `a closed pipe is silent success`() throws {
    let shell = Shell()
    shell.makePhotos(2_000)
    shell.run("mediacat index photos", expecting: 0)
    for command in ["list", "list --json", "list -0", "list --format csv", "help list"] {
      let result = shell.run(
        "mediacat \(command) | head -c 1 > /dev/null; echo ${PIPESTATUS[0]}", expecting: 0)
      #expect(result.output == "0\n", "\(command)")
      #expect(result.errors == "", "\(command)")
    }
    let closed = shell.run("mediacat index photos | true; echo ${PIPESTATUS[0]}")
    #expect(closed.output == "0\n")
  }

  @Test(.enabled(if: Shell.hasTerminals))
  func `colours are for terminals, and NO_COLOR is heeded`() throws {
    let shell = Shell(["TERM": "xterm-256color"])
    shell.makePhotos(3)
    shell.run("mediacat index photos", expecting: 0)
    #expect(!shell.run("mediacat list").output.contains("\u{1B}["))
    func onTerminal(_ command: String) -> String {
      shell.run("script -qec '\(command)' /dev/null", expecting: 0).output
    }
    #expect(onTerminal("mediacat help").contains("\u{1B}["))
    #expect(!onTerminal("NO_COLOR=1 mediacat help").contains("\u{1B}["))
    #expect(!onTerminal("TERM=dumb mediacat help").contains("\u{1B}["))
    #expect(!onTerminal("NO_COLOR=1 mediacat list").contains("\u{1B}["))
  }

  @Test func `a hostile tree is indexed to its last file`() throws {
    let shell = Shell()
    shell.makePhotos(1)
    shell.run(
      """
      cd photos; mkfifo pipe.jpg; ln -s . loop; ln -s / rootlink; ln -s /dev/zero zero.jpg
      ln -s self.jpg self.jpg; mkdir IMG_dir.jpg; : > empty.png; head -c 9000 /dev/urandom > junk.mp4
      truncate -s 5G sparse.jpg; truncate -s 5G sparse.mkv; cp /bin/true program; chmod 0 empty.png
      """, expecting: 0)
    let result = shell.run("timeout 60 mediacat index photos --json", expecting: 2)
    #expect(
      result.output.contains(
        #""seen":6,"indexed":1,"unchanged":0,"moved":0,"failed":4,"skipped":1,"#),
      "\(result.output)")
    let rows = shell.run("mediacat list is:any --format paths", expecting: 0).lines
    #expect(rows.count == 5)
  }
}
