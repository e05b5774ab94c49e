public import MediaCatalog

extension PickerAlbum {
  /// The album of a list of albums.
  public init(_ album: Album) {
    switch album.kind {
    case .folder: self = .folder(album.id)
    case .smart where album.id == 0: self = .smart(album.query ?? "")
    case .user, .smart: self = .user(album.id)
    }
  }
}
