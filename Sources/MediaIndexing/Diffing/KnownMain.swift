internal import Glibc
internal import MediaModel
internal import SQLiteDatabase

/// The main file of an item, as the catalog knows it.
struct KnownMain: Sendable {
  var media: Int64
  var root: Int64
  var folder: FilePath
  var name: FilePath
  /// Its change time is not asked for: renaming sets it.
  var stamp: FileStamp
  var reader: Int64
  var isMissing: Bool
  var failure: ReadFailure.Code?
  /// True when its capture time may be another under another name.
  var isDatedByName: Bool

  /// Reads it, `nil` when there is no such item.
  init?(_ media: Int64, _ connection: Connection) throws {
    guard
      let row = try connection.first(
        """
        SELECT d.root, d.path, f.name, f.size, f.mtime, f.ctime, f.inode, f.reader,
          f.missing_since IS NOT NULL, f.error_code, m.file_taken_source, m.runner_up_source,
          m.file_taken_confidence
        FROM file AS f JOIN folder AS d ON d.id = f.folder JOIN media AS m ON m.id = f.media
        WHERE f.media = \(media) AND f.role = 0
        """),
      let root = row[0].int64, let folder = row[1].blob, let name = row[2].blob,
      let size = row[3].int64, let modified = row[4].int64, let changed = row[5].int64,
      let inode = row[6].int64, let reader = row[7].int64
    else { return nil }
    self.media = media
    self.root = root
    self.folder = FilePath(bytes: folder)
    self.name = FilePath(bytes: name)
    stamp = FileStamp(
      size: size, modificationTime: modified, changeTime: changed, inode: inode)
    self.reader = reader
    isMissing = row[8].int64 == 1
    failure = row[9].text.map(ReadFailure.Code.init(rawValue:))
    isDatedByName = CaptureTimeResolver.looksAtNames(
      chosen: row[10].text.flatMap(CaptureTimeSource.init(rawValue:)),
      runnerUp: row[11].text.flatMap(CaptureTimeSource.init(rawValue:)),
      isSuspicious: row[12].int64 == 1)
  }

  /// What became of the name that the catalog knows.
  enum OldName {
    /// There is certainly no file of that name.
    case gone
    /// Another file has it.
    case takenOver
    /// The file is there still, or nobody can tell.
    case stands
  }

  /// Looks at the name that the catalog knows.
  func oldName(below root: FilePath) -> OldName {
    let path = root.appending(folder).appending(name)
    if let status = PathStatus(at: path) {
      // A link to where the file is now, or a folder, are no files that the walk could find.
      if !status.isRegularFile { return .gone }
      return status.stamp.inode != stamp.inode ? .takenOver : .stands
    }
    return errno == ENOENT || errno == ENOTDIR ? .gone : .stands
  }

  /// True when another name says another date, for a file whose own dates do not settle it.
  func isDatedOtherwise(in folder: FilePath, by name: FilePath) -> Bool {
    isDatedByName
      && (NameDate.candidate(inName: self.name) != NameDate.candidate(inName: name)
        || NameDate.candidate(inFolder: self.folder) != NameDate.candidate(inFolder: folder))
  }
}
