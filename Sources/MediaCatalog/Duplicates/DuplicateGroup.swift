public import MediaModel

/// Items of equal bytes, or look-alikes of one item.
public struct DuplicateGroup: Hashable, Sendable {
  /// One of the group.
  public struct Member: Hashable, Sendable {
    /// The item.
    public var item: Int64
    /// Bits in which its perceptual hash differs from the main item's; 0 for equal bytes.
    public var distance: Int
    /// Quarters by which the main item is turned clockwise to look like it, 0…3.
    public var quarterTurns: Int

    /// Takes the values.
    public init(item: Int64, distance: Int = 0, quarterTurns: Int = 0) {
      self.item = item
      self.distance = distance
      self.quarterTurns = quarterTurns
    }
  }

  /// The main item first, then the others, the nearest first.
  public var members: [Member]

  /// Takes the members.
  public init(members: [Member]) { self.members = members }
}

/// What a search for duplicates found.
public struct DuplicateReport: Hashable, Sendable {
  /// A file that could not be compared.
  public struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public var path: FilePath
    /// What happened and what to do.
    public var reason: String
    /// `path: reason`.
    public var description: String { "\(path): \(reason)" }
  }

  /// Groups of two or more.
  public var groups: [DuplicateGroup] = []
  /// Items that could not be compared because nobody has learned yet what they look like.
  public var unknownCount = 0
  /// Files that could not be read, or have changed since they were indexed.
  public var problems: [Problem] = []
}

/// How far the reading of files of equal size has come.
public struct DuplicateProgress: Hashable, Sendable {
  /// Bytes read so far.
  public var readByteCount: Int64
  /// Bytes to read in all.
  public var totalByteCount: Int64
  /// The file that is being read.
  public var path: FilePath
}
