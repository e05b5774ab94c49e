import MediaModel
import TestSupport
import Testing

@Suite("Memory of the programs") struct MemoryTests {
  /// The most memory a process of the system had resident, in KiB: field VmHWM of proc(5).
  @Test func `stays below 64 MiB while 4 GiB stream through (M-10)`() throws {
    let shell = Shell()
    shell.makePhotos(1)
    let total = 4 << 30
    let before = total - (64 << 20)
    let result = shell.run(
      """
      set -e
      truncate -s \(total) photos/0/IMG_0.jpg
      mediacat index photos >/dev/null
      id=$(sqlite3 c.sqlite 'SELECT id FROM media')
      mkfifo pipe
      mediacat data $id > pipe &
      exec 3< pipe
      head -c \(before) <&3 > /dev/null
      # The rest does not fit into the pipe, so the program is there to be asked.
      grep VmHWM /proc/$!/status
      cat <&3 | wc -c
      wait $!
      """, expecting: 0)
    let lines = result.lines
    #expect(lines.count == 2)
    let peak = try #require(lines.first?.split(separator: " ").compactMap { Int($0) }.first)
    #expect(peak < 64 << 10, "\(peak) KiB")
    #expect(lines.last.flatMap { Int($0) } == total - before)
  }
}
