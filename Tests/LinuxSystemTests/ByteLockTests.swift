import LinuxSystem
import MediaModel
import Testing

@Suite("Locks on bytes of a file") struct ByteLockTests {
  /// What came of taking bytes, one after the other.
  private func takes(_ locks: borrowing ByteLocks, _ places: Int64...) -> [Bool] {
    places.map { locks.take($0) }
  }

  @Test func `are shared by many, taken by one, and end with their value`() throws {
    let folder = TemporaryFolder()
    let path = folder.path.appending("locks")
    let one = try ByteLocks(at: path)
    let two = try ByteLocks(at: path)
    try one.share(5)
    try two.share(5)
    #expect(takes(one, 5) + takes(two, 5) == [false, false])
    // Other bytes are others' business, wherever they are.
    #expect(takes(two, 6, .max - 1) == [true, true])
    #expect(takes(one, 6, .max - 1, 7) == [false, false, true])
    one.release(5)
    #expect(takes(two, 5) + takes(one, 5) == [true, false])
    two.release(5)
    #expect(try takesWhileAlive(path) == [true])
    #expect(takes(one, 5, 5) == [true, true])
    one.release(5)
    one.release(5)
    #expect(takes(two, 5) == [true])
  }

  private func takesWhileAlive(_ path: FilePath) throws -> [Bool] {
    takes(try ByteLocks(at: path), 5)
  }

  @Test func `are not to be had in a folder that is not there, nor of a folder`() throws {
    let folder = TemporaryFolder()
    for path in [folder.path.appending("a/locks"), folder.path] {
      #expect(throws: LinuxError.self) { _ = try ByteLocks(at: path) }
    }
  }
}
