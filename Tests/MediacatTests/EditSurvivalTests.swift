import Glibc
import TestSupport
import Testing

@Suite(
  "What a person typed survives: scans, kills, others at the same time, full disks", .serialized)
struct EditSurvivalTests {
  private static let typed = """
    sqlite3 c.sqlite 'SELECT media, favorite, hidden, rating, title, caption, taken, taken_offset,
      taken_precision FROM edit; SELECT * FROM edit_keyword; SELECT media FROM album_item'
    """

  @Test func `rescans, changed files, missing ones that come back, absent disks, and undo then`() {
    let shell = Shell()
    shell.makePhotos(10, perFolder: 5)
    shell.run("mediacat index photos && mediacat album create A", expecting: 0)
    let empty = shell.run("\(Self.typed)", expecting: 0).output
    let edits = [
      "favorite 3", "rate 5 3 4", "title 'Té' 3", "caption \"two\n lines\" 3", "keyword add a 3 4",
      "set-date '2001-02-03 04:05:06+09:00' 3", "set-date --shift +1h 4", "hide 5",
      "album add A 3 4 5",
    ]
    for edit in edits { shell.run("mediacat \(edit)", expecting: 0) }
    let typed = shell.run("\(Self.typed)", expecting: 0).output
    func shown() -> String {
      shell.run(
        """
        sqlite3 c.sqlite "SELECT favorite, hidden, rating, title, caption, keywords, albums, taken,
          taken_offset FROM v_media WHERE name IN ('IMG_2.jpg', 'IMG_3.jpg', 'IMG_4.jpg')"
        """, expecting: 0
      ).output
    }
    let before = shown()
    #expect(before.contains("2001-02-03T04:05:06|+09:00"))
    // A changed file (R64), a folder that is gone for a while, a disk too (R60).
    for (trouble, status) in [
      ("true", 0), ("cp photos/1/IMG_9.jpg photos/0/IMG_2.jpg", 0),
      ("mv photos/0 away", 0), ("mv away photos/0", 0), ("mv photos disk; mkdir photos", 2),
      ("rmdir photos; mv disk photos", 0),
      // Renamed and moved files and folders (R62), and the indexed folder itself.
      ("mv photos/0 photos/renamed; mv photos/renamed/IMG_3.jpg photos/x.jpg", 0),
      ("mv photos/x.jpg photos/renamed/IMG_3.jpg; mv photos/renamed photos/0", 0),
      ("mv photos elsewhere; mediacat index elsewhere", 0),
      ("mv elsewhere photos; mediacat index photos", 0),
    ] as [(String, Int32)] {
      shell.run("\(trouble); mediacat index", expecting: status)
      #expect(shell.run("\(Self.typed)", expecting: 0).output == typed, "\(trouble)")
    }
    #expect(shown() == before)
    // Missing and offline items are edited too, by id and by path.
    shell.run("rm photos/0/IMG_2.jpg photos/0/IMG_4.jpg; mediacat index", expecting: 0)
    let said = shell.run("mediacat rate 1 3; mediacat title gone photos/0/IMG_4.jpg", expecting: 0)
    #expect(said.errors.contains("rated 1 item 1") && said.errors.contains("“gone”"))
    shell.run("mv photos disk; mediacat index", expecting: 2)
    shell.run("mediacat keyword add off 6", expecting: 0)
    for _ in 0..<3 { shell.run("mediacat undo", expecting: 0) }
    #expect(shell.run("\(Self.typed)", expecting: 0).output == typed)
    for _ in edits { shell.run("mediacat undo", expecting: 0) }
    #expect(shell.run("\(Self.typed)", expecting: 0).output == empty)
    for _ in edits { shell.run("mediacat redo", expecting: 0) }
    #expect(shell.run("\(Self.typed)", expecting: 0).output == typed)
  }

  @Test func `a killed process, between all and nothing`() {
    let shell = Shell()
    shell.makePhotos(2_000)
    shell.run("mediacat index photos", expecting: 0)
    let start = ContinuousClock.now
    shell.run("mediacat rate 0 --query ''", expecting: 0)
    let time = ContinuousClock.now - start
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    var (killed, kept) = (0, "0")
    for attempt in 1...16 {
      let stars = String(attempt % 5 + 1)
      let job = shell.start("exec mediacat rate \(stars) --query ''")
      // From the start to the end; a task would wake late where other tests are busy.
      let share = Double(attempt - 1) / 16 + Double.random(in: 0...0.1, using: &generator)
      usleep(UInt32(max(0, time * share / .microseconds(1))))
      kill(job.process, SIGKILL)
      if job.wait().status == 128 + SIGKILL { killed += 1 }
      let found = shell.run(
        """
        sqlite3 c.sqlite 'SELECT DISTINCT rating FROM edit; SELECT count(*) FROM edit;
          SELECT count(*) FROM undo_recording; SELECT DISTINCT rating FROM media;
          PRAGMA integrity_check; PRAGMA foreign_key_check'
        """, expecting: 0
      ).lines
      #expect(found.count == 5, "seed \(seed): \(found)")
      #expect([kept, stars].contains(found[0]), "seed \(seed)")
      #expect(Array(found[1...]) == ["2000", "0", found[0], "ok"], "seed \(seed)")
      if found[0] != kept {
        // All of it was made, so all of it can be undone.
        shell.run("mediacat undo", expecting: 0)
        #expect(shell.run("sqlite3 c.sqlite 'SELECT DISTINCT rating FROM edit'").lines == [kept])
        shell.run("mediacat redo", expecting: 0)
        kept = found[0]
      }
    }
    #expect(killed > 0)
  }

  @Test func `two processes at once, each change whole and undone in order`() {
    let shell = Shell()
    shell.makePhotos(50)
    shell.run("mediacat index photos", expecting: 0)
    let jobs = [
      shell.start("for n in $(seq 15); do mediacat rate $((n % 5)) --query '' || exit 9; done"),
      shell.start("for n in $(seq 15); do mediacat title t$n --query '' || exit 9; done"),
      shell.start(
        "mediacat album create A; for n in $(seq 15); do mediacat album add A $n || exit 9; done"),
      shell.start("for n in $(seq 5); do touch photos/0/*; mediacat index photos || exit 9; done"),
    ]
    for job in jobs {
      let result = job.wait()
      #expect(result.status == 0, "\(result.errors)")
    }
    #expect(
      shell.run("sqlite3 c.sqlite 'SELECT DISTINCT rating, title, count(*) FROM edit'").lines
        == ["0|t15|50"])
    // Ratings 1, 2, 3, 4, 0 differ each time: 15 changes, 15 titles, an album and its 15 items.
    #expect(
      shell.run("n=0; while mediacat undo >/dev/null 2>&1; do n=$((n + 1)); done; echo $n").output
        == "46\n")
    #expect(
      shell.run(
        "sqlite3 c.sqlite 'SELECT count(*) FROM edit; SELECT count(*) FROM album; SELECT count(*) FROM album_item'"
      ).lines == ["0", "0", "0"])
  }

  @Test(.enabled(if: TroubleTests.canMount)) func `a full disk takes back the whole change`() {
    let shell = Shell()
    shell.makePhotos(2_000)
    shell.run("mediacat index photos", expecting: 0)
    let result = shell.run(
      """
      text=$(printf 'x%.0s' $(seq 2000))
      mkdir disk
      unshare -m bash -c '
        mount -t tmpfs -o size=6m tmpfs disk; cp c.sqlite disk/
        export MEDIACAT_CATALOG=$PWD/disk/c.sqlite
        mediacat rate 3 1; echo "status $?"
        mediacat caption "'$text'" --query ""; echo "status $?"
        sqlite3 disk/c.sqlite "PRAGMA integrity_check; SELECT count(*) FROM edit;
          SELECT count(*) FROM undo_entry; SELECT count(*) FROM undo_recording"
        mediacat undo --dry-run
        mount -o remount,size=80m disk
        mediacat caption "'$text'" --query ""; echo "status $?"
        sqlite3 disk/c.sqlite "SELECT count(*), sum(length(caption)) FROM edit"
        mediacat undo'
      """, expecting: 0)
    #expect(
      result.lines == [
        "status 0", "status 2", "ok", "1", "1", "0", "would undo: rated 1 item 3", "status 0",
        "2000|4000000",
        "undid: gave 2000 items the caption “\(String(repeating: "x", count: 40))…”",
      ], "\(result.output)\(result.errors)")
    #expect(result.errors.contains("is full"), "\(result.errors)")
  }
}
