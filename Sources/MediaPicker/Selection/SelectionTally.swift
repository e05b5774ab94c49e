internal import MediaModel

/// What quotas count of a selection, kept along with it.
struct SelectionTally: Hashable, Sendable {
  private(set) var count = 0
  private(set) var byteCount: Int64 = 0
  private(set) var duration = Duration.zero
  private var imageCount = 0
  private var videoCount = 0

  init() {}

  init(_ items: some Sequence<ItemFacts>) { for item in items { add(item) } }

  func count(of type: MediaType) -> Int {
    switch type {
    case .image: imageCount
    case .video: videoCount
    }
  }

  mutating func add(_ item: ItemFacts) { change(by: 1, item) }

  mutating func remove(_ item: ItemFacts) { change(by: -1, item) }

  private mutating func change(by sign: Int, _ item: ItemFacts) {
    count += sign
    // Sizes of real files cannot overflow; made-up ones saturate instead of trapping.
    let bytes = Int64(sign).multipliedReportingOverflow(by: max(0, item.byteCount ?? 0))
      .partialValue
    let (sum, overflow) = byteCount.addingReportingOverflow(bytes)
    byteCount = overflow ? (sign > 0 ? .max : 0) : sum
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
