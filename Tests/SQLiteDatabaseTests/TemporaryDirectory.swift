import ContentDigest
import Glibc
import SQLiteDatabase

/// A flat directory that is removed with its files when the test ends.
final class TemporaryDirectory: Sendable {
  let path: [UInt8]

  init() {
    var template = Array("/tmp/sqlite-database-tests-XXXXXX\0".utf8).map { CChar(bitPattern: $0) }
    precondition(mkdtemp(&template) != nil)
    path = template.dropLast().map { UInt8(bitPattern: $0) }
  }

  deinit {
    for name in rawNames { unlink(cString(path + [UInt8(ascii: "/")] + name)) }
    rmdir(cString(path))
  }

  /// The bytes of a file's path.
  func file(_ name: String) -> [UInt8] { path + Array("/\(name)".utf8) }

  /// The names of the files, sorted.
  var names: [String] { rawNames.map { String(decoding: $0, as: UTF8.self) }.sorted() }

  private var rawNames: [[UInt8]] {
    guard let directory = opendir(cString(path)) else { return [] }
    defer { closedir(directory) }
    var names: [[UInt8]] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != Array(".".utf8) && name != Array("..".utf8) { names.append(name) }
    }
    return names
  }

  /// The names with the digests of their contents.
  var contents: [String: String] {
    Dictionary(uniqueKeysWithValues: names.map { ($0, ContentDigest.of(read($0)).hex) })
  }

  func read(_ name: String) -> [UInt8] {
    guard let stream = fopen(cString(file(name)), "r") else { return [] }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, stream)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  func write(_ name: String, _ bytes: [UInt8]) {
    let stream = fopen(cString(file(name)), "w")
    precondition(fwrite(bytes, 1, bytes.count, stream) == bytes.count)
    fclose(stream)
  }

  private func cString(_ bytes: [UInt8]) -> [CChar] { (bytes + [0]).map { CChar(bitPattern: $0) } }
}

/// What `body` throws, as one type; another error fails the test.
func caught<E: Error>(_ type: E.Type = E.self, _ body: () throws -> Void) throws -> E? {
  do {
    try body()
    return nil
  } catch let error as E {
    return error
  }
}
