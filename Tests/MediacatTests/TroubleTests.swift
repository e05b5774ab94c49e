import Glibc
import TestSupport
import Testing

@Suite("Troubles of the machine: full disks, missing rights, few descriptors, bad workers")
struct TroubleTests {
  /// Words before a command that take root's rights away; empty for everybody else.
  private static let asNobody =
    geteuid() == 0 ? "setpriv --reuid 65534 --regid 65534 --clear-groups" : ""

  /// True when tests can be run without root's rights.
  static let canDropRights: Bool = {
    let shell = Shell()
    shell.makePhotos(1)
    chmod(shell.path, 0o777)
    // The worker too must be within reach, which it is not below a folder of root's own.
    let works = shell.run("chmod -R a+rX photos; \(asNobody) mediacat index photos").status == 0
    if !works { print("skipped: root's rights cannot be dropped to run \(Shell.programs)") }
    return works
  }()

  /// True when a small file system can be mounted.
  static let canMount: Bool = {
    let works = Shell().run("unshare -m mount -t tmpfs tmpfs /mnt").status == 0
    if !works { print("skipped: no file system can be mounted here, so no disk can be filled") }
    return works
  }()

  // MARK: Disks

  @Test(.enabled(if: canMount)) func `a full disk is told plainly, and space is enough to go on`()
    throws
  {
    let shell = Shell()
    shell.makePhotos(3_000)
    shell.run("mediacat index photos", expecting: 0)
    let undisturbed = shell.items()
    let result = shell.run(
      """
      mkdir disk
      unshare -m bash -c '
        mount -t tmpfs -o size=1500k tmpfs disk
        export MEDIACAT_CATALOG=$PWD/disk/c.sqlite
        mediacat index photos; echo "status $?"
        mediacat status >/dev/null; echo "status $?"
        sqlite3 disk/c.sqlite "PRAGMA integrity_check"
        mount -o remount,size=20m disk
        mediacat index photos >/dev/null; echo "status $?"
        mediacat list --format paths | wc -l
        cp disk/c.sqlite after.sqlite'
      """, expecting: 0)
    #expect(result.lines == ["status 2", "status 0", "ok", "status 0", "3000"])
    #expect(result.errors.contains("is full; nothing of this batch was stored"))
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    #expect(shell.items("after.sqlite") == undisturbed)
  }

  @Test func `writing to a full device is told, with status 2`() {
    let shell = Shell()
    shell.makePhotos(3)
    shell.run("mediacat index photos", expecting: 0)
    for command in ["list", "list --json", "status", "count", "--help", "albums"] {
      let result = shell.run("mediacat \(command) > /dev/full", expecting: 2)
      #expect(result.errors.contains("No space left on device"), "\(command): \(result.errors)")
    }
  }

  // MARK: Rights

  @Test(.enabled(if: canDropRights))
  func `a folder without rights is not an empty one`() throws {
    let shell = Shell()
    shell.makePhotos(400)
    chmod(shell.path, 0o777)
    let asNobody = Self.asNobody
    shell.run("chmod -R a+rX photos; \(asNobody) mediacat index photos", expecting: 0)
    // 000: neither listed nor entered; r--: listed, but the files cannot be asked about.
    let result = shell.run(
      "chmod 000 photos/1; chmod 444 photos/2; chmod 000 photos/3/IMG_300.jpg; "
        + "\(asNobody) mediacat index photos", expecting: 2)
    #expect(result.output.hasPrefix("200 files seen: 0 indexed, 199 unchanged, 0 moved, 1 failed"))
    #expect(result.errors.contains("photos/1: cannot be listed (Permission denied)"))
    #expect(result.errors.contains("photos/2: the system refuses to tell of 100 files in it"))
    #expect(shell.run("\(asNobody) mediacat list --format paths").lines.count == 399)
    shell.run("chmod 755 photos/1 photos/2; chmod 644 photos/3/IMG_300.jpg")
    let again = shell.run("\(asNobody) mediacat index photos", expecting: 0)
    #expect(again.output.hasPrefix("400 files seen: 1 indexed, 399 unchanged"))
  }

  @Test(.enabled(if: canDropRights))
  func `a catalog that cannot be written is told of in a sentence`() throws {
    let shell = Shell()
    shell.makePhotos(3)
    let asNobody = Self.asNobody
    shell.run("chmod -R a+rX photos; mkdir own; mediacat index photos", expecting: 0)
    shell.run("cp c.sqlite own/; chmod 444 own/c.sqlite; chmod 555 own")
    for (catalog, command) in [
      ("own/c.sqlite", "index photos"), ("own/c.sqlite", "favorite 1"),
      ("own/new.sqlite", "index photos"),
      ("own/folder/new.sqlite", "index photos"),
    ] {
      let result = shell.run("\(asNobody) mediacat \(command) --catalog \(catalog)")
      #expect([2, 3].contains(result.status), "\(command)")
      #expect(result.errors.hasPrefix("mediacat: "))
      #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
      #expect(
        ["permission", "cannot be written", "Permission"].contains(where: result.errors.contains),
        "\(result.errors)")
    }
    let listed = shell.run("\(asNobody) mediacat list --format paths --catalog own/c.sqlite")
    #expect(listed.lines.count == 3 || listed.errors.contains("cannot be written"))
  }

  @Test func `a deep tree is walked with few descriptors`() throws {
    let shell = Shell()
    shell.run(
      """
      mkdir photos; cd photos
      for n in $(seq 120); do mkdir -p level zz; : > zz/x.txt; : > x.txt; cd level; done
      """, expecting: 0)
    let result = shell.run(
      "ulimit -n 48; mediacat index photos && mediacat index photos", expecting: 0)
    #expect(result.lines.allSatisfy { $0.hasPrefix("240 files seen: 0 indexed") })
  }

  // MARK: Workers

  @Test func `files that are the end of a worker cost only themselves`() throws {
    let shell = Shell()
    shell.run(
      """
      mkdir photos
      for n in $(seq 200); do : > photos/fine-$n.jpg; done
      : > photos/crash-1.jpg; : > photos/hang-1.jpg; : > photos/abort-1.jpg; : > photos/garbage-1.jpg
      """, expecting: 0)
    let index = "MEDIACAT_WORKER=worker-fixture mediacat index photos"
    let fixture = index.replacing(
      "worker-fixture", with: "\(Shell.programs)/worker-fixture")
    let first = shell.run(fixture, expecting: 2)
    #expect(first.output.hasPrefix("204 files seen: 200 indexed, 0 unchanged, 0 moved, 4 failed"))
    let reasons = shell.run("mediacat status --errors", expecting: 0).output
    for (file, code) in [
      ("crash-1", "crashed"), ("hang-1", "timed-out"), ("abort-1", "crashed"),
      ("garbage-1", "crashed"),
    ] {
      #expect(
        reasons.split(separator: "\n").contains { $0.contains(file) && $0.contains(code) },
        "\(reasons)")
    }
    // Only the one that may have been slow by chance is tried again.
    shell.run("mv photos/hang-1.jpg photos/fine-0.jpg")
    let second = shell.run(fixture, expecting: 2)
    #expect(second.output.hasPrefix("204 files seen: 1 indexed, 200 unchanged, 0 moved, 3 failed"))
    shell.run("rm photos/[acg]*; \(fixture)", expecting: 0)
  }

  @Test func `a worker that is missing is told of, with what to do`() throws {
    let shell = Shell()
    shell.makePhotos(20)
    let result = shell.run("MEDIACAT_WORKER=/nowhere/worker mediacat index photos", expecting: 2)
    #expect(result.errors.hasPrefix("mediacat: /nowhere/worker: "))
    #expect(result.errors.contains("MEDIACAT_WORKER"))
    #expect(result.errors.split(separator: "\n").count == 1)
    let other = shell.run("MEDIACAT_WORKER=/bin/true mediacat index photos", expecting: 2)
    #expect(other.errors.contains("/bin/true"))
    // Nothing was lost, nothing is in the way.
    shell.run("mediacat index", expecting: 0)
    #expect(shell.run("mediacat list --format paths").lines.count == 20)
  }

  @Test func `a worker killed from outside costs nothing`() async throws {
    let shell = Shell()
    shell.run(
      """
      ln -s \(Shell.programs)/worker-fixture fixture
      mkdir photos; for n in $(seq 200); do : > photos/slow-$n.jpg; done
      """, expecting: 0)
    let job = shell.start("MEDIACAT_WORKER=$PWD/fixture exec mediacat index photos")
    for _ in 0..<3 {
      try await Task.sleep(for: .milliseconds(300))
      shell.run("pkill -KILL -P \(job.process)")
    }
    let result = job.wait()
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("200 files seen: 200 indexed"), "\(result.output)")
  }
}
