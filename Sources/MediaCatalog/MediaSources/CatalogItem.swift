public import MediaModel

/// An item of a catalog as a source of bytes.
///
/// It is a placeholder: making one opens nothing, and its file need not be there until an accessor
/// wants it.
public struct CatalogItem: MediaSource, Identifiable {
  /// What the catalog says of it.
  public let media: Media
  private let catalog: Catalog
  private let delivery: MediaDelivery

  init(_ media: Media, catalog: Catalog, delivery: MediaDelivery) {
    self.media = media
    self.catalog = catalog
    self.delivery = delivery
  }

  /// The item's id.
  public var id: Int64 { media.id }
  /// The id and its catalog.
  public var identity: MediaIdentity { .item(media.id, catalog: catalog.path) }
  /// Image or video, by content.
  public var mediaType: MediaType? { media.type }
  /// The time limit of the delivery.
  public var deadline: Duration? { delivery.deadline }
  /// True when the delivery has thumbnails.
  public var hasThumbnails: Bool { delivery.thumbnails != nil }

  /// The length of a video or an animation, from the catalog.
  public func duration() async throws -> Duration? { media.duration }

  /// The original and the compatible version, from the catalog.
  ///
  /// - Throws: ``CatalogError`` `notFound` when the item was removed.
  public func offers(within bounds: RenditionSpecification) async throws -> [MediaOffer] {
    try await catalog.source(of: id, evenIfAbsent: true).offers(within: bounds)
  }

  /// The item's file, or its compatible version, made if need be.
  ///
  /// - Throws: ``CatalogError``; ``RenderFailure``, with `renditionUnavailable` when the delivery
  ///   makes no renditions and the item needs one; what the maker throws.
  public func openFile(_ request: MediaRequest) async throws -> MediaFile {
    let source = try await catalog.source(of: id)
    return MediaFile(try await source.rendition(request, from: delivery.renditions))
  }

  /// The item's thumbnail; what is learned on the way is kept in the catalog.
  public func openThumbnail(_ specification: ThumbnailSpecification) async throws -> FilePath {
    try await catalog.getThumbnailURL(
      of: id, specification, from: try delivery.requireThumbnails())
  }
}

extension Catalog {
  /// An item as a source of bytes; nothing is opened.
  public func item(_ media: Media, delivery: MediaDelivery = MediaDelivery()) -> CatalogItem {
    CatalogItem(media, catalog: self, delivery: delivery)
  }

  /// The item of an id as a source of bytes; no media file is opened.
  ///
  /// - Throws: ``CatalogError`` `notFound`.
  public func item(
    _ id: Int64, delivery: MediaDelivery = MediaDelivery()
  ) async throws -> CatalogItem {
    guard let media = try await media(withIDs: [id]).first else {
      throw CatalogError(code: .notFound, reason: "there is no item \(id)")
    }
    return item(media, delivery: delivery)
  }
}
