public import MediaModel

/// A type that can be made of media: a client's own, ``MediaData`` or ``MediaFile``.
///
/// ```swift
/// struct Picture: MediaTransferable {
///   let pixels: Bitmap
///   static var representations: [MediaRepresentation<Picture>] {
///     [
///       .data(.png) { bytes, _ in Picture(pixels: try decodePNG(bytes)) },
///       .file(.image) { path, type in Picture(pixels: try decode(path, as: type)) },
///     ]
///   }
/// }
/// ```
public protocol MediaTransferable: Sendable {
  /// What it can be made of, the best first.
  static var representations: [MediaRepresentation<Self>] { get }
}

/// One way to make a value: of which type, and of bytes, a file or a thumbnail.
///
/// Importing may throw: the load fails then with that very error.
public struct MediaRepresentation<Value: Sendable>: Sendable {
  /// Makes a value of bytes and their type.
  public typealias DataImport = @Sendable ([UInt8], ContentType) async throws -> Value
  /// Makes a value of a file and its type.
  public typealias FileImport = @Sendable (FilePath, ContentType) async throws -> Value

  enum Kind: Sendable {
    case data(DataImport)
    case file(FileImport)
    case thumbnail(ThumbnailSpecification, DataImport)
  }

  /// The type, or range of types, that it takes.
  public let type: ContentType
  let kind: Kind

  /// Imports from all bytes at once.
  ///
  /// - Parameters:
  ///   - type: A type or a range of them.
  ///   - importing: Given the bytes and what they really are.
  /// - Returns: The representation.
  public static func data(_ type: ContentType, importing: @escaping DataImport) -> Self {
    Self(type: type, kind: .data(importing))
  }

  /// Imports from a file, which is only read: it may be the original, or one of a cache.
  ///
  /// Sources that have bytes and no file are passed over.
  public static func file(_ type: ContentType, importing: @escaping FileImport) -> Self {
    Self(type: type, kind: .file(importing))
  }

  /// Imports from a thumbnail: an upright picture in sRGB, of videos the poster.
  ///
  /// Sources without thumbnails are passed over.
  public static func thumbnail(
    _ specification: ThumbnailSpecification, importing: @escaping DataImport
  ) -> Self {
    Self(
      type: ContentType(specification.format), kind: .thumbnail(specification, importing))
  }
}

/// The bytes of an item and their type.
public struct MediaData: MediaTransferable, Hashable {
  /// All bytes.
  public let bytes: [UInt8]
  /// Their media type.
  public let type: ContentType

  /// Makes a value.
  public init(bytes: [UInt8], type: ContentType) {
    self.bytes = bytes
    self.type = type
  }

  /// Bytes of any type.
  public static var representations: [MediaRepresentation<MediaData>] {
    [.data(.any) { MediaData(bytes: $0, type: $1) }]
  }
}

/// A file with the bytes of an item, and their type.
public struct MediaFile: MediaTransferable, Hashable {
  /// The file: the original, which is not to be written, or one of a cache, which may go.
  public let path: FilePath
  /// Their media type.
  public let type: ContentType

  /// Makes a value.
  public init(path: FilePath, type: ContentType) {
    self.path = path
    self.type = type
  }

  init(_ rendition: Rendition) {
    self.init(path: rendition.path, type: ContentType(rendition.mime) ?? .data)
  }

  /// A file of any type.
  public static var representations: [MediaRepresentation<MediaFile>] {
    [.file(.any) { MediaFile(path: $0, type: $1) }]
  }
}
