import MediaCatalog
import MediaModel

/// Text alone.
struct Words: MediaTransferable {
  let text: String
  static var representations: [MediaRepresentation<Words>] {
    [
      .data(.text) { bytes, _ in Words(text: String(decoding: bytes, as: UTF8.self)) }
    ]
  }
}

/// A picture from data: HEIC before JPEG; says what it was made of.
struct Picture: MediaTransferable, Equatable {
  let bytes: [UInt8]
  let type: ContentType
  static var representations: [MediaRepresentation<Picture>] {
    [
      .data(.heic) { Picture(bytes: $0, type: $1) }, .data(.jpeg) { Picture(bytes: $0, type: $1) },
    ]
  }
}

/// A picture that is JPEG rather than anything else.
struct Photograph: MediaTransferable {
  let type: ContentType
  static var representations: [MediaRepresentation<Photograph>] {
    [.data(.jpeg) { Photograph(type: $1) }, .data(.heic) { Photograph(type: $1) }]
  }
}

/// From a file of any picture, else from its bytes.
struct Opened: MediaTransferable {
  let path: FilePath?
  static var representations: [MediaRepresentation<Opened>] {
    [.file(.image) { path, _ in Opened(path: path) }, .data(.image) { _, _ in Opened(path: nil) }]
  }
}

/// From a thumbnail.
struct Tile: MediaTransferable {
  let bytes: [UInt8]
  static var representations: [MediaRepresentation<Tile>] {
    [.thumbnail(ThumbnailSpecification(side: 64)) { bytes, _ in Tile(bytes: bytes) }]
  }
}

/// Refuses whatever it gets.
struct Refusing: MediaTransferable {
  struct ImportFailed: Error, Equatable { let byteCount: Int }
  static var representations: [MediaRepresentation<Refusing>] {
    [.data(.any) { bytes, _ in throw ImportFailed(byteCount: bytes.count) }]
  }
}
