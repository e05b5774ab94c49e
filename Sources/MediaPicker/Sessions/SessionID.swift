/// Names of sessions: 128 random bits, so that knowing one is knowing all that it may do.
enum SessionID {
  private static let length = 32

  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }

  /// A byte of the file of locks that stands for a session; two sessions share one hardly ever, and
  /// then only keep each other from being swept.
  static func lockPlace(of id: String) -> Int64 {
    Int64(id.prefix(15), radix: 16) ?? 0
  }

  /// True for a name that this could have made; no other text gets near a path.
  static func isValid(_ id: String) -> Bool {
    id.utf8.count == length && id.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }
}
