import TestSupport
import Testing

@Suite("Moves, as a person sees them") struct MoveTests {
  @Test func `index tells what moved, and the album has it still`() {
    let shell = Shell()
    shell.makePhotos(2)
    shell.run("mediacat index photos && mediacat album create Kept", expecting: 0)
    shell.run("mediacat album add Kept 1 2 && mv photos/0 photos/new", expecting: 0)
    let moved = shell.run("mediacat index photos --json | tail -1", expecting: 0)
    #expect(
      moved.output.contains(
        "\"seen\":2,\"indexed\":0,\"unchanged\":0,\"moved\":2,\"failed\":0,\"skipped\":0,\"missing\":0"
      ),
      "\(moved.output)")
    #expect(
      shell.run("mediacat list --album Kept --format paths --sort name", expecting: 0).lines == [
        "\(shell.path)/photos/new/IMG_0.jpg", "\(shell.path)/photos/new/IMG_1.jpg",
      ])
    let status = shell.run("mediacat status", expecting: 0)
    #expect(status.output.contains("unchanged 0, moved 2, failed 0"), "\(status.output)")
    shell.run("rm photos/new/IMG_1.jpg", expecting: 0)
    let one = shell.run("mediacat index photos", expecting: 0)
    #expect(one.output.hasPrefix("1 file seen: 0 indexed, 1 unchanged"), "\(one.output)")
  }

  @Test func `a folder under another path is the root it was`() {
    let shell = Shell()
    shell.makePhotos(12)
    shell.run("mediacat index photos && mediacat album create Kept", expecting: 0)
    shell.run("mediacat album add Kept 1 2 && mv photos elsewhere", expecting: 0)
    let renamed = shell.run("mediacat index elsewhere", expecting: 0)
    #expect(renamed.output.hasPrefix("12 files seen: 0 indexed, 12 unchanged"))
    #expect(
      renamed.errors
        == "mediacat: \(shell.path)/photos is \(shell.path)/elsewhere now; its items keep their "
        + "albums and favourites\n")
    let again = shell.run(
      "mv elsewhere photos && mediacat index photos --json | head -1", expecting: 0)
    #expect(
      again.output
        == #"{"event":"relocated","from":"\#(shell.path)/elsewhere","to":"\#(shell.path)/photos"}"#
        + "\n")
    shell.run("cp -a photos copy && mv photos away", expecting: 0)
    let asked = shell.run("mediacat index copy", expecting: 64)
    #expect(asked.errors.contains("mediacat roots relocate '\(shell.path)/photos'"))
  }
}
