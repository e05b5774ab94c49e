internal import ContentDigest

/// One step of a schema's history; frozen once it was released.
public struct Migration: Hashable, Sendable {
  /// Names it for ever, such as `m0001_catalog`.
  public let identifier: String
  /// SQL statements, without a transaction of their own.
  public let sql: String

  /// Takes a step.
  public init(identifier: String, sql: String) {
    self.identifier = identifier
    self.sql = sql
  }

  /// The XXH3-128 digest of the text, in hexadecimal; recorded, and compared ever after.
  public var digest: String { ContentDigest.of(sql).hex }
}
