import Glibc
import TestSupport
import Testing

@Suite("mediacat duplicates") struct DuplicatesTests {
  /// Three photos, each with a copy of some kind.
  private func home() -> Shell {
    let shell = Shell()
    shell.run(
      """
      mkdir photos; cd photos
      # The later frames of a pattern that moves: no two alike.
      ffmpeg -v error -f lavfi -i "life=size=160x120:mold=10:ratio=0.3:seed=4:rate=1,boxblur=3" \
        -frames:v 1 -q:v 2 a.jpg
      ffmpeg -v error -f lavfi -i "life=size=160x120:mold=10:ratio=0.3:seed=9:rate=1,boxblur=3" \
        -frames:v 1 -q:v 2 b.jpg
      ffmpeg -v error -f lavfi -i color=white:size=160x120 -frames:v 1 plain.png
      ffmpeg -v error -f lavfi -i color=white:size=160x120 -frames:v 1 -pix_fmt gray plain2.png
      cp b.jpg "b copy.jpg"
      ffmpeg -v error -i a.jpg -vf scale=80:-1 -q:v 8 small.jpg
      ffmpeg -v error -i a.jpg -vf transpose=clock -q:v 4 turned.jpg
      """, expecting: 0)
    shell.run("mediacat index photos", expecting: 0)
    return shell
  }

  @Test func `lists equal files, and keeps what it learned`() {
    let shell = home()
    let found = shell.run("mediacat duplicates", expecting: 0)
    #expect(found.lines.count == 3, "\(found.output)")
    #expect(found.lines.first?.hasPrefix("group  id") == true)
    #expect(found.lines.dropFirst().allSatisfy { $0.hasPrefix("    1") }, "\(found.output)")
    #expect(found.errors == "")
    let paths = shell.run("mediacat duplicates -0 | tr '\\0' '\\n'", expecting: 0)
    #expect(paths.lines.map { $0.split(separator: "/").last ?? "" } == ["b copy.jpg", "b.jpg"])
    #expect(shell.run("mediacat list is:duplicate -0 | tr -dc '\\0' | wc -c").output == "2\n")
    let digest = shell.run(
      "mediacat duplicates --template '{digest}' | sort -u; xxhsum -H2 photos/b.jpg | cut -c1-32")
    if digest.status == 0 { #expect(digest.lines.first == digest.lines.last) }
    shell.run("rm 'photos/b copy.jpg'; mediacat index photos", expecting: 0)
    #expect(shell.run("mediacat duplicates", expecting: 1).output == "")
    shell.run("mediacat list is:duplicate", expecting: 1)
  }

  @Test func `lists look-alikes once there are thumbnails`() {
    let shell = home()
    let unknown = shell.run("mediacat duplicates --similar type:image", expecting: 1)
    #expect(
      unknown.errors == """
        mediacat: 7 items could not be compared for want of thumbnails; run: \
        mediacat thumbs type:image

        """)
    shell.run("mediacat thumbs", expecting: 0)
    let found = shell.run(
      "mediacat duplicates --similar --template '{main},{turned},{name}'",
      expecting: 0)
    #expect(found.errors == "")
    let rows = Set(found.lines)
    #expect(rows.count == 5, "\(found.output)")
    for row in ["true,0,a.jpg", "false,0,small.jpg", "false,90,turned.jpg"] {
      #expect(rows.contains(row), "\(row)\n\(found.output)")
    }
    #expect(!found.output.contains("plain"), "nothing is like a flat picture")
    #expect(
      shell.run("mediacat duplicates --similar --distance 0 name:a.jpg", expecting: 1).output == "")
    let colors = shell.run("mediacat list name:plain.png --template '{color} {placeholder}'")
    #expect(colors.output.hasPrefix("#ffffff "), "\(colors.output)")
  }

  @Test func `says what makes no sense`() {
    let shell = home()
    let distance = shell.run("mediacat duplicates --distance 4", expecting: 64)
    #expect(distance.errors.contains("--distance needs --similar"))
    shell.run("mediacat duplicates --similar --distance 17", expecting: 64)
    shell.run("mediacat duplicates --columns nonsense", expecting: 64)
    shell.run("mediacat duplicates --catalog none.sqlite", expecting: 3)
    shell.run("chmod 0 photos/b.jpg")
    if geteuid() != 0 {
      let unreadable = shell.run("mediacat duplicates", expecting: 2)
      #expect(unreadable.errors.contains("b.jpg: has changed since it was indexed"))
    }
  }
}
