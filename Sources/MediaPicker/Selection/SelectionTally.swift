internal import MediaModel

/// What quotas count of a selection, kept along with it.
struct SelectionTally: Hashable, Sendable {
  private(set) var count = 0
  private(set) var duration = Duration.zero
  /// Wide enough for any number of made-up sizes, so that what came can always go again.
  private var bytes: Int128 = 0
  private var imageCount = 0
  private var videoCount = 0
  /// Without albums of which nothing is selected, so that equal selections have equal tallies.
  private var albumCounts: [Int64: Int] = [:]

  init() {}

  init(_ items: some Sequence<ItemFacts>) { for item in items { add(item) } }

  var byteCount: Int64 { Int64(clamping: bytes) }

  func count(of type: MediaType) -> Int {
    switch type {
    case .image: imageCount
    case .video: videoCount
    }
  }

  func count(inAlbum album: Int64) -> Int { albumCounts[album] ?? 0 }

  mutating func add(_ item: ItemFacts) { change(by: 1, item) }

  mutating func remove(_ item: ItemFacts) { change(by: -1, item) }

  private mutating func change(by sign: Int, _ item: ItemFacts) {
    count += sign
    for album in item.albums {
      let count = (albumCounts[album] ?? 0) + sign
      albumCounts[album] = count == 0 ? nil : count
    }
    bytes += Int128(sign) * Int128(max(0, item.byteCount ?? 0))
    switch item.type {
    case .image: imageCount += sign
    case .video:
      videoCount += sign
      let length = min(max(item.duration ?? .zero, .zero), .seconds(1 << 40))
      duration += sign > 0 ? length : .zero - length
    case nil: break
    }
  }
}
