import Glibc

/// Files and descriptors without the code under test.
enum FileProbe {
  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    pwrite(descriptor, bytes, bytes.count, 0)
  }

  static func read(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var block = [UInt8](repeating: 0, count: 1 << 20)
    return Array(block[..<fread(&block, 1, block.count, file)])
  }

  /// How many descriptors of this process lead to a file.
  static func openCount(of path: String) -> Int {
    guard let folder = opendir("/proc/self/fd") else { return -1 }
    defer { closedir(folder) }
    var found = 0
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      var target = [UInt8](repeating: 0, count: 4_096)
      let count = readlink("/proc/self/fd/\(name)", &target, target.count)
      if count > 0, target[..<count].elementsEqual(path.utf8) { found += 1 }
    }
    return found
  }
}
