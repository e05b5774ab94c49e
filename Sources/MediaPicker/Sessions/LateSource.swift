internal import MediaCatalog
internal import MediaModel

/// The bytes of an item that a session knows by its facts alone: looked up when they are wanted.
struct LateSource: MediaSource {
  let facts: ItemFacts
  let scope: PickerScope
  let configuration: PickerConfiguration
  let closures: PickerClosures

  var identity: MediaIdentity {
    facts.id.mediaID.map { .item($0, catalog: scope.catalog.path) }
      ?? .named(facts.id.description)
  }
  var mediaType: MediaType? { facts.type }
  var deadline: Duration? { closures.delivery.deadline }
  var hasThumbnails: Bool { facts.type != nil && closures.delivery.thumbnails != nil }

  func duration() async throws -> Duration? { facts.duration }

  func offers(within bounds: RenditionSpecification) async throws -> [MediaOffer] {
    try await found().offers(within: bounds)
  }

  func openFile(_ request: MediaRequest) async throws -> MediaFile {
    try await found().openFile(request)
  }

  func openThumbnail(_ specification: ThumbnailSpecification) async throws -> FilePath {
    try await found().openThumbnail(specification)
  }

  private func found() async throws -> any MediaSource {
    let (items, _) = try await scope.items([facts.id], configuration, closures)
    guard let item = items.first else {
      throw CatalogError(code: .notFound, reason: "there is no item \(facts.id)")
    }
    return item.source
  }
}
