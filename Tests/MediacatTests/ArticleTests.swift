import Glibc
import MediaModel
import TestSupport
import Testing

/// The articles of `MediaPicker` are programs of their own targets; what stands in the documentation
/// is the same text.
@Suite("Articles of MediaPicker") struct ArticleTests {
  private static let package =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  /// Three red pictures, two blue ones, and an album.
  private func home() -> Shell {
    let shell = Shell()
    shell.run(
      """
      mkdir photos; cd photos
      for i in 1 2 3; do
        ffmpeg -v error -f lavfi -i color=red:size=$((i * 16))x16 -frames:v 1 red$i.png
        touch -d "2024-01-0$i" red$i.png
      done
      for i in 1 2; do
        ffmpeg -v error -f lavfi -i color=blue:size=16x16 -frames:v 1 blue$i.png
        touch -d "2024-02-0$i" blue$i.png
      done
      cd ..; mediacat index photos; mediacat thumbs
      mediacat album create Trip; mediacat album add Trip photos/red1.png
      """, expecting: 0)
    return shell
  }

  @Test(arguments: ["DefaultPicker", "CustomShell", "EphemeralStore", "MostlyRed", "ThreePhotos"])
  func `stand in the documentation as they are compiled`(name: String) throws {
    let shell = Shell()
    let article = shell.run(
      """
      awk '/^```swift$/ { inside = 1; next } /^```$/ { inside = 0 } inside' \
        '\(Self.package)/Sources/MediaPicker/MediaPicker.docc/\(name).md' \
        | diff - '\(Self.package)/Tests/Articles/\(name)/main.swift'
      """)
    #expect(article.status == 0, "\(article.output)")
  }

  @Test func `the default picker lets two photos be selected`() {
    let result = home().run("DefaultPicker c.sqlite", expecting: 0)
    #expect(result.output.contains("No more than 2 can be selected."))
    #expect(result.lines.filter { $0 == "2 selected" }.count == 1)
    #expect(result.lines.suffix(3).first == "done")
    #expect(
      result.lines.suffix(2).map { $0.split(separator: "/").last } == ["blue2.png", "blue1.png"])
  }

  @Test func `a shell of your own shows screens, refusals and the end`() {
    let result = home().run(
      "printf 'done\\npage\\n0\\n1\\n2\\n3\\nalbums\\nback\\ndone\\n' | CustomShell c.sqlite",
      expecting: 0)
    #expect(result.output.contains("not yet: Select something first."))
    #expect(result.output.contains("refused: No more than 3 can be selected."))
    #expect(result.output.contains("screen: albums") && result.output.contains("1 Trip"))
    #expect(result.lines.last == "end: committed")
  }

  @Test func `a picker in a program's state is there until the choice was handled`() {
    let result = home().run("EphemeralStore c.sqlite", expecting: 0)
    #expect(
      result.lines == ["picker is there: true", "picker is there: false", "avatar chosen: true"])
  }

  @Test func `mostly red photos are shown, the largest first`() {
    let result = home().run("MostlyRed c.sqlite", expecting: 0)
    #expect(Set(result.lines) == ["red1.png", "red2.png", "red3.png"])
  }

  @Test func `three photos come with their thumbnails, within forty lines`() throws {
    let shell = home()
    let result = shell.run("ThreePhotos c.sqlite cache2", expecting: 0)
    #expect(result.lines.contains("Trip: 1"))
    #expect(
      result.lines.suffix(3) == [
        "blue2.png 16×16 true", "blue1.png 16×16 true", "red3.png 48×16 true",
      ])
    let count = shell.run("wc -l < '\(Self.package)/Tests/Articles/ThreePhotos/main.swift'")
    #expect((Int(count.output.filter(\.isNumber)) ?? 99) <= 40)
  }
}
