internal import CSQLite
internal import Glibc

/// Owns one open `sqlite3`; the connection and its statements hold it, the last one closes it.
final class ConnectionHandle {
  let raw: OpaquePointer
  /// The file for people, `nil` for a database in memory.
  let path: String?
  let interrupt: Interrupt
  var busyTimeout: Duration
  /// Bodies of `transaction` that are running.
  var transactionDepth = 0
  /// Set while a transaction is ended: a request to stop must not keep it open.
  var isShielded = false
  /// When a brief body must have ended; `nil` for bodies that may take their time.
  var briefEnd: ContinuousClock.Instant?
  private var busyDeadline: ContinuousClock.Instant = .now

  /// Opens a file; nothing stays open when that fails.
  ///
  /// - Parameters:
  ///   - name: The file's name for SQLite, a path or a URI.
  ///   - flags: Besides `NOMUTEX` and `EXRESCODE`, which are always set.
  ///   - path: The file for people.
  ///   - busyTimeout: How long to wait for another's lock.
  /// - Throws: What SQLite said.
  init(name: [UInt8], flags: Int32, path: String?, busyTimeout: Duration) throws(DatabaseError) {
    _ = Self.settings
    var opened: OpaquePointer?
    let code = (name + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        sqlite3_open_v2(
          $0.baseAddress, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
      }
    }
    guard code == SQLITE_OK, let opened else {
      let error = Self.error(code, on: opened, sql: nil, path: path)
      sqlite3_close(opened)
      throw error
    }
    self.raw = opened
    self.interrupt = Interrupt(opened)
    self.path = path
    self.busyTimeout = busyTimeout
    installCallbacks()
  }

  deinit {
    interrupt.detach()
    // Every statement held this object, so none is left and the close cannot be refused.
    sqlite3_close(raw)
  }

  /// Settings of the library, made before its first use.
  ///
  /// Statistics of memory would take a lock of the whole process at each of SQLite's allocations.
  /// A program that has used SQLite before keeps its own settings: then the call has no effect.
  private static let settings = csqlite_config(SQLITE_CONFIG_MEMSTATUS, 0)

  /// The last failure, as SQLite tells it; to be asked before the next call.
  func error(_ code: Int32, sql: String? = nil) -> DatabaseError {
    Self.error(code, on: raw, sql: sql, path: path)
  }

  /// Throws unless `code` is `SQLITE_OK`.
  @inline(__always)
  func check(_ code: Int32, sql: @autoclosure () -> String? = nil) throws(DatabaseError) {
    if code != SQLITE_OK { throw error(code, sql: sql()) }
  }

  private static func error(
    _ code: Int32, on raw: OpaquePointer?, sql: String?, path: String?
  ) -> DatabaseError {
    // A misuse is not recorded in the connection; its text would be of something else.
    let isMisuse = raw == nil || code & 0xFF == SQLITE_MISUSE
    let text = isMisuse ? sqlite3_errstr(code) : sqlite3_errmsg(raw)
    let isSystem = [SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_FULL].contains(code & 0xFF)
    return DatabaseError(
      code: code, message: text.map { String(cString: $0) } ?? "unknown error", sql: sql,
      path: path, systemCode: isSystem && raw != nil ? sqlite3_system_errno(raw) : 0)
  }

  /// True outside a transaction.
  var isAutocommit: Bool { sqlite3_get_autocommit(raw) != 0 }

  /// Ends statements that were left in the middle of their rows.
  func resetBusyStatements() {
    var statement = sqlite3_next_stmt(raw, nil)
    while let current = statement {
      if sqlite3_stmt_busy(current) != 0 { sqlite3_reset(current) }
      statement = sqlite3_next_stmt(raw, current)
    }
  }
}

extension ConnectionHandle {
  /// SQLite looks at a request to stop every so many instructions of its machine, about 20 µs.
  private static let instructionsBetweenLooks: Int32 = 1_000

  private func installCallbacks() {
    // Not retained: SQLite calls only while the connection is open, and `deinit` closes it.
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(
      raw, Self.instructionsBetweenLooks,
      { context in
        guard let context else { return 0 }
        let handle = Unmanaged<ConnectionHandle>.fromOpaque(context).takeUnretainedValue()
        return handle.mustStop ? 1 : 0
      }, context)
    // SQLite's own time-out sleeps through a request to stop.
    sqlite3_busy_handler(
      raw,
      { context, count in
        guard let context else { return 0 }
        let handle = Unmanaged<ConnectionHandle>.fromOpaque(context).takeUnretainedValue()
        return handle.waitForLock(attempt: count) ? 1 : 0
      }, context)
  }

  /// True when a brief body took too long.
  var isOverdue: Bool { briefEnd.map { .now >= $0 } ?? false }

  /// True when whoever waits for the running body wants no more of it.
  private var mustStop: Bool {
    guard !isShielded else { return false }
    return interrupt.isRequested || (briefEnd != nil && (Task.isCancelled || isOverdue))
  }

  /// Sleeps a little longer each time, as SQLite's own handler does.
  ///
  /// - Returns: False when it is time to give up.
  func waitForLock(attempt: Int32) -> Bool {
    // A brief body does not wait: whoever holds the lock may need the thread that it is on.
    if interrupt.isRequested && !isShielded || briefEnd != nil { return false }
    let now = ContinuousClock.now
    if attempt == 0 { busyDeadline = now + busyTimeout }
    let left = busyDeadline - now
    guard left > .zero else { return false }
    let delays = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100]
    let delay = min(.milliseconds(delays[min(Int(attempt), delays.count - 1)]), left)
    var time = timespec(
      tv_sec: Int(delay.components.seconds),
      tv_nsec: Int(delay.components.attoseconds / 1_000_000_000))
    nanosleep(&time, nil)
    return true
  }
}
