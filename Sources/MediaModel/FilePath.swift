/// A path or name as the kernel knows it: any bytes but NUL, never normalised.
///
/// Linux names have no encoding, so a Swift `String` would lose some of them.
public struct FilePath: Hashable, Sendable {
  /// The bytes as the kernel gave them, without a closing NUL.
  public var bytes: [UInt8]

  /// Takes bytes as they are.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Takes the UTF-8 bytes of a text.
  public init(_ text: String) { self.bytes = Array(text.utf8) }

  /// The path as text, `nil` when its bytes are not valid UTF-8.
  public var string: String? { String(validating: bytes, as: UTF8.self) }

  /// The path as text for people: bytes that are not UTF-8 become U+FFFD.
  public var displayText: String { String(decoding: bytes, as: UTF8.self) }

  /// True when the path starts at the root of the file system.
  public var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }

  /// The part after the last slash; the whole when there is none.
  public var lastComponent: FilePath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return self }
    return FilePath(bytes: Array(bytes[(slash + 1)...]))
  }

  /// The part before the last slash: `/` for a top-level name, empty when there is no slash.
  public var parent: FilePath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return FilePath(bytes: []) }
    return FilePath(bytes: Array(bytes[..<max(slash, slash == 0 ? 1 : 0)]))
  }

  /// The last suffix in lower case without its dot, `nil` when there is none or it is not ASCII.
  ///
  /// `PXL_1.MP.jpg` has `jpg`; a name that only starts with a dot has none.
  public var fileExtension: String? {
    var index = bytes.count
    while index > 0 {
      let byte = bytes[index - 1]
      if byte == UInt8(ascii: ".") { break }
      if byte == UInt8(ascii: "/") || byte >= 0x80 || bytes.count - index >= 16 { return nil }
      index -= 1
    }
    guard index > 1, index < bytes.count, bytes[index - 2] != UInt8(ascii: "/") else { return nil }
    let lower = bytes[index...].map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    return String(decoding: lower, as: UTF8.self)
  }

  /// Joins a name (or a relative path) with one slash between; an empty side adds nothing.
  public func appending(_ name: FilePath) -> FilePath {
    name.bytes.withUnsafeBytes { appending($0) }
  }

  /// Joins the bytes of one or two names, as ``appending(_:)-(FilePath)`` does.
  package func appending(
    _ name: UnsafeRawBufferPointer,
    _ next: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
  ) -> FilePath {
    var joined: [UInt8] = []
    joined.reserveCapacity(bytes.count + 2 + name.count + next.count)
    joined += bytes
    func append(_ name: UnsafeRawBufferPointer) {
      if name.isEmpty { return }
      if let last = joined.last, last != UInt8(ascii: "/") { joined.append(UInt8(ascii: "/")) }
      joined += name
    }
    append(name)
    append(next)
    return FilePath(bytes: joined)
  }

  /// True when `self` is `ancestor` or lies below it, by whole components.
  public func isInside(_ ancestor: FilePath) -> Bool {
    guard bytes.starts(with: ancestor.bytes) else { return false }
    if bytes.count == ancestor.bytes.count { return true }
    return ancestor.bytes.last == UInt8(ascii: "/")
      || bytes[ancestor.bytes.count] == UInt8(ascii: "/")
  }
}

extension FilePath: Comparable {
  /// Orders by unsigned bytes, as `memcmp` does.
  public static func < (left: FilePath, right: FilePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension FilePath: CustomStringConvertible {
  /// The path for people; see ``displayText``.
  public var description: String { displayText }
}

extension FilePath: ExpressibleByStringLiteral {
  /// Takes the UTF-8 bytes of a literal.
  public init(stringLiteral text: String) { self.init(text) }
}
