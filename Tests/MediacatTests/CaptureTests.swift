import Glibc
import TestSupport
import Testing

@Suite("mediacat capture") struct CaptureTests {
  /// A home with an indexed folder, a photo and a video.
  private func home(_ variables: [String: String] = [:]) -> Shell {
    let shell = Shell(variables)
    shell.run(
      """
      mkdir photos new
      ffmpeg -v error -f lavfi -i testsrc=size=64x48:rate=1 -frames:v 1 new/a.jpg
      ffmpeg -v error -f lavfi -i testsrc=size=64x48:rate=10:duration=2 -c:v mpeg4 new/v.mp4
      ffmpeg -v error -i new/v.mp4 -c copy -movflags +faststart new/fast.mp4
      head -c 3000 new/v.mp4 > new/cut.mp4
      head -c $(($(stat -c %s new/fast.mp4) - 100)) new/fast.mp4 > new/cut2.mp4
      cp new/a.jpg photos/a.jpg
      mediacat index photos
      """, expecting: 0)
    return shell
  }

  @Test func `takes, lists, discards and promotes`() {
    let shell = home()
    shell.run("mediacat capture list", expecting: 1)
    let added = shell.run(
      "mediacat capture add new/a.jpg new/v.mp4 --columns state,type,size,duration,name",
      expecting: 0)
    #expect(added.lines.count == 3)
    #expect(added.lines[1].hasPrefix("staged"))
    let list = shell.run(
      "mediacat capture list --json > l.json; sqlite3 :memory: \"SELECT"
        + " json_extract(value, '$.mime'), json_extract(value, '$.display_width'),"
        + " json_extract(value, '$.duration'), json_extract(value, '$.state'),"
        + " json_extract(value, '$.name') FROM json_each(readfile('l.json'))\"",
      expecting: 0)
    #expect(list.lines == ["image/jpeg|64||staged|a.jpg", "video/mp4|64|2.0|staged|v.mp4"])
    shell.run(
      """
      for path in $(mediacat capture list -0 | tr '\\0' ' '); do
        cmp $path new/a.jpg || cmp $path new/v.mp4 || exit 9
      done
      mediacat index photos | grep -q capture && exit 8
      uid=$(mediacat capture list --template '{uid}' | tail -1)
      mediacat capture discard ${uid:0:6} -n && mediacat capture discard ${uid:0:6}
      """, expecting: 0)
    let promoted = shell.run(
      "mediacat capture list --template '{uid}' | mediacat capture promote - --to photos/new"
        + " --template '{state} {path}'; cmp new/a.jpg photos/new/a.jpg", expecting: 0)
    #expect(promoted.output == "promoted \(shell.path)/photos/new/a.jpg\n")
    shell.run("mediacat capture list", expecting: 1)
    #expect(shell.run("mediacat index; mediacat count").lines.last == "2")
    #expect(shell.run("find c.sqlite-picker -type f").lines == ["c.sqlite-picker/captures-lock"])
  }

  @Test func `says what it does not take, and keeps damaged recordings`() {
    let shell = home()
    shell.run("echo text > new/t.txt; mkfifo new/pipe; : > new/empty.jpg")
    let result = shell.run(
      "mediacat capture add new/cut.mp4 new/t.txt new/pipe new/empty.jpg new none.jpg new/cut2.mp4"
        + " new/a.jpg --template '{state} {name}'",
      expecting: 2)
    #expect(result.lines == ["quarantined cut.mp4", "quarantined cut2.mp4", "staged a.jpg"])
    for words in [
      "new/cut.mp4: kept in quarantine: ", "t.txt: is neither a picture nor a video",
      "pipe: is no regular file", "empty.jpg: has no bytes", "new: is a folder",
      "none.jpg: cannot be read", "cut2.mp4: kept in quarantine: The recording ends in the middle.",
    ] {
      #expect(result.errors.contains(words), "\(words)\n\(result.errors)")
    }
    let typed = shell.run("mediacat capture add --type video new/a.jpg", expecting: 2)
    #expect(typed.errors.contains("is an image; what is wanted is video"))
    let long = shell.run("mediacat capture add --max-seconds 1 new/v.mp4", expecting: 2)
    #expect(long.errors.contains("It is 2 s long; at most 1 s are allowed."))
    #expect(shell.run("mediacat capture list -0 | tr -dc '\\0' | wc -c").output == "4\n")
    let outside = shell.run(
      "mediacat capture promote $(mediacat capture list --template '{state} {uid}'"
        + " | sed -n 's/^staged //p') --to new", expecting: 2)
    #expect(outside.errors.contains("mediacat roots add FOLDER"))
    for line in ["discard", "promote --to photos", "promote abcd", "add"] {
      shell.run("mediacat capture \(line)", expecting: 64)
    }
    shell.run("mediacat capture discard abcdef", expecting: 2)
  }

  @Test func `a killed program loses nothing that was captured, M-18`() {
    let shell = home()
    shell.run(
      """
      printf '#!/bin/sh\\necho $$ > worker.pid; exec sleep 600\\n' > hangs; chmod +x hangs
      MEDIACAT_WORKER=$PWD/hangs mediacat capture add new/a.jpg & adder=$!
      while [ ! -e worker.pid ]; do read -t 0.05 <> <(:); done
      kill -9 $adder; wait $adder; kill $(cat worker.pid)
      """)
    let list = shell.run("mediacat capture list --template '{state} {type} {name}'", expecting: 0)
    #expect(list.output == "staged image a.jpg\n", "\(list.errors)")
    shell.run("cmp $(mediacat capture list -0 | tr -d '\\0') new/a.jpg", expecting: 0)
  }

  @Test func `a full disk ends the run, and leaves what was there`() {
    let shell = home()
    guard shell.run("unshare -m mount -t tmpfs tmpfs /mnt").status == 0 else {
      print("SKIPPED: no file system can be mounted here, so no disk can be filled")
      return
    }
    shell.run("cp new/a.jpg new/big.jpg; head -c 3000000 /dev/urandom >> new/big.jpg; mkdir disk")
    let inbox = shell.run(
      """
      mkdir c.sqlite-picker
      unshare -m bash -c '
        mount -t tmpfs -o size=2m tmpfs c.sqlite-picker
        mediacat capture add new/a.jpg new/big.jpg new/v.mp4 --template "{name}"; echo "status $?"
        mediacat capture list --template "{name}"; ls c.sqlite-picker/captures | wc -l'
      mediacat capture discard $(mediacat capture list --template '{uid}')
      """)
    #expect(inbox.lines.prefix(4) == ["a.jpg", "status 2", "a.jpg", "1"], "\(inbox.errors)")
    #expect(inbox.errors.contains("No space left on device"))
    #expect(!inbox.errors.contains(".tmp"))
    shell.run("mediacat capture add new/a.jpg new/big.jpg", expecting: 0)
    let target = shell.run(
      """
      unshare -m bash -c '
        mount -t tmpfs -o size=2m tmpfs photos
        mediacat capture list --template "{uid}" | mediacat capture promote - --to photos
        echo "status $?"; find photos -type f | wc -l
        mediacat capture list --template "{state}"
        mount -o remount,size=20m photos
        mediacat capture list --template "{uid}" | mediacat capture promote - --to photos \
          --template "{name}"
        cmp photos/a.jpg new/a.jpg && cmp photos/big.jpg new/big.jpg && echo whole'
      """, expecting: 0)
    #expect(
      target.lines == ["status 2", "0", "staged", "staged", "a.jpg", "big.jpg", "whole"],
      "\(target.errors)")
    #expect(target.errors.contains("No space left on device"))
  }
}
