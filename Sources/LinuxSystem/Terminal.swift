internal import CLinux
internal import Glibc

/// What a descriptor that may be a terminal says of itself.
package struct Terminal: Hashable, Sendable {
  /// The descriptor, such as 1 for standard output.
  package var descriptor: Int32

  /// Standard input.
  package static let input = Terminal(descriptor: 0)
  /// Standard output.
  package static let output = Terminal(descriptor: 1)
  /// Standard error.
  package static let error = Terminal(descriptor: 2)

  /// Names a descriptor.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// True for a terminal, false for a pipe or a file.
  package var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Columns and rows, `nil` when it is no terminal or does not know.
  package var size: (columns: Int, rows: Int)? {
    var (columns, rows): (UInt16, UInt16) = (0, 0)
    guard clinux_terminal_size(descriptor, &columns, &rows), columns > 0, rows > 0 else {
      return nil
    }
    return (Int(columns), Int(rows))
  }
}
