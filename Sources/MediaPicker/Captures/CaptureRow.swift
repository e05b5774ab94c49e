internal import ContentDigest
internal import MediaCatalog
internal import MediaModel
internal import SQLiteDatabase

/// A row of the inbox.
struct CaptureRow: Sendable {
  var capture: Capture
  /// The name of the staged file in the inbox's folder.
  var staged: FilePath
  /// Where a promotion is going.
  var target: FilePath?

  private static let columns: SQL = """
    uid, staged, name, type, mime, size, width, height, duration, digest, origin, state, error_code,
    error, lease, lease_expires, target, taken, created
    """

  /// All rows in order of arrival.
  static func all(_ connection: Connection, in folder: FilePath) throws -> [CaptureRow] {
    try connection.rows("SELECT \(columns) FROM capture ORDER BY id")
      .map { try CaptureRow($0, in: folder) }
  }

  /// One row, `nil` when there is none.
  static func find(
    _ uid: String, _ connection: Connection, in folder: FilePath
  ) throws -> CaptureRow? {
    try connection.first("SELECT \(columns) FROM capture WHERE uid = \(uid)")
      .map { try CaptureRow($0, in: folder) }
  }

  /// One row.
  ///
  /// - Throws: ``CatalogError`` `notFound`.
  static func require(
    _ uid: String, _ connection: Connection, in folder: FilePath
  ) throws -> CaptureRow {
    guard let row = try find(uid, connection, in: folder) else {
      throw CatalogError(code: .notFound, reason: "there is no capture \(uid)")
    }
    return row
  }

  private init(_ row: Row, in folder: FilePath) throws {
    let uid = row[0].text ?? ""
    staged = FilePath(bytes: row[1].blob ?? [])
    target = row[16].blob.map { FilePath(bytes: $0) }
    guard let origin = Capture.Origin(rawValue: row[10].text ?? ""),
      let state = Capture.State(rawValue: row[11].text ?? "")
    else {
      throw CatalogError(
        code: .schemaTooNew, reason: "a newer version of the program made the capture \(uid)")
    }
    var size: PixelSize?
    if let width = row[6].int, let height = row[7].int {
      size = PixelSize(width: width, height: height)
    }
    let whereabouts = state == .promoted ? target : nil
    capture = Capture(
      uid: uid, name: FilePath(bytes: row[2].blob ?? []),
      path: whereabouts ?? folder.appending(staged),
      type: row[3].int64.flatMap { UInt8(exactly: $0) }.flatMap { MediaType(rawValue: $0) },
      mime: row[4].text ?? "application/octet-stream", byteCount: row[5].int64 ?? 0,
      displaySize: size, duration: row[8].int64.map { .nanoseconds($0) },
      taken: row[17].int64.map { WallTime(nanoseconds: $0) },
      digest: row[9].blob.flatMap { ContentDigest(bytes: $0) }?.hex ?? "", origin: origin,
      created: row[18].int64 ?? 0, state: state,
      error: row[12].text.map {
        CaptureFailure(code: CatalogError.Code(rawValue: $0), reason: row[13].text ?? "")
      },
      lease: row[14].text.map { CaptureLease(owner: $0, expires: row[15].int64 ?? 0) })
  }

  /// The lease that still runs at a time.
  func lease(at time: Int64) -> CaptureLease? {
    capture.lease.flatMap { $0.expires > time ? $0 : nil }
  }

  /// Makes sure that nobody else holds it.
  ///
  /// - Throws: ``CatalogError`` `leased`.
  func requireFree(for owner: String?, at time: Int64) throws(CatalogError) {
    guard let lease = lease(at: time), lease.owner != owner else { return }
    let end = WallTime(nanoseconds: lease.expires / 1_000_000_000 * 1_000_000_000)
    throw CatalogError(
      code: .leased,
      reason: "\(capture.uid) is held by \(lease.owner) until \(end) UTC; close it there first")
  }
}

extension Duration {
  /// Nanoseconds; those outside of 64 bits are the nearest inside.
  var nanoseconds: Int64 {
    let (whole, isOutside) = components.seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if isOutside { return components.seconds < 0 ? .min : .max }
    let (sum, overflows) = whole.addingReportingOverflow(components.attoseconds / 1_000_000_000)
    return overflows ? (whole < 0 ? .min : .max) : sum
  }
}
