import MediaModel
import TestSupport
import Testing

@testable import MediaPicker

@Suite("Quotas, behaviours G-02") struct QuotaTests {
  @Test func `G-02 nine images or one video`() {
    let policy = SelectionPolicy(
      quota: BatchQuota(counts: [.image: 0...9, .video: 0...1], isExclusive: true))
    var selection = Selection()
    let report = selection.select(Facts.images(1...10), policy)
    #expect(report.added.count == 9)
    #expect(report.refused.map(\.reason) == [.typeQuota("image", max: 9)])
    #expect(
      selection.toggle(Facts.video(20), policy)
        == .refused(Refusal(20, .exclusive(selected: "image"))))
    selection.removeAll()
    #expect(selection.toggle(Facts.video(20), policy) == .added(index: 0, replaced: nil))
    #expect(
      selection.toggle(Facts.video(21), policy)
        == .refused(Refusal(21, .typeQuota("video", max: 1))))
  }

  @Test func `G-02 a place that a kind with a minimum needs is kept for it`() {
    let policy = SelectionPolicy(limit: .max(3), quota: BatchQuota(counts: [.video: 1...2]))
    var selection = Selection(Facts.images(1...2))
    #expect(
      selection.toggle(Facts.image(3), policy)
        == .refused(Refusal(3, .reserved(for: "video", count: 1))))
    #expect(selection.commitBlocks(policy) == [.tooFewOfType("video", count: 0, min: 1)])
    #expect(selection.toggle(Facts.video(4), policy) == .added(index: 2, replaced: nil))
    #expect(selection.commitBlocks(policy) == [])
  }

  @Test func `G-02 an item after which the least can never be reached is refused`() {
    let policy = SelectionPolicy(
      limit: .range(3...5), bounds: ItemBounds(types: [.image, .video]),
      quota: BatchQuota(counts: [.image: 0...1], isExclusive: true))
    var selection = Selection()
    #expect(
      selection.toggle(Facts.image(1), policy)
        == .refused(Refusal(1, .reserved(for: "video", count: 3))))
    #expect(selection.toggle(Facts.video(2), policy) == .added(index: 0, replaced: nil))
  }

  @Test func `G-02 numbers of any size are no trap`() throws {
    let text = #"{"images":{"min":9223372036854775807},"videos":{"min":9223372036854775807}}"#
    let quota = try PickerJSON.value(BatchQuota.self, from: Array(text.utf8))
    #expect(throws: PickerError.self) {
      try SelectionPolicy(limit: .max(3), quota: quota).validate()
    }
    #expect(throws: Never.self) { try SelectionPolicy(quota: quota).validate() }
    var selection = Selection()
    #expect(
      selection.toggle(Facts.image(1), SelectionPolicy(limit: .max(3), quota: quota))
        == .refused(Refusal(1, .reserved(for: "image", count: .max - 1))))
  }

  @Test func `G-02 at most some of each album`() {
    let policy = SelectionPolicy(quota: BatchQuota(albumCounts: [12: 0...2, 13: 0...1]))
    var selection = Selection()
    let of12 = (1...3).map { Facts.image($0).inAlbums(12) }
    let report = selection.select(of12 + [Facts.image(9)], policy)
    #expect(report.added == [1, 2, 9])
    #expect(report.refused == [Refusal(3, .albumQuota(12, max: 2))])
    #expect(selection.toggle(Facts.image(4).inAlbums(13), policy).isAdded)
    // In both: the album with the lower id is named.
    #expect(
      selection.refusal(of: Facts.image(5).inAlbums(13, 12), policy)?.reason
        == .albumQuota(12, max: 2))
    #expect(selection.commitBlocks(policy) == [])
    let lower = SelectionPolicy(quota: BatchQuota(albumCounts: [12: 0...1]))
    #expect(selection.commitBlocks(lower) == [.tooManyOfAlbum(12, count: 2, max: 1)])
    _ = selection.toggle(of12[0], policy)
    #expect(selection.refusal(of: of12[2], policy) == nil)
  }

  @Test func `G-02 a place that an album with a minimum needs is kept for it`() {
    let policy = SelectionPolicy(
      limit: .max(3),
      quota: BatchQuota(counts: [.video: 1...9], albumCounts: [12: 2 ... .max]))
    var selection = Selection([Facts.image(1)])
    #expect(
      selection.refusal(of: Facts.image(2), policy)?.reason
        == .reservedForAlbum(12, count: 2))
    #expect(
      selection.toggle(Facts.video(3), policy)
        == .refused(Refusal(3, .reservedForAlbum(12, count: 2))))
    #expect(selection.toggle(Facts.video(4).inAlbums(12), policy).isAdded)
    #expect(selection.commitBlocks(policy) == [.tooFewOfAlbum(12, count: 1, min: 2)])
    #expect(selection.toggle(Facts.image(5).inAlbums(12, 7), policy).isAdded)
    #expect(selection.commitBlocks(policy) == [])
  }

  @Test func `G-02 numbers of albums of any size are no trap`() throws {
    let text =
      #"{"albums":[{"album":9223372036854775807,"min":9223372036854775807},{"album":-1,"max":0}]}"#
    let quota = try PickerJSON.value(BatchQuota.self, from: Array(text.utf8))
    #expect(String(decoding: try PickerJSON.bytes(of: quota), as: UTF8.self).count == text.count)
    #expect(throws: PickerError.self) {
      try SelectionPolicy(limit: .max(3), quota: quota).validate()
    }
    #expect(throws: Never.self) { try SelectionPolicy(quota: quota).validate() }
    #expect(
      Selection().refusal(of: Facts.image(1), SelectionPolicy(limit: .max(3), quota: quota))?.reason
        == .reservedForAlbum(.max, count: .max))
    #expect(
      Selection().refusal(of: Facts.image(1).inAlbums(-1), SelectionPolicy(quota: quota))?.reason
        == .albumQuota(-1, max: 0))
  }

  // MARK: Brute force

  /// What a selection that can be committed is like, said once more and plainly.
  private static func isValid(_ items: [ItemFacts], _ policy: SelectionPolicy) -> Bool {
    let images = items.count { $0.type == .image }
    let videos = items.count { $0.type == .video }
    let quota = policy.quota
    let bytes = items.reduce(0) { $0 + ($1.byteCount ?? 0) }
    let seconds = items.filter { $0.type == .video }
      .reduce(0.0) { $0 + ($1.duration ?? .zero) / .seconds(1) }
    return !items.isEmpty && items.count >= policy.limit.minimum
      && items.count <= policy.limit.maximum ?? .max
      && (quota.counts[.image]?.contains(images) ?? true)
      && (quota.counts[.video]?.contains(videos) ?? true)
      && quota.albumCounts.allSatisfy { album, range in
        range.contains(items.count { $0.albums.contains(album) })
      }
      && !(quota.isExclusive && images > 0 && videos > 0)
      && bytes <= quota.maximumByteCount ?? .max && seconds <= quota.maximumSeconds ?? .infinity
  }

  private static func randomPolicy(_ random: inout SeededGenerator) -> SelectionPolicy {
    func range(_ random: inout SeededGenerator) -> ClosedRange<Int>? {
      guard Bool.random(using: &random) else { return nil }
      let low = Int.random(in: 0...2, using: &random)
      return
        low...(Bool.random(using: &random) ? .max : low + Int.random(in: 0...2, using: &random))
    }
    var policy = SelectionPolicy(replacesAtOne: false)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: policy.limit = .max(Int.random(in: 1...4, using: &random))
    case 1:
      let low = Int.random(in: 0...3, using: &random)
      policy.limit = .range(low...(low + Int.random(in: 0...2, using: &random)))
    default: policy.limit = .unlimited
    }
    policy.quota.counts[.image] = range(&random)
    policy.quota.counts[.video] = range(&random)
    policy.quota.isExclusive = Bool.random(using: &random)
    if Bool.random(using: &random) { policy.quota.maximumByteCount = 9 }
    if Bool.random(using: &random) { policy.quota.maximumSeconds = 15 }
    if Bool.random(using: &random) { policy.bounds.types = [.image, .video] }
    return policy
  }

  /// Items that weigh nothing stand for whichever further items there may be.
  private static let universe: [ItemFacts] =
    (1...3).map { Facts.image($0, bytes: 0) } + [Facts.image(4, bytes: 5)]
    + (5...7).map { Facts.video($0, seconds: 0, bytes: 0) }
    + [Facts.video(8, seconds: 10, bytes: 5)]
    + [Facts.other(9), Facts.other(10)]

  @Test func `G-02 an item can be added exactly when some completion can be committed`() {
    let seed: UInt64 = 4_242
    var random = SeededGenerator(seed: seed)
    var (policies, checks) = (0, 0)
    while policies < 60 {
      let policy = Self.randomPolicy(&random)
      guard (try? policy.validate()) != nil else { continue }
      policies += 1
      let universe = Self.universe.filter { policy.bounds.types == nil || $0.type != nil }
      let masks = 1 << universe.count
      func items(_ mask: Int) -> [ItemFacts] {
        universe.indices.filter { mask & (1 << $0) != 0 }.map { universe[$0] }
      }
      // Whether some superset is valid.
      var completes = (0..<masks).map { Self.isValid(items($0), policy) }
      for mask in 0..<masks {
        let blocks = Selection(items(mask)).commitBlocks(policy)
        if blocks.isEmpty != completes[mask] {
          Issue.record("seed \(seed): \(policy) on \(items(mask).map(\.id)) says \(blocks)")
          return
        }
      }
      for bit in universe.indices {
        for mask in 0..<masks where mask & (1 << bit) == 0 {
          completes[mask] = completes[mask] || completes[mask | (1 << bit)]
        }
      }
      for mask in 0..<masks {
        let selection = Selection(items(mask))
        for bit in universe.indices where mask & (1 << bit) == 0 {
          let canAdd = selection.refusal(of: universe[bit], policy) == nil
          checks += 1
          guard canAdd == completes[mask | (1 << bit)] else {
            Issue.record(
              """
              seed \(seed): \(policy) lets \(universe[bit].id) join \
              \(items(mask).map(\.id)): \(canAdd)
              """)
            return
          }
        }
      }
    }
    #expect(checks > 100_000)
    print("QuotaTests: seed \(seed), \(policies) policies, \(checks) additions")
  }

  // MARK: Brute force with albums

  /// Items of each kind in each set of two albums, and enough in none.
  private static let albumUniverse: [ItemFacts] =
    (1...5).map { placed(Facts.image(Int64($0), bytes: 0), $0) }
    + (6...10).map { placed(Facts.video(Int64($0), seconds: 0, bytes: 0), $0 - 5) }
    + (11...14).map { placed(Facts.other(Int64($0)), $0 - 10) }

  private static func placed(_ item: ItemFacts, _ place: Int) -> ItemFacts {
    switch place {
    case 1: item.inAlbums(1)
    case 2: item.inAlbums(2)
    case 3: item.inAlbums(1, 2)
    default: item
    }
  }

  private static func randomAlbumPolicy(_ random: inout SeededGenerator) -> SelectionPolicy {
    var policy = SelectionPolicy(replacesAtOne: false)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: policy.limit = .max(Int.random(in: 1...4, using: &random))
    case 1:
      let low = Int.random(in: 0...2, using: &random)
      policy.limit = .range(low...(low + Int.random(in: 0...1, using: &random)))
    default: policy.limit = .unlimited
    }
    for album in [1, 2] as [Int64] where Int.random(in: 0..<4, using: &random) > 0 {
      let low = Int.random(in: 0...1, using: &random)
      policy.quota.albumCounts[album] =
        low...(Bool.random(using: &random) ? .max : Int.random(in: low...1, using: &random))
    }
    for type in MediaType.allCases where Bool.random(using: &random) {
      let low = Int.random(in: 0...1, using: &random)
      policy.quota.counts[type] = low...(low + Int.random(in: 0...1, using: &random))
    }
    policy.quota.isExclusive = Int.random(in: 0..<3, using: &random) == 0
    if Bool.random(using: &random) { policy.bounds.types = [.image, .video] }
    return policy
  }

  @Test func `G-02 an item of an album can be added exactly when some completion can be committed`()
  {
    let seed: UInt64 = 1_312
    var random = SeededGenerator(seed: seed)
    var (policies, checks, additions) = (0, 0, 0)
    while policies < 40 {
      let policy = Self.randomAlbumPolicy(&random)
      guard (try? policy.validate()) != nil else { continue }
      policies += 1
      let universe = Self.albumUniverse.filter { policy.bounds.types == nil || $0.type != nil }
      let masks = 1 << universe.count
      func items(_ mask: Int) -> [ItemFacts] {
        universe.indices.filter { mask & (1 << $0) != 0 }.map { universe[$0] }
      }
      // Whether some superset is valid.
      let valid = (0..<masks).map { Self.isValid(items($0), policy) }
      var completes = valid
      for bit in universe.indices {
        for mask in 0..<masks where mask & (1 << bit) == 0 {
          completes[mask] = completes[mask] || completes[mask | (1 << bit)]
        }
      }
      // Few items, where most depends on each, and any number.
      for _ in 0..<400 {
        var mask = Int.random(in: 0..<masks, using: &random)
        if Bool.random(using: &random) {
          mask &= Int.random(in: 0..<masks, using: &random)
          mask &= Int.random(in: 0..<masks, using: &random)
        }
        let selection = Selection(items(mask))
        if selection.commitBlocks(policy).isEmpty != valid[mask] {
          Issue.record("seed \(seed): \(policy) on \(selection.itemIDs) is judged wrongly")
          return
        }
        for bit in universe.indices where mask & (1 << bit) == 0 {
          let canAdd = selection.refusal(of: universe[bit], policy) == nil
          checks += 1
          additions += canAdd ? 1 : 0
          guard canAdd == completes[mask | (1 << bit)] else {
            Issue.record(
              """
              seed \(seed): \(policy) lets \(universe[bit].id) join \(selection.itemIDs): \
              \(canAdd)
              """)
            return
          }
        }
      }
    }
    #expect(checks > 100_000 && additions > 5_000)
    print("QuotaTests: seed \(seed), \(policies) policies of albums, \(checks) additions")
  }
}

extension SelectionOutcome {
  fileprivate var isAdded: Bool { if case .added = self { true } else { false } }
}
