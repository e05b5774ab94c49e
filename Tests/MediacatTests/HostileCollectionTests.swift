import Foundation
import TestSupport
import Testing

@Suite("Thumbnails of hostile collections") struct HostileCollectionTests {
  /// Where real malformed media are, beside the package; never part of it.
  private static let corpus: String? = {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let places = [
      ProcessInfo.processInfo.environment["MEDIACAT_CORPUS"], "/\(package)/../shared/corpus",
      "/\(package)/../../shared/corpus",
    ]
    let found = places.compactMap { $0 }.first {
      FileManager.default.fileExists(atPath: "\($0)/FILES.tsv")
    }
    if found == nil { print("SKIPPED: no corpus; set MEDIACAT_CORPUS to its folder") }
    return found
  }()

  /// Codes of `RenderFailure` that a file may be to blame for.
  private static let codes: Set = [
    "undecodable", "unsupported", "too-large", "timed-out", "crashed", "unreadable",
  ]

  /// Makes all thumbnails, and checks that each file has one or a reason, that this cost the parent
  /// little, and that nothing is left.
  private func check(_ shell: Shell, files: Int) throws {
    let result = shell.run(
      """
      mediacat index --no-default-ignores files >index.txt 2>&1
      [ $? -eq 0 -o $? -eq 2 ] || { cat index.txt; exit 9; }
      mediacat thumbs is:any >done.txt 2>failed.txt &
      parent=$! peak=0 worst=0
      while kill -0 $parent 2>/dev/null; do
        for process in $parent $(cat /proc/$parent/task/*/children 2>/dev/null); do
          now=$(sed -n 's/^VmHWM:[^0-9]*\\([0-9]*\\).*/\\1/p' /proc/$process/status 2>/dev/null)
          if [ $process = $parent ]; then
            [ ${now:-0} -gt $peak ] && peak=$now
          else
            [ ${now:-0} -gt $worst ] && worst=$now
          fi
        done
        sleep 0.02
      done
      wait $parent
      status=$?
      left=0
      for process in /proc/[0-9]*; do
        case $(cat $process/comm 2>/dev/null) in mediacat*)
          [ "$(readlink $process/cwd)" = "$HOME" ] && left=$((left + 1))
        esac
      done
      echo "$status $peak $worst $left $(mediacat count is:any) $(find cache -name '*.tmp' | wc -l)"
      """, expecting: 0)
    let numbers = try #require(result.lines.last).split(separator: " ").compactMap { Int($0) }
    try #require(numbers.count == 6, "\(result.output)\(result.errors)")
    let (status, peak, worst, left, items, temporary) = (
      numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]
    )
    #expect(status == 0 || status == 2)
    #expect(peak > 0 && peak < 96 << 10, "the parent took \(peak) KiB")
    #expect(worst < 2 << 20, "a worker took \(worst) KiB")
    #expect(left == 0 && temporary == 0)
    #expect(items > 0 && items <= files)
    let made = shell.run("grep -o '^[0-9]*' done.txt", expecting: 0).lines.first.flatMap { Int($0) }
    let failed = shell.run("cat failed.txt").lines
    #expect(made.map { $0 + failed.count } == items, "\(failed)")
    for line in failed {
      #expect(line.hasPrefix("mediacat: "))
      let words = line.dropFirst("mediacat: ".count).split(separator: ":", maxSplits: 2).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      #expect(words.count == 3 && Self.codes.contains(words.count == 3 ? words[1] : ""), "\(line)")
    }
    print(
      "\(items) items, \(made ?? 0) thumbnails; parent \(peak) KiB, largest worker \(worst) KiB")
  }

  @Test(.timeLimit(.minutes(20)))
  func `that were made here: each gives a picture or says why not`() throws {
    let shell = Shell()
    mkdir("\(shell.path)/files", 0o755)
    let bombs = Bombs.all
    for (name, bytes) in bombs { shell.directory.write("files/\(name)", bytes) }
    try check(shell, files: bombs.count)
  }

  @Test(.enabled(if: corpus != nil), .timeLimit(.minutes(20)))
  func `of malformed files of other projects: each gives a picture or says why not`() throws {
    let shell = Shell()
    let root = try #require(Self.corpus)
    let count = shell.run(
      """
      mkdir files; number=0
      awk -F'\\t' '$3 == "malformed" { print $1 "/" $2 }' "\(root)/FILES.tsv" | {
        while IFS= read -r name; do
          number=$((number + 1))
          cp "\(root)/media/$name" "files/$number-$(basename "$name")"
        done
        echo $number
      }
      """, expecting: 0
    ).lines.first.flatMap { Int($0) }
    try check(shell, files: try #require(count))
  }

  /// For the collection of the corpus's generator, which takes a minute to make.
  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["MEDIACAT_HOSTILE"] != nil,
      "skipped: MEDIACAT_HOSTILE names no folder of hostile files"),
    .timeLimit(.minutes(30)))
  func `of a folder that the environment names: each gives a picture or says why not`() throws {
    let shell = Shell()
    let folder = try #require(ProcessInfo.processInfo.environment["MEDIACAT_HOSTILE"])
    shell.run("ln -s \"\(folder)\" files && mkdir data", expecting: 0)
    let count = shell.run("find -L files -type f | wc -l", expecting: 0).lines.first
    try check(shell, files: try #require(count.flatMap { Int($0) }))
  }
}
