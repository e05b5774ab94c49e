internal import CLinux
internal import Glibc
public import MediaModel

/// A system call that the kernel refused.
public struct LinuxError: Error, Hashable, Sendable {
  /// The error number, such as `ENOENT`.
  public var number: Int32
  /// The call, such as `openat`.
  public var call: String
  /// What it was about, when it was about a path.
  public var path: FilePath?

  /// Makes an error.
  public init(number: Int32, call: String, path: FilePath? = nil) {
    self.number = number
    self.call = call
    self.path = path
  }

  /// Takes the calling thread's `errno`, so it must come before any other call.
  init(_ call: String, path: FilePath? = nil) {
    self.init(number: errno, call: call, path: path)
  }

  /// The kernel's sentence, such as `No such file or directory`.
  public var reason: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      guard let text = clinux_error_text(number, buffer.baseAddress, buffer.count) else {
        return "error \(number)"
      }
      return String(cString: text)
    }
  }
}

extension LinuxError: CustomStringConvertible {
  /// `path: reason (call)`.
  public var description: String {
    let sentence = "\(reason) (\(call))"
    return path.map { "\($0.displayText): \(sentence)" } ?? sentence
  }
}
