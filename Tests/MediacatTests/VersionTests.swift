import Testing
import TestSupport

@testable import MediacatCommands

@Suite("url and data --version") struct VersionTests {
  /// A home with a HEVC video, a compatible one, a broken one and a picture.
  private func makeHome() -> Shell? {
    let shell = Shell()
    let made = shell.run(
      """
      mkdir media
      source="-f lavfi -i testsrc2=s=320x180:r=25:d=2 -pix_fmt yuv420p"
      ffmpeg -v error $source -c:v libx265 -x265-params log-level=none media/new.mkv &&
        ffmpeg -v error $source -c:v libx264 media/old.mp4 &&
        head -c 3000 media/new.mkv > media/bad.mkv && convert -size 64x48 gradient: media/p.tiff &&
        mediacat index media
      """)
    if made.status != 0 { print("skipped: no ffmpeg or ImageMagick: \(made.errors)") }
    return made.status == 0 ? shell : nil
  }

  @Test func `give files that every program opens, and a broken one costs itself`() throws {
    guard let shell = makeHome() else { return }
    let sums = shell.run("sha256sum media/*", expecting: 0).output
    let result = shell.run(
      "mediacat url --version compatible media/new.mkv media/bad.mkv media/old.mp4 media/p.tiff",
      expecting: 2)
    #expect(result.lines.count == 3, "\(result.output)")
    #expect(result.lines[1] == "\(shell.path)/media/old.mp4")
    #expect(result.errors.hasPrefix("mediacat: ") && result.errors.contains(": undecodable: "))
    let types = shell.run(
      "for f in \(result.lines[0]) \(result.lines[2]); do file -b --mime-type $f; done")
    #expect(types.lines == ["video/mp4", "image/jpeg"])
    let again = shell.run("mediacat url --version compatible media/new.mkv", expecting: 0)
    #expect(again.lines == [result.lines[0]])
    #expect(shell.run("sha256sum media/*").output == sums)
    #expect(shell.run("find cache -name '*.tmp'").output == "")
    #expect(
      shell.run("mediacat data media/new.mkv --version compatible | cmp - \(again.lines[0])").status
        == 0)
    let original = shell.run("mediacat data media/new.mkv --version current | cmp - media/new.mkv")
    #expect(original.status == 0)
  }

  @Test func `reduce to bounds`() throws {
    guard let shell = makeHome() else { return }
    shell.run(
      """
      mediacat data media/old.mp4 --version compatible --max-side 160 -o small.mp4
      test "$(ffprobe -v error -show_entries stream=width,height -of csv=p=0 small.mp4)" = 160,90
      mediacat data media/old.mp4 --version compatible --max-bytes 30000 -o few.mp4
      test $(stat -c %s few.mp4) -le 30000 && ffmpeg -v error -i few.mp4 -f null -
      """, expecting: 0)
  }

  @Test func `are words of their commands only`() {
    let shell = Shell()
    #expect(shell.run("mediacat --version", expecting: 0).output.hasPrefix("mediacat "))
    #expect(shell.run("mediacat -V", expecting: 0).output.hasPrefix("mediacat "))
    let wrong = shell.run("mediacat url 1 --version compatibel", expecting: 64)
    #expect(wrong.errors.contains("did you mean") && wrong.errors.contains("compatible"))
    let before = shell.run("mediacat --version=compatible url 1", expecting: 64)
    #expect(before.errors.contains("flags of a command follow it"))
    let lone = shell.run("mediacat url 1 --max-side 100", expecting: 64)
    #expect(lone.errors.contains("--version compatible"))
    #expect(shell.run("mediacat list --version", expecting: 64).errors.contains("unknown"))
    #expect(shell.run("mediacat url --help", expecting: 0).output.contains("--version VERSION"))
  }

  @Test func `leave nothing when they are interrupted`() {
    guard let shell = makeHome() else { return }
    shell.run(
      """
      ffmpeg -v error -f lavfi -i testsrc2=s=1280x720:r=30:d=60 -c:v mjpeg media/long.avi
      mediacat index media
      for wait in 0.05 0.2 0.5 1; do
        mediacat url --version compatible media/long.avi & job=$!
        sleep $wait; kill -TERM $job; wait $job; test $? = 143 || exit 1
        test -z "$(find cache -name '*.tmp' -o -name '*.mp4')" || exit 2
        pgrep -P $job && exit 3
      done
      exit 0
      """, expecting: 0)
  }
}
