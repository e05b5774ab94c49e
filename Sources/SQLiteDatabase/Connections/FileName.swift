internal import CSQLite

/// Turns paths into the names SQLite wants.
enum FileName {
  /// A path that SQLite takes for nothing else.
  ///
  /// Debian's SQLite reads `file:x` as a URI and `:memory:` as no file; a leading `./` stops it.
  static func plain(_ path: [UInt8]) throws(DatabaseError) -> [UInt8] {
    guard !path.isEmpty, !path.contains(0) else {
      throw DatabaseError(
        code: SQLITE_CANTOPEN, message: "a file name is empty or holds a NUL",
        path: String(decoding: path, as: UTF8.self))
    }
    return path.first == UInt8(ascii: "/") ? path : Array("./".utf8) + path
  }

  /// A URI of a path with query parameters such as `immutable=1`.
  static func uri(_ path: [UInt8], parameters: String) throws(DatabaseError) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    var uri = Array("file:".utf8)
    for byte in try plain(path) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        uri.append(byte)
      default:
        uri += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return uri + Array("?\(parameters)".utf8)
  }
}
