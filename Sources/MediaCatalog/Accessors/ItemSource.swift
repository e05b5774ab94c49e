internal import MediaModel
internal import SQLiteDatabase

/// Where an item's bytes are, and what identifies them.
struct ItemSource: Sendable {
  var path: FilePath
  var uid: UniqueIdentifier
  var revision: Int64
  var format: MediaFormat?
  var mime: String
  var codec: String?
  var hdr: String?
  /// Pixels as shown.
  var size: PixelSize?
  var byteCount: Int64
  /// Whether the catalog knows what this revision looks like.
  var isLookKnown: Bool

  /// Looks an item up; `evenIfAbsent` says that its file need not be there.
  ///
  /// - Throws: ``CatalogError`` `notFound` for an unknown item, `offline` when its root is not
  ///   there, `missing` when its file is gone.
  init(of item: Int64, evenIfAbsent: Bool = false, connection: Connection) throws {
    guard
      let row = try connection.first(
        """
        SELECT r.path, d.path, m.name, m.uid, m.revision, m.exclusion, r.state,
          m.format, m.mime, m.codec, m.hdr, m.display_width, m.display_height, m.size,
          EXISTS (SELECT 1 FROM look AS w WHERE w.media = m.id AND w.revision = m.revision
            AND w.version = \(PictureLook.version))
        FROM media AS m JOIN folder AS d ON d.id = m.folder JOIN root AS r ON r.id = d.root
        WHERE m.id = \(item)
        """)
    else { throw CatalogError(code: .notFound, reason: "there is no item \(item)") }
    path = FilePath(bytes: row[0].blob ?? []).appending(FilePath(bytes: row[1].blob ?? []))
      .appending(FilePath(bytes: row[2].blob ?? []))
    uid = row[3].blob.flatMap { UniqueIdentifier(bytes: $0) } ?? .zero
    revision = row[4].int64 ?? 0
    format = row[7].int64.flatMap { UInt8(exactly: $0) }.flatMap { MediaFormat(rawValue: $0) }
    mime = row[8].text ?? ""
    codec = row[9].text
    hdr = row[10].text
    if let width = row[11].int64, let height = row[12].int64 {
      size = PixelSize(width: Int(width), height: Int(height))
    }
    byteCount = row[13].int64 ?? 0
    isLookKnown = row[14].int64 == 1
    if evenIfAbsent { return }
    if row[6].text != "online" {
      throw CatalogError(
        code: .offline, path: path, reason: "is on a root that is offline; see mediacat roots list")
    }
    if (row[5].int64 ?? 0) & Exclusion.missing != 0 {
      throw CatalogError(
        code: .missing, path: path, reason: "was gone when its folder was last scanned")
    }
  }

  /// What a thumbnail of it is kept under.
  func key(_ specification: ThumbnailSpecification) -> ThumbnailKey {
    ThumbnailKey(uid: uid, revision: revision, specification)
  }
}
