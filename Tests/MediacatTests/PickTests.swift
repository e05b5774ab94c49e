import TestSupport
import Testing

@Suite("mediacat pick, behaviours G-16, T-10") struct PickTests {
  /// Six pictures and a film; the last name is the newest.
  private func home() -> Shell {
    let shell = Shell()
    shell.run(
      """
      mkdir photos; cd photos
      for i in 1 2 3 4 5 6; do
        ffmpeg -v error -f lavfi -i color=red:size=16x16 -frames:v 1 p$i.png
        touch -d "2024-01-0$i 10:00" p$i.png
      done
      ffmpeg -v error -f lavfi -i testsrc=size=32x32:rate=5 -t 2 film.mp4
      touch -d "2024-02-01 10:00" film.mp4
      """, expecting: 0)
    shell.run("mediacat index photos", expecting: 0)
    return shell
  }

  private func names(_ result: Shell.Result) -> [String] {
    result.lines.map { String($0.split(separator: "/").last ?? "") }
  }

  @Test func `picks without a person by number, query and all`() {
    let shell = home()
    let numbers = shell.run("mediacat pick --matching images --select 2,1 --ordered", expecting: 0)
    #expect(names(numbers) == ["p5.png", "p6.png"])
    let displayed = shell.run("mediacat pick --matching images --select 2,1", expecting: 0)
    #expect(names(displayed) == ["p6.png", "p5.png"])
    let query = shell.run("mediacat pick --select name:p3 --select name:p1 -0 | tr '\\0' '\\n'")
    #expect(names(query) == ["p3.png", "p1.png"])
    let limited = shell.run("mediacat pick --limit 3 --select all", expecting: 0)
    #expect(names(limited) == ["film.mp4", "p6.png", "p5.png"])
    #expect(limited.errors.contains("No more than 3 can be selected."))
    // Nobody can come back to it, so nothing is kept.
    shell.run("test ! -e c.sqlite-picker", expecting: 0)
  }

  @Test func `prints the result as documented JSON`() {
    let shell = home()
    let json = shell.run(
      """
      mediacat pick --matching images --limit 1 --select 1-2 --json --columns id,type > a.json
      python3 - <<'END'
      import json
      result = json.load(open("a.json"))
      print(result["outcome"], [item["type"] for item in result["items"]],
        [(refusal["reason"], refusal["message"]) for refusal in result["refused"]])
      END
      """, expecting: 0)
    #expect(
      json.output
        == "committed ['image'] [('limit-reached', 'No more than 1 can be selected.')]\n")
    let follow = shell.run("mediacat pick --select 1,2 --follow --columns id", expecting: 0)
    #expect(follow.lines.count == 2)
    #expect(follow.lines.first?.hasPrefix(#"{"event":"changed","sequence":"#) == true)
    #expect(follow.lines.last?.hasPrefix(#"{"event":"finished","outcome":"committed""#) == true)
  }

  @Test func `ends with 1 when nothing is chosen, and says why`() {
    let shell = home()
    let few = shell.run("mediacat pick --limit 3-4 --select 1 --json", expecting: 1)
    #expect(few.output == "{\"outcome\":\"cancelled\",\"items\":[],\"refused\":[]}\n")
    #expect(few.errors == "mediacat: nothing is picked: 1 selected; select at least 3.\n")
    shell.run("mediacat pick --select name:nothing", expecting: 1)
    #expect(
      shell.run("mediacat pick --select name:nothing --allow-empty", expecting: 0).output == "")
  }

  @Test func `takes one of several equal files, and says when nobody compared them`() {
    let shell = home()
    // All six pictures are the same red one.
    let unknown = shell.run(
      "mediacat pick --matching images --select all --distinct equal", expecting: 0)
    #expect(unknown.lines.count == 6)
    #expect(
      unknown.errors.contains(
        "6 items as large as others were never compared; mediacat duplicates does that"))
    shell.run("mediacat duplicates", expecting: 0)
    let one = shell.run(
      "mediacat pick --matching images --select all --distinct equal", expecting: 0)
    #expect(names(one) == ["p6.png"])
    #expect(one.errors.contains("1 of 6 added: An item with the same bytes is selected already."))
    #expect(!one.errors.contains("never compared"))
    let json = shell.run(
      "mediacat pick --matching images --select 1,2 --distinct equal --json", expecting: 0)
    #expect(json.output.contains(#""reason":"duplicate-of-selected""#))
    #expect(
      shell.run("mediacat pick --matching images --select all", expecting: 0).lines.count == 6)
    let looks = shell.run("mediacat pick --select 1 --distinct alike", expecting: 0)
    #expect(looks.errors.contains("the look of 1 item is not known yet"))
  }

  @Test(arguments: [
    ("", "nobody can be asked"), ("--no-input", "--no-input asks nobody"),
    ("--select 0", "numbered from 1"), ("--select 3-1", "numbered from 1"),
    ("--limit many --select 1", "--limit: a limit is none, a number such as 3"),
    ("--preselect x --select 1", "--preselect takes the id of an item"),
  ])
  func `refuses what makes no sense`(arguments: String, message: String) {
    let shell = Shell()
    shell.run("mkdir p; mediacat index p", expecting: 0)
    let result = shell.run("mediacat pick \(arguments)", expecting: 64)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test func `takes a configuration, and names the field that is wrong`() {
    let shell = home()
    shell.run(
      #"""
      echo '{"selection": {"limit": 1}, "media_types": "video", "of_the_future": 1}' > a.json
      echo '{"selection": {"limit": -1}}' > b.json
      echo '{"mode": 3}' > c.json
      """#)
    #expect(
      names(shell.run("mediacat pick --config a.json --select 1", expecting: 0)) == ["film.mp4"])
    let negative = shell.run("mediacat pick --config b.json --select 1", expecting: 64)
    #expect(negative.errors.contains("cannot be negative"), "\(negative.errors)")
    let mode = shell.run("mediacat pick --config c.json --select 1", expecting: 64)
    #expect(mode.errors.contains("mode"), "\(mode.errors)")
    let missing = shell.run("mediacat pick --config none.json --select 1", expecting: 2)
    #expect(missing.errors.contains("none.json: cannot be read"))
  }

  @Test func `shows only what a program lets through`() {
    let shell = home()
    let filtered = shell.run(
      """
      mediacat pick --select all --filter-cmd \
        'while read -r line; do case $line in *p2.png*|*p4.png*) echo true;; *) echo false;; esac; done'
      """, expecting: 0)
    #expect(names(filtered) == ["p4.png", "p2.png"])
  }

  @Test(.enabled(if: Shell.hasTerminals))
  func `asks a person on a terminal, and prints the choice alone`() {
    let shell = home()
    let chosen = shell.run(
      """
      printf '1,3\\n/type:image\\n9-12\\nnonsense\\n2\\ns\\nd\\n' \
        | script -qec 'mediacat pick --limit 3 --ordered > chosen.txt' screen.txt > /dev/null
      cat chosen.txt
      """, expecting: 0)
    // 1 is the film and 3 p5; of the images alone 2 is p5, so that is let go again.
    #expect(names(chosen) == ["film.mp4"])
    let screen = shell.run("cat screen.txt").output
    #expect(screen.contains("2 of 3 selected"))
    #expect(screen.contains("[1]") && screen.contains("[2]"))
    #expect(screen.contains("'nonsense' is no order; h lists them."))
    #expect(screen.contains("There are 6 items."))
  }

  @Test(.enabled(if: Shell.hasTerminals), arguments: [24, 44, 60, 120])
  func `shows names on terminals of any width, and no line beyond it`(width: Int) {
    let shell = home()
    let screen = shell.run(
      """
      printf 'q\n' | script -qec 'stty cols \(width) rows 24; mediacat pick' /dev/null
      """
    ).output.split(separator: "\r\n").filter { $0.contains("[ ]") }
    #expect(screen.count == 7)
    for line in screen {
      #expect(line.contains(".png") || line.contains(".mp4"), "\(line)")
      #expect(line.count <= width, "\(line)")
    }
    #expect(screen.first?.contains("2024-02-01") == (width >= 60))
    #expect(screen.first?.contains("video") == (width >= 60))
  }

  @Test(.enabled(if: Shell.hasTerminals))
  func `leaves with 1 when the person quits or goes away`() {
    let shell = home()
    for keys in ["q\\n", "1\\nq\\ny\\n", ""] {
      let left = shell.run(
        """
        printf '\(keys)' | script -qec 'mediacat pick --json > chosen.txt' /dev/null > /dev/null
        echo $?; cat chosen.txt
        """, expecting: 0)
      #expect(
        left.lines == ["1", #"{"outcome":"cancelled","items":[],"refused":[]}"#], "\(keys)")
    }
    // Answering no to the question leaves the choice as it was.
    let kept = shell.run(
      """
      printf '1\\nq\\nn\\nd\\n' | script -qec 'mediacat pick > chosen.txt' /dev/null > /dev/null
      cat chosen.txt
      """, expecting: 0)
    #expect(names(kept) == ["film.mp4"])
  }
}
