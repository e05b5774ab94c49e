internal import MediaModel

/// What a file row means.
enum FileRole: Int64, Sendable {
  case main = 0, hardLink, sidecar, notMedia
}

/// What the catalog knows of one name.
struct KnownFile: Sendable {
  var media: Int64?
  var role: FileRole
  var stamp: FileStamp
  var reader: Int64
  var isMissing: Bool
  var failure: ReadFailure.Code?
}

/// A folder of the walk.
struct FolderReference: Hashable, Sendable {
  /// The row of its root.
  var root: Int64
  /// Its own row, `nil` until its first file is stored.
  var id: Int64?
  /// Relative to the root.
  var path: FilePath
}

/// A file that must be read: new, changed, or to be tried again.
struct Candidate: Sendable {
  var folder: FolderReference
  var name: FilePath
  var stamp: FileStamp
  /// The item that this name is, `nil` when reading it makes a new one.
  var item: Int64?
  /// True when the item had another name until now: a hard link takes the place of its first name.
  var isPromoted = false
}

/// A name whose row changes without a look into the file.
struct KnownName: Sendable {
  var folder: Int64
  var name: FilePath
  var media: Int64?
  var role: FileRole
  /// True when a person's rules leave it out now: then it is no loss that asks for distrust.
  var isLeftOut = false
}

/// A known file that is where its root was moved to: the same bytes, as another file.
struct ReplacedFile: Sendable {
  var folder: Int64
  var name: FilePath
  var changeTime: Int64
  var inode: Int64
}

/// A known item that has another name.
struct MovedFile: Sendable {
  var media: Int64
  var folder: FolderReference
  var name: FilePath
  var state: State
  /// True when another item has its old name, or had its new one.
  var isExchange: Bool

  /// What has the name.
  enum State: Sendable {
    /// The item's file.
    case found(FileStamp)
    /// Nothing: the item lost its name to another, and is missing.
    case lost
    /// Another file, which is to be read as this item.
    case replaced
  }
}

/// Another name of a file that is an item already.
struct LinkedName: Sendable {
  var folder: FolderReference
  var name: FilePath
  var stamp: FileStamp
  /// The item, `nil` while the first name is read in this same run.
  var media: Int64?
  /// The first name, whose row tells the item.
  var mainFolder: FolderReference
  var mainName: FilePath
}

/// A stretch of the walk compared with the catalog.
struct DiffStep: Sendable {
  /// Files to read, in walk order.
  var candidates: [Candidate] = []
  /// Names that were missing and are back unchanged.
  var revived: [KnownName] = []
  /// Files that have other inodes since their root was moved.
  var replaced: [ReplacedFile] = []
  /// Items under other names.
  var moved: [MovedFile] = []
  /// Names whose rows say they exist, and that are not there.
  var vanished: [KnownName] = []
  /// Extra names of hard links.
  var links: [LinkedName] = []
  /// What needed no reading.
  var counts = IndexCounts()
  /// Folders and paths that could not be walked.
  var problems: [IndexProblem] = []
  /// The folder the stretch ends in.
  var folder = FilePath("")
}
