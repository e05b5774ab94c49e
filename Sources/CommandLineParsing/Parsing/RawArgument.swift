/// One word of the command line, as the kernel passed it: any bytes but NUL.
///
/// `CommandLine.arguments` repairs what is not UTF-8, and a path repaired is a path lost.
package struct RawArgument: Hashable, Sendable {
  /// The bytes as passed.
  package let bytes: [UInt8]

  /// Takes bytes as they are.
  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// Takes the UTF-8 bytes of a text.
  package init(_ text: String) { bytes = Array(text.utf8) }

  /// The word for people: bytes that are not UTF-8 become U+FFFD.
  package var displayText: String { String(decoding: bytes, as: UTF8.self) }

  /// The word as text, `nil` when it is not UTF-8.
  package var text: String? { String(validating: bytes, as: UTF8.self) }

  /// The words the process was started with, without the program's own name.
  package static func ofProcess() -> [RawArgument] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      guard let word = CommandLine.unsafeArgv[index] else { return nil }
      var count = 0
      while word[count] != 0 { count += 1 }
      return UnsafeRawPointer(word).withMemoryRebound(to: UInt8.self, capacity: count) {
        RawArgument(bytes: Array(UnsafeBufferPointer(start: $0, count: count)))
      }
    }
  }
}

extension RawArgument: ExpressibleByStringLiteral {
  /// Takes the UTF-8 bytes of a literal.
  package init(stringLiteral text: String) { self.init(text) }
}
