internal import MediaCatalog
internal import SQLiteDatabase

extension CaptureInbox {
  /// Holds a capture for some time; its owner may take it again at any time.
  ///
  /// - Parameters:
  ///   - uid: The capture.
  ///   - owner: Who holds it, such as the id of a session.
  ///   - duration: How long from now.
  /// - Returns: The lease.
  /// - Throws: ``CatalogError`` `notFound`; `leased` while someone else holds it; `notPermitted` when
  ///   it is discarded.
  @discardableResult
  public func lease(
    _ uid: String, owner: String, for duration: Duration
  ) async throws -> CaptureLease {
    let time = now()
    let lease = CaptureLease(owner: owner, expires: CaptureLease.end(of: duration, from: time))
    try await catalog.database.write { [folder] connection in
      try connection.transaction {
        let row = try CaptureRow.require(uid, connection, in: folder)
        try row.requireFree(for: owner, at: time)
        guard row.capture.state != .discarded else {
          throw CatalogError(code: .notPermitted, reason: "\(uid) is discarded")
        }
        try Self.set(lease, of: uid, connection)
      }
    }
    return lease
  }

  /// Holds a capture longer.
  ///
  /// A lease that ran out is renewed too, as long as nobody else took it.
  ///
  /// - Returns: The lease.
  /// - Throws: ``CatalogError`` `notFound`; `leased` when someone else holds it now, or `owner` never
  ///   did.
  @discardableResult
  public func renew(
    _ uid: String, owner: String, for duration: Duration
  ) async throws -> CaptureLease {
    let lease = CaptureLease(owner: owner, expires: CaptureLease.end(of: duration, from: now()))
    try await catalog.database.write { [folder] connection in
      try connection.transaction {
        let row = try CaptureRow.require(uid, connection, in: folder)
        guard row.capture.lease?.owner == owner else {
          throw CatalogError(code: .leased, reason: "\(uid) is not held by \(owner)")
        }
        try Self.set(lease, of: uid, connection)
      }
    }
    return lease
  }

  /// Ends a lease; nothing happens when `owner` holds none, or the capture is gone.
  public func release(_ uid: String, owner: String) async throws {
    try await catalog.database.write { connection in
      try connection.execute(
        """
        UPDATE capture SET lease = NULL, lease_expires = NULL
        WHERE uid = \(uid) AND lease = \(owner)
        """)
    }
  }

  private static func set(
    _ lease: CaptureLease, of uid: String, _ connection: Connection
  ) throws {
    try connection.execute(
      """
      UPDATE capture SET lease = \(lease.owner), lease_expires = \(lease.expires) WHERE uid = \(uid)
      """)
  }
}

extension CaptureLease {
  /// When a lease ends; one of a lifetime ends with the calendar.
  static func end(of duration: Duration, from time: Int64) -> Int64 {
    let (end, overflows) = time.addingReportingOverflow(duration.nanoseconds)
    return overflows ? (duration < .zero ? .min : .max) : end
  }
}
