public import MediaModel

/// An album: made by a person, or a folder that holds media.
public struct Album: Hashable, Sendable {
  /// Where an album comes from.
  public enum Kind: String, Hashable, Sendable {
    /// A person's own, with items and an order.
    case user
    /// A folder of a root; its items are its files.
    case folder
    /// A stored query.
    case smart
  }

  /// A stable number, unique within its kind.
  public var id: Int64
  /// Where it comes from.
  public var kind: Kind
  /// Its title; for a folder its path below the root, or the root's own path.
  public var title: String
  /// The album it lies in.
  public var parent: Int64?
  /// Images that pages show.
  public var imageCount: Int
  /// Videos that pages show.
  public var videoCount: Int
  /// The earliest and latest capture time of the items shown.
  public var dates: ClosedRange<WallTime>?

  /// All items shown.
  public var count: Int { imageCount + videoCount }
}
