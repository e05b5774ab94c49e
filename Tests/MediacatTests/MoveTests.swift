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
    shell.run("rm photos/new/IMG_1.jpg", expecting: 0)
    let one = shell.run("mediacat index photos", expecting: 0)
    #expect(one.output.hasPrefix("1 file seen: 0 indexed, 1 unchanged"), "\(one.output)")
  }
}
