internal import MediaCatalog
internal import MediaModel

extension PickerScope {
  /// Items of some ids, in their order, and why the others cannot be had.
  func items(
    _ ids: [PickerItemID], _ configuration: PickerConfiguration, _ closures: PickerClosures
  ) async throws -> (items: [PickerItem], unknown: [Refusal]) {
    guard !ids.isEmpty else { return ([], []) }
    let media = try await catalog.media(withIDs: ids.compactMap(\.mediaID))
    let found = Dictionary(media.map { ($0.id, $0) }) { first, _ in first }
    var items: [PickerItem] = []
    var unknown: [Refusal] = []
    for id in ids {
      switch id {
      case .media(let number):
        if let media = found[number] {
          if allows(media) {
            items.append(item(media, configuration, closures))
          } else {
            unknown.append(Refusal(id, .noAccess))
          }
        } else {
          unknown.append(Refusal(id, .unknown))
        }
      case .capture(let uid):
        if let inbox = closures.captureInbox, let capture = try await inbox.capture(uid) {
          if capture.state == .discarded {
            unknown.append(Refusal(id, .discarded))
          } else {
            items.append(inbox.item(capture))
          }
        } else {
          unknown.append(Refusal(id, .unknown))
        }
      case .source: unknown.append(Refusal(id, .unknown))
      }
    }
    return (try await completed(items, configuration), unknown)
  }

  /// An item as a client sees it: without its location, unless that is asked for; behaviours 2I.
  func item(
    _ media: Media, _ configuration: PickerConfiguration, _ closures: PickerClosures
  ) -> PickerItem {
    var media = media
    if configuration.strippedMetadata.contains(.location) { media.location = nil }
    if configuration.strippedMetadata.contains(.captions) { media.title = nil }
    return PickerItem(media, of: catalog, delivery: closures.delivery)
  }
}
