import Glibc
import TestSupport
import Testing

@Suite("Runs that are killed, interrupted, or side by side", .serialized)
struct InterruptionTests {
  /// What a person does to a tree between two runs.
  private static let changes = """
    cd photos
    rm -r 3 4; mv 5 five; mv 6/IMG_6*.jpg 7/
    mv 18/IMG_1800.jpg t; for n in $(seq 1801 1899); do mv 18/IMG_$n.jpg 18/IMG_$((n - 1)).jpg; done
    mv t 18/IMG_1899.jpg; mv 19/IMG_1900.jpg 19/end.jpg
    for n in $(seq 1901 1999); do mv 19/IMG_$n.jpg 19/IMG_$((n - 1)).jpg; done
    for n in $(seq 800 1100); do echo more >> 8/IMG_$n.jpg; done 2>/dev/null; rm -f 8/IMG_9*
    mkdir new; for n in $(seq 1200 1500); do cp 12/IMG_$n.jpg new/copy-$n.jpg; done 2>/dev/null
    for n in $(seq 1300 1399); do ln 13/IMG_$n.jpg new/link-$n.jpg; done
    for n in $(seq 1400 1450); do ln 14/IMG_$n.jpg 9/alink-$n.jpg; rm 14/IMG_$n.jpg; done
    head -c 20 15/IMG_1500.jpg > 15/broken.jpg; : > 15/empty.jpg; echo text > 15/notes.txt
    """

  @Test func `a run killed at any moment is completed by the next`() async throws {
    let shell = Shell()
    shell.makePhotos(3_000)
    let start = ContinuousClock.now
    shell.run("mediacat index photos", expecting: 0)
    let fresh = (items: shell.items(), time: ContinuousClock.now - start)
    // What a person typed tells which item is which.
    shell.run(
      """
      sqlite3 c.sqlite "INSERT INTO edit (media, favorite, title, updated)
        SELECT id, id % 2, 'Title ' || id, 0 FROM media"
      """, expecting: 0)
    // The times of the files that do not change must not either.
    shell.run("cp c.sqlite before.sqlite; \(Self.changes)", expecting: 0)
    shell.run("mediacat index photos", expecting: 2)
    let changed = shell.items()
    #expect(
      shell.run(
        "sqlite3 c.sqlite 'SELECT moved, missing FROM scan ORDER BY id DESC LIMIT 1'", expecting: 0
      ).output == "451|200\n")
    shell.run("rm c.sqlite; mediacat index photos", expecting: 2)
    let freshOfChanged = shell.items()
    #expect(fresh.items != changed)

    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    var killed = 0
    for attempt in 0..<20 {
      let isFresh = attempt % 2 == 0
      shell.run("rm -f c.sqlite*; \(isFresh ? "" : "cp before.sqlite c.sqlite")")
      let moment = fresh.time * Double.random(in: 0...1.1, using: &generator)
      let job = shell.start("exec mediacat index photos")
      try await Task.sleep(for: moment)
      kill(job.process, SIGKILL)
      if job.wait().status == 128 + SIGKILL { killed += 1 }
      let check = shell.run(
        "[ -e c.sqlite ] || exit 0; sqlite3 c.sqlite 'PRAGMA integrity_check; PRAGMA foreign_key_check'"
      )
      #expect(["", "ok\n"].contains(check.output), "seed \(seed), attempt \(attempt)")
      shell.run("mediacat index photos", expecting: 2)
      // A kill between two migrations leaves the backup that the second makes.
      #expect(
        shell.run("ls -A | grep -v '^[.]\\|backup'", expecting: 0).lines == [
          "before.sqlite", "c.sqlite", "photos",
        ])
      #expect(
        shell.items() == (isFresh ? freshOfChanged : changed),
        "seed \(seed), attempt \(attempt), killed after \(moment)")
    }
    #expect(killed > 0)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends a run by that signal, with nothing left behind`(signal: Int32) async throws {
    let shell = Shell(["MEDIACAT_WORKER": "\(Shell.programs)/worker-fixture"])
    shell.run("mkdir photos; for n in $(seq 400); do : > photos/slow-$n.jpg; done", expecting: 0)
    // A name of its own tells this test's workers from others.
    shell.run("ln -s \(Shell.programs)/worker-fixture \(shell.path)/fixture", expecting: 0)
    let job = shell.start("MEDIACAT_WORKER=\(shell.path)/fixture exec mediacat index photos")
    try await Task.sleep(for: .milliseconds(900))
    kill(job.process, signal)
    let result = job.wait()
    #expect(result.status == 128 + signal, "\(result.errors)")
    #expect(result.errors == "")
    try await Task.sleep(for: .milliseconds(100))
    #expect(shell.run("pgrep -f \(shell.path)/fixture").output == "")
    #expect(
      shell.run("ls -A | grep -v '^[.]'", expecting: 0).lines == ["c.sqlite", "fixture", "photos"])
    #expect(shell.run("sqlite3 c.sqlite 'PRAGMA integrity_check'").output == "ok\n")
    shell.run("mediacat index", expecting: 0)
    #expect(shell.run("mediacat list --format paths", expecting: 0).lines.count == 400)
  }

  @Test func `a second run waits for the first and says for whom, while others list`()
    async throws
  {
    let shell = Shell(["MEDIACAT_WORKER": "\(Shell.programs)/worker-fixture"])
    shell.run("mkdir photos; for n in $(seq 300); do : > photos/slow-$n.jpg; done", expecting: 0)
    shell.run("mediacat index --jobs 1 photos/ && rm photos/slow-1.jpg", expecting: 0)
    shell.run("touch photos/*")
    let first = shell.start("exec mediacat index --jobs 1 photos")
    try await Task.sleep(for: .milliseconds(500))
    let second = shell.start("exec mediacat index photos")
    let readers = (0..<10).map { _ in
      shell.start(
        """
        for n in $(seq 10); do
          mediacat list --format paths | wc -l; [ ${PIPESTATUS[0]} = 0 ] || exit 1
        done
        """)
    }
    let results = [first.wait(), second.wait()]
    #expect(results.map(\.status) == [0, 0], "\(results)\(shell.run("mediacat status --errors"))")
    #expect(results[0].errors == "")
    #expect(results[0].output.hasPrefix("299 files seen: 299 indexed"), "\(results[0].output)")
    #expect(results[1].output.hasPrefix("299 files seen: 0 indexed, 299 unchanged"))
    #expect(
      results[1].errors
        == "mediacat: waiting for process \(first.process), which is indexing into the same catalog\n"
    )
    for reader in readers {
      let result = reader.wait()
      #expect(result.status == 0)
      #expect(result.errors == "")
      #expect(result.lines.allSatisfy { ["299", "300"].contains($0) }, "\(result.output)")
    }
  }
}
