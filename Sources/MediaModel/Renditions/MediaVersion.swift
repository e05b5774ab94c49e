/// Which bytes of an item are wanted.
public enum MediaVersion: String, Hashable, Sendable, CaseIterable {
  /// The file as it was found.
  case original
  /// The item as it looks now; the original for as long as the catalog holds no edits of pixels.
  case current
  /// What nearly every program opens: JPEG, or H.264 with AAC in MP4; see ``CompatibleEncoding``.
  case compatible
}
