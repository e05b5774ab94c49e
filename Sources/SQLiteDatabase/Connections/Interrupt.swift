internal import CSQLite
internal import Synchronization

/// Stops what a connection is doing, from any thread.
///
/// The request stays until ``clear()``: `sqlite3_interrupt` alone is forgotten when it falls
/// between two statements, and the second of them would run to its end.
public final class Interrupt: Sendable {
  private let state = Atomic<UInt8>(0)
  /// The open connection's address, zero when it is closed; a pointer could not be shared.
  private let address: Mutex<UInt>

  private static let requested: UInt8 = 1
  private static let rolledBack: UInt8 = 2

  init(_ connection: OpaquePointer) { address = Mutex(UInt(bitPattern: connection)) }

  /// Fails the running statement, and all that follow, as interrupted.
  ///
  /// Not for signal handlers: it takes a lock.
  public func callAsFunction() {
    state.bitwiseOr(Self.requested, ordering: .releasing)
    // Under the lock, so that the connection cannot be closed between the look and the call.
    address.withLock { address in
      if let connection = OpaquePointer(bitPattern: address) { sqlite3_interrupt(connection) }
    }
  }

  /// Lets statements run again.
  public func clear() { state.bitwiseAnd(~Self.requested, ordering: .relaxed) }

  /// True while someone wants the connection to stop.
  public var isRequested: Bool { state.load(ordering: .relaxed) & Self.requested != 0 }

  /// True when statements must not run: a request, or a transaction that SQLite rolled back.
  var isSet: Bool { state.load(ordering: .relaxed) != 0 }

  /// True after SQLite itself rolled a transaction back whose body still runs.
  ///
  /// What the body would store now would be stored alone, outside the transaction it believes in.
  var isRolledBack: Bool {
    get { state.load(ordering: .relaxed) & Self.rolledBack != 0 }
    set {
      if newValue {
        state.bitwiseOr(Self.rolledBack, ordering: .relaxed)
      } else {
        state.bitwiseAnd(~Self.rolledBack, ordering: .relaxed)
      }
    }
  }

  /// Forgets the connection, which is about to be closed.
  func detach() { address.withLock { $0 = 0 } }
}
