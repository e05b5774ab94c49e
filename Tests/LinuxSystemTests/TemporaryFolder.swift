import Glibc
import MediaModel

/// A folder that is removed with all it holds when it goes.
final class TemporaryFolder {
  let path: FilePath

  init() {
    var template = Array("/tmp/mediacat-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("no temporary folder can be made") }
    path = FilePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
  }

  deinit {
    // `rm` takes paths of any depth and any bytes.
    var number: pid_t = 0
    let texts = ["rm", "-rf", path.displayText]
    var words = texts.map { strdup($0) }
    words.append(nil)
    posix_spawn(&number, "/bin/rm", nil, nil, words, environ)
    waitpid(number, nil, 0)
    for word in words { free(word) }
  }

  /// The bytes of a path inside, closed by NUL.
  func inside(_ name: [UInt8]) -> [CChar] {
    (path.appending(FilePath(bytes: name)).bytes + [0]).map { CChar(bitPattern: $0) }
  }

  func inside(_ name: String) -> [CChar] { inside(Array(name.utf8)) }

  /// Makes a file of `count` zero bytes.
  func makeFile(_ name: [UInt8], count: Int = 0) {
    let number = open(inside(name), O_CREAT | O_WRONLY, 0o644)
    ftruncate(number, count)
    close(number)
  }

  func makeFile(_ name: String, count: Int = 0) { makeFile(Array(name.utf8), count: count) }
}
