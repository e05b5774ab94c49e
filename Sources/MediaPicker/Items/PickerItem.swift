public import MediaCatalog
internal import MediaModel

/// Something that a picker shows: an item of the catalog, a capture, or a client's own source.
///
/// All three are filtered, selected and committed alike. Making one opens nothing.
public struct PickerItem: Identifiable, Sendable {
  /// What is known of it.
  public var facts: ItemFacts
  /// What the catalog says of it, `nil` for what is not in the catalog.
  public var media: Media?
  /// Gives its bytes.
  public var source: any MediaSource

  /// Which item.
  public var id: PickerItemID { facts.id }

  /// Takes an item of a catalog.
  ///
  /// - Parameters:
  ///   - media: What the catalog says of it.
  ///   - catalog: Where it is from.
  ///   - delivery: Gives thumbnails and compatible versions.
  public init(_ media: Media, of catalog: Catalog, delivery: MediaDelivery = MediaDelivery()) {
    facts = ItemFacts(media)
    self.media = media
    source = catalog.item(media, delivery: delivery)
  }

  /// Takes a client's own source.
  ///
  /// - Parameters:
  ///   - source: Its bytes; behaviours M-02.
  ///   - facts: What is known of it; its id is `.source` or `.capture`.
  public init(source: any MediaSource, facts: ItemFacts) {
    self.facts = facts
    media = nil
    self.source = source
  }
}

extension PickerItem: Hashable {
  /// Compares ids.
  public static func == (left: PickerItem, right: PickerItem) -> Bool { left.id == right.id }
  /// Feeds the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension ItemFacts {
  /// Takes what the catalog says of an item.
  public init(_ media: Media) {
    self.init(
      id: .media(media.id), type: media.type, mime: media.mime, byteCount: media.byteCount,
      displaySize: media.displaySize, duration: media.duration, taken: media.taken,
      availability: Availability(media.state), revision: media.revision)
  }
}

extension ItemFacts.Availability {
  fileprivate init(_ state: Media.State) {
    self =
      switch state {
      case .ok: .ok
      case .failed: .unreadable
      case .missing: .missing
      case .offline: .offline
      }
  }
}
