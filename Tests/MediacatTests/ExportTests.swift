import Glibc
import TestSupport
import Testing

@Suite("export") struct ExportTests {
  /// A photo with a title, a place and a colour of its own.
  private static func photo(_ title: String, width: Int = 16) -> [UInt8] {
    var block = TIFFBuilder()
    block.text(0x010F, "Canon", to: .ifd0)
    block.text(0x9003, "2023:05:01 10:20:30", to: .exif)
    block.text(0x0001, "N", to: .gps)
    block.rational(0x0002, 48, 1, 8, 1, 0, 1, to: .gps)
    block.text(0x0003, "E", to: .gps)
    block.rational(0x0004, 11, 1, 34, 1, 0, 1, to: .gps)
    var picture = JPEGBuilder()
    picture.exif(block.build())
    let packet = XMPBuilder.packet("", XMPBuilder.localized("dc:title", title))
    picture.segment(0xE1, ascii("http://ns.adobe.com/xap/1.0/\0") + Array(packet.utf8))
    picture.frame(width: width, height: 9)
    return picture.build()
  }

  /// A home with three photos in two folders, two of them of one name.
  private static func makeHome() -> Shell {
    let shell = Shell()
    shell.run("mkdir -p photos/one photos/two")
    shell.directory.write("photos/one/a.JPG", photo("Sunset"))
    shell.directory.write("photos/two/a.JPG", photo("../../etc/x", width: 17))
    shell.directory.write("photos/two/b.jpg", photo("Mr. Smith", width: 18))
    shell.run(
      "touch -d 2001-02-03T04:05:06.789 photos/*/*; mediacat index photos", expecting: 0)
    return shell
  }

  private static func csv(_ text: String) -> [[String]] {
    text.split(whereSeparator: \.isNewline).map {
      $0.split(
        separator: ",", omittingEmptySubsequences: false
      ).map(String.init)
    }
  }

  // MARK: Names

  @Test func `copies, numbers equal names, keeps times, and is done the second time`() {
    let shell = Self.makeHome()
    let before = shell.run("find photos -type f -printf '%p %T@ %C@ %s\\n' | sort").output
    let first = shell.run("mediacat export --to new/out", expecting: 0)
    #expect(first.output.hasPrefix("3 copied; ") && first.output.hasSuffix("written to new/out\n"))
    #expect(first.errors == "")
    #expect(shell.run("ls new/out").lines == ["a (2).JPG", "a.JPG", "b.jpg"])
    #expect(
      shell.run("stat -c '%y %a' new/out/*").lines.allSatisfy {
        $0.hasPrefix("2001-02-03 04:05:06.789") && $0.hasSuffix(" 644")
      })
    shell.run(
      """
      cat photos/*/* | wc -c > x; cat new/out/* | wc -c | cmp - x || exit 1
      sha256sum photos/*/* | cut -c1-64 | sort > x
      sha256sum new/out/* | cut -c1-64 | sort | cmp - x
      """, expecting: 0)
    #expect(shell.run("mediacat export --to new/out", expecting: 0).output == "3 unchanged\n")
    #expect(
      shell.run("find photos -type f -printf '%p %T@ %C@ %s\\n' | sort").output == before)
    #expect(shell.run("find new -name '*.tmp'").output == "")
  }

  @Test func `makes folders of templates, and nothing of hostile titles`() {
    let shell = Self.makeHome()
    shell.run(
      "mediacat export --to out --template '{taken.year}/{taken.month}/{title}'", expecting: 0)
    #expect(
      shell.run("cd out; find . -type f | sort").lines == [
        "./2023/05/.._.._etc_x.jpg", "./2023/05/Mr. Smith.jpg", "./2023/05/Sunset.jpg",
      ])
    shell.run("mediacat export --to tree --template '{folder}/{id:03}-{name}'", expecting: 0)
    #expect(
      shell.run("cd tree; find . -type f | sed 's/[0-9][0-9]*-/N-/' | sort").lines == [
        "./one/N-a.JPG", "./two/N-a.JPG", "./two/N-b.jpg",
      ])
    shell.run("mediacat export --to up --template '{title}/{name}'", expecting: 0)
    #expect(
      shell.run("cd up; find . -type f | sort").lines == [
        "./.._.._etc_x/a.JPG", "./Mr. Smith/b.jpg", "./Sunset/a.JPG",
      ])
  }

  @Test func `takes names of any bytes and any length`() {
    let shell = Shell()
    let long = String(repeating: "é", count: 125) + "x.jpg"
    shell.run("mkdir photos")
    for (number, name) in ["a.jpg", long].enumerated() {
      shell.directory.write("photos/\(name)", Self.photo("", width: 20 + number))
    }
    shell.run(
      """
      cp photos/a.jpg $'photos/new\\nline\\e[31m.jpg'; cp photos/a.jpg $'photos/f\\xfcr.jpg'
      mediacat index photos
      """, expecting: 0)
    let report = shell.run("mediacat export --to out --json", expecting: 0)
    shell.run("test -e $'out/f\\xfcr.jpg' && test -e 'out/new_line_[31m.jpg'", expecting: 0)
    shell.run("test -e out/\(long) && test $(ls out | wc -l) = 4", expecting: 0)
    shell.directory.write("r.json", Array(report.output.utf8))
    #expect(
      shell.run(
        """
        sqlite3 :memory: "SELECT count(*), count(json_extract(value, '$.target_bytes'))
          FROM json_each(CAST(readfile('r.json') AS TEXT))"
        """
      ).output == "4|1\n")
    shell.run("mediacat export --to out", expecting: 0)
  }

  @Test func `templates that lead out are no templates`() {
    let shell = Self.makeHome()
    for (template, word) in [
      ("/etc/{name}", "starts with '/'"), ("../{name}", "'..'"), ("a/../{name}", "'..'"),
      ("{name}/", "without a name"), ("a//{name}", "without a name"), ("", "without a name"),
      ("{taken.year|..}/{name}", "'..'"), ("{title|..}/{name}", "'..'"), ("{nam}", "name?"),
      ("./{name}", "'.'"),
    ] {
      let result = shell.run("mediacat export --to out --template '\(template)'", expecting: 64)
      #expect(result.errors.contains(word), "\(template): \(result.errors)")
    }
    shell.run("test ! -e out", expecting: 0)
  }

  // MARK: What is there already

  @Test func `never overwrites, and says so`() {
    let shell = Self.makeHome()
    shell.run("mkdir -p out/b.jpg; printf mine > out/a.JPG; ln -s /nowhere 'out/a (2).JPG'")
    let result = shell.run("mediacat export --to out --format csv", expecting: 2)
    let rows = Self.csv(result.output).dropFirst()
    #expect(rows.map { $0[1] } == ["failed", "failed", "failed"], "\(result.output)")
    #expect(rows.allSatisfy { $0[5].hasPrefix("exists: is there already") }, "\(rows)")
    #expect(result.errors.split(separator: "\n").count == 3)
    #expect(
      shell.run("cat out/a.JPG; readlink 'out/a (2).JPG'; ls -A out/b.jpg").output
        == "mine/nowhere\n")
    #expect(shell.run("ls -A out").lines == ["a (2).JPG", "a.JPG", "b.jpg"])
    // Of the same length, but other bytes.
    shell.run(
      "rm -r out; mediacat export --to out; printf X | dd of=out/b.jpg conv=notrunc seek=40 bs=1")
    shell.run("sha256sum out/b.jpg > sum; mediacat export --to out", expecting: 2)
    shell.run("sha256sum -c sum", expecting: 0)
  }

  @Test func `does not follow links out of the folder`() {
    let shell = Self.makeHome()
    shell.run("mkdir -p out outside; ln -s ../outside out/2023; ln -s ../outside/new.jpg out/b.jpg")
    for flag in ["", "--link", "--strip all", "--dry-run"] {
      let result = shell.run(
        "mediacat export --to out \(flag) --template '{taken.year}/{name}'", expecting: 2)
      #expect(result.errors.contains("out/2023: ") || result.errors.contains("is a link"))
      shell.run("mediacat export name:b.jpg --to out \(flag)", expecting: 2)
      #expect(shell.run("find outside -mindepth 1").output == "", "\(flag)")
    }
    // The folder itself may be named by a link: that was the person's own wish.
    shell.run("ln -s outside named; mediacat export --to named", expecting: 0)
    #expect(shell.run("ls outside").lines.count == 3)
  }

  // MARK: Dry runs and reports

  @Test func `a dry run writes nothing and tells the targets of the run`() {
    let shell = Self.makeHome()
    let flags = "--template '{taken.year}/{name}' --format csv"
    let dry = shell.run("mediacat export --to out/x \(flags) --dry-run", expecting: 0)
    shell.run("test ! -e out", expecting: 0)
    let real = shell.run("mediacat export --to out/x \(flags)", expecting: 0)
    #expect(dry.output.replacing("would-copy", with: "copied") == real.output)
    #expect(
      Set(Self.csv(real.output).map { $0[4] }) == [
        "target", "out/x/2023/b.jpg", "out/x/2023/a.JPG", "out/x/2023/a (2).JPG",
      ])
    let again = shell.run("mediacat export --to out/x \(flags) -n", expecting: 0)
    #expect(Self.csv(again.output).dropFirst().allSatisfy { $0[1] == "unchanged" })
    let table = shell.run("mediacat export --to y -n", expecting: 0)
    #expect(table.output.contains("would-copy") && table.output.contains("y/b.jpg"))
    shell.run(
      """
      mediacat export --to out/x --template '{taken.year}/{name}' --format json > a.json
      mediacat export --to out/x --template '{taken.year}/{name}' --format jsonl |
        sed '1s/^/[/;$!s/$/,/;$s/$/]/' > b.json
      """, expecting: 0)
    for file in ["a.json", "b.json"] {
      let query = """
        SELECT group_concat(json_extract(value, '$.status')), sum(json_extract(value, '$.bytes') > 0)
        FROM json_each(CAST(readfile('\(file)') AS TEXT))
        """
      #expect(
        shell.run("sqlite3 :memory: \"\(query)\"").output == "unchanged,unchanged,unchanged|3\n")
    }
  }

  @Test func `what is named is what is exported`() {
    let shell = Self.makeHome()
    shell.run("mediacat export --to q name:b.jpg && test \"$(ls q)\" = b.jpg", expecting: 0)
    shell.run(
      """
      id=$(mediacat list name:a.JPG --template '{id}' -n 1)
      mediacat export --to i --items photos/two/b.jpg --items $id --items $id
      """, expecting: 0)
    #expect(shell.run("ls i").lines.count == 2)
    shell.run(
      "mediacat list -0 | mediacat export --to p --items - -0 && test $(ls p | wc -l) = 3",
      expecting: 0)
    let none = shell.run("mediacat export --to n name:zzz", expecting: 1)
    #expect(none.output == "Nothing to export\n")
    shell.run("test ! -e n", expecting: 0)
    shell.run("mediacat export --to n --items 99", expecting: 2)
    #expect(shell.run("mediacat export", expecting: 64).errors.contains("--to DIR"))
    for flags in [
      "--link --strip all", "--link --compatible", "--max-side 100", "--max-bytes 9999",
    ] {
      shell.run("mediacat export --to n \(flags)", expecting: 64)
    }
    #expect(
      shell.run("mediacat export --to photos/two/b.jpg", expecting: 2).errors.contains("folder"))
  }

  // MARK: Other bytes

  @Test func `links share their file with the original`() {
    let shell = Self.makeHome()
    #expect(shell.run("mediacat export --to out --link", expecting: 0).output.hasPrefix("3 linked"))
    shell.run("test out/b.jpg -ef photos/two/b.jpg", expecting: 0)
    #expect(shell.run("mediacat export --to out --link", expecting: 0).output == "3 unchanged\n")
    #expect(shell.run("mediacat export --to out", expecting: 0).output == "3 unchanged\n")
    shell.run("mediacat export --to copies; mediacat export --to copies --link", expecting: 0)
  }

  @Test func `copies that say less have no place`() {
    let shell = Self.makeHome()
    let result = shell.run("mediacat export --to out --strip location", expecting: 0)
    #expect(result.output.hasPrefix("3 stripped"))
    #expect(
      shell.run("mediacat export --to out --strip location", expecting: 0).output
        == "3 unchanged\n")
    shell.run("mediacat export --to out", expecting: 2)
    guard shell.run("command -v exiftool").status == 0 else {
      print("SKIPPED: exiftool is not installed")
      return
    }
    #expect(shell.run("exiftool -q -s3 -GPSLatitude photos/*/*").lines.count == 3)
    #expect(shell.run("exiftool -q -s3 -GPSLatitude -GPSLongitude out").output == "")
    #expect(shell.run("exiftool -q -s3 -Title -r out").lines.count == 3)
  }

  @Test func `compatible versions have the extension of what they are`() {
    let shell = Shell()
    let made = shell.run(
      """
      mkdir media; cd media
      ffmpeg -v error -f lavfi -i testsrc2=s=64x48:r=25:d=1 -c:v mjpeg clip.MKV &&
        ffmpeg -v error -f lavfi -i testsrc2=s=64x48:r=25:d=1 -pix_fmt yuv420p -c:v libx264 old.mp4 &&
        convert -size 640x480 gradient: p.tiff && convert -size 640x480 gradient: q.png &&
        convert p.tiff p.jpg && head -c 300 p.tiff > bad.tiff; cd ..; mediacat index media
      """)
    guard [0, 2].contains(made.status), shell.run("ls media").lines.count == 6 else {
      print("SKIPPED: no ffmpeg or ImageMagick: \(made.errors)")
      return
    }
    let flags = "is:any --compatible --max-side 320 --template '{name}' --format csv"
    let dry = shell.run("mediacat export --to out \(flags) --dry-run")
    #expect(shell.run("find cache -type f").output == "")
    shell.run("test ! -e out", expecting: 0)
    let real = shell.run("mediacat export --to out \(flags)")
    #expect(Self.csv(dry.output).map { $0[4] } == Self.csv(real.output).map { $0[4] })
    #expect(
      shell.run("cd out; file -b --mime-type *").lines == [
        "video/mp4", "video/mp4", "image/jpeg", "image/jpeg", "image/jpeg",
      ], "\(real.output)\(real.errors)")
    #expect(
      shell.run("ls out").lines == ["clip.mp4", "old.mp4", "p (2).jpg", "p.jpg", "q.jpg"])
    let again = shell.run("mediacat export --to out \(flags)")
    #expect(
      Self.csv(again.output).dropFirst().map { $0[1] }.sorted()
        == ["failed"] + Array(repeating: "unchanged", count: 5), "\(again.output)")
    #expect(again.status == 2)
  }

  // MARK: Troubles

  @Test func `a missing, an unreadable and an offline item cost themselves`() {
    let shell = Self.makeHome()
    shell.run("rm photos/two/b.jpg")
    let result = shell.run("mediacat export --to out --format jsonl", expecting: 2)
    #expect(result.lines.count == 3)
    #expect(result.lines.filter { $0.contains("\"copied\"") }.count == 2)
    #expect(result.lines.filter { $0.contains("missing: ") }.count == 1, "\(result.output)")
    #expect(shell.run("mediacat export --to dry -n", expecting: 2).output.contains("failed"))
    shell.run("mv photos away; mediacat index", expecting: 2)
    let offline = shell.run("mediacat export is:offline --to off", expecting: 2)
    #expect(offline.output == "3 failed\n", "\(offline.errors)")
  }

  @Test func `a full disk ends the run with one error and no partial file`() {
    let shell = Self.makeHome()
    guard shell.run("unshare -m mount -t tmpfs tmpfs /mnt").status == 0 else {
      print("SKIPPED: no file system can be mounted here, so no disk can be filled")
      return
    }
    shell.run(
      """
      for n in 1 2 3 4 5 6; do
        cp photos/one/a.JPG photos/big$n.jpg; head -c 700000 /dev/urandom >> photos/big$n.jpg
      done; mkdir disk; mediacat index photos
      """, expecting: 0)
    let result = shell.run(
      """
      unshare -m bash -c '
        mount -t tmpfs -o size=2m tmpfs disk
        mediacat export name:big* --to disk/out; echo "status $?"
        find disk -name "*.tmp"; find disk -type f -size -600k
        for f in disk/out/*; do cmp $f photos/${f##*/}; done
        mount -o remount,size=20m disk
        mediacat export name:big* --to disk/out; echo "status $?"'
      """, expecting: 0)
    #expect(result.lines.filter { $0.hasPrefix("status") } == ["status 2", "status 0"])
    #expect(result.lines.count == 4, "\(result.output)")
    #expect(result.errors.contains("No space left on device"))
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    #expect(!result.errors.contains(".tmp"))
  }

  @Test func `links across file systems are told what to do`() {
    let shell = Self.makeHome()
    guard shell.run("unshare -m mount -t tmpfs tmpfs /mnt").status == 0 else {
      print("SKIPPED: no file system can be mounted here")
      return
    }
    let result = shell.run(
      """
      mkdir disk
      unshare -m bash -c 'mount -t tmpfs tmpfs disk; mediacat export --to disk --link'
      """, expecting: 2)
    #expect(result.errors.contains("another file system; leave out --link"))
  }

  @Test func `an interrupted run leaves no temporary file, a killed one goes on`() {
    let shell = Self.makeHome()
    shell.run(
      """
      for n in $(seq 30); do
        cp photos/one/a.JPG photos/big$n.jpg; head -c 4000000 /dev/zero >> photos/big$n.jpg
        echo $n >> photos/big$n.jpg
      done
      mediacat index photos
      """, expecting: 0)
    let result = shell.run(
      """
      for wait in 0.01 0.03 0.05 0.08; do
        rm -rf out; mediacat export --to out > /dev/null 2>&1 & job=$!
        sleep $wait; kill -TERM $job; wait $job; status=$?
        test $status = 143 -o $status = 0 || { echo "status $status"; exit 1; }
        test -z "$(find out -name '*.tmp' 2>/dev/null)" || exit 2
        for f in out/*; do [ ! -e "$f" ] || test $(stat -c %s "$f") -gt 0 || exit 3; done
      done
      rm -rf out; mediacat export --to out > /dev/null & job=$!
      sleep 0.03; kill -KILL $job; wait $job
      test $(find out -name '*.tmp' | wc -l) -le 2 || exit 4
      mediacat export --to out || exit 5
      cat photos/big*.jpg | sha256sum > x; cat out/big*.jpg | sha256sum | cmp - x
      """)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }
}
