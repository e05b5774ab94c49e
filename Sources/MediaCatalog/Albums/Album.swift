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

  /// What may be done with an album.
  public struct Capabilities: OptionSet, Hashable, Sendable {
    /// Bits.
    public let rawValue: Int
    /// Takes bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Items can be added, taken out and put into another order.
    public static let editItems = Capabilities(rawValue: 1)
    /// It can be renamed, nested, sorted and given a cover.
    public static let editAlbum = Capabilities(rawValue: 2)
    /// It can be deleted.
    public static let delete = Capabilities(rawValue: 4)
  }

  /// A stable number, unique within its kind; 0 for the smart albums that every catalog has.
  public var id: Int64
  /// Where it comes from.
  public var kind: Kind
  /// Its title; for a folder its path.
  public var title: String
  /// The album it lies in; for a folder the folder.
  public var parent: Int64?
  /// Images that pages show.
  public var imageCount: Int
  /// Videos that pages show.
  public var videoCount: Int
  /// The earliest and latest capture time of the items shown.
  public var dates: ClosedRange<WallTime>?
  /// The item that stands for it: the chosen one, else the newest shown.
  public var cover: Int64?
  /// The order in which it is listed.
  public var sort: MediaSort
  /// When a person last changed it, nanoseconds since 1970-01-01 UTC; `nil` for folders.
  public var updated: Int64?

  /// What a smart album shows, in the query language.
  public var query: String?

  /// All items shown.
  public var count: Int { imageCount + videoCount }

  /// What may be done with it.
  public var capabilities: Capabilities {
    switch kind {
    case .user: [.editItems, .editAlbum, .delete]
    case .smart: id == 0 ? [] : [.editAlbum, .delete]
    case .folder: []
    }
  }
}
