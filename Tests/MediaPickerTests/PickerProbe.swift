import MediaModel

@testable public import MediaPicker

/// Made-up items.
enum Facts {
  static func image(
    _ id: Int64, bytes: Int64? = 100, day: Int? = nil, mime: String = "image/jpeg"
  ) -> ItemFacts {
    make(.media(id), .image, mime, bytes: bytes, day: day)
  }

  static func video(
    _ id: Int64, seconds: Int = 10, bytes: Int64? = 100, day: Int? = nil
  ) -> ItemFacts {
    var facts = make(.media(id), .video, "video/mp4", bytes: bytes, day: day)
    facts.duration = .seconds(seconds)
    return facts
  }

  /// Neither image nor video.
  static func other(_ id: Int64) -> ItemFacts {
    make(.media(id), nil, "audio/flac", bytes: 0, day: nil)
  }

  static func capture(_ uid: String, _ type: MediaType? = .image) -> ItemFacts {
    make(.capture(uid), type, type == .video ? "video/mp4" : "image/jpeg", bytes: 100, day: nil)
  }

  static func source(_ name: String) -> ItemFacts {
    make(.source(name), .image, "image/png", bytes: 100, day: nil)
  }

  static func images(_ ids: ClosedRange<Int64>) -> [ItemFacts] { ids.map { image($0) } }

  private static func make(
    _ id: PickerItemID, _ type: MediaType?, _ mime: String, bytes: Int64?, day: Int?
  ) -> ItemFacts {
    ItemFacts(
      id: id, type: type, mime: mime, byteCount: bytes,
      taken: day.map { WallTime(nanoseconds: Int64($0) * 86_400_000_000_000) })
  }
}

extension ItemFacts {
  /// The same item in some albums.
  func inAlbums(_ albums: Int64...) -> ItemFacts {
    var item = self
    item.albums = Set(albums)
    return item
  }

  /// The same item with a digest, or with a look of enough detail.
  func with(digest: String? = nil, look: UInt64? = nil) -> ItemFacts {
    var item = self
    item.digest = digest
    item.look = look.map { PerceptualHash(bits: $0, detail: 60) }
    return item
  }
}

extension PickerItemID: ExpressibleByIntegerLiteral {
  /// Takes the id of an item of the catalog.
  public init(integerLiteral id: Int64) { self = .media(id) }
}

extension PickerConfiguration {
  /// The usual configuration with some changes.
  init(_ change: (inout PickerConfiguration) -> Void) {
    self.init()
    change(&self)
  }

  /// The usual configuration with a compatibility and a limit, whose number means what it means
  /// there.
  static func limited(
    _ count: Int?, _ compatibility: PickerCompatibility = .none,
    _ change: (inout PickerConfiguration) -> Void = { _ in }
  ) throws -> PickerConfiguration {
    let limit = try SelectionLimit(count, as: compatibility)
    return PickerConfiguration {
      $0.compatibility = compatibility
      $0.selection.limit = limit
      change(&$0)
    }
  }
}

/// A picker with all that it told.
struct PickerProbe {
  private(set) var state: PickerState
  private(set) var effects: [PickerEffect]

  init(
    _ configuration: PickerConfiguration = PickerConfiguration(), preselected: [ItemFacts] = [],
    unknown: [Refusal] = []
  ) {
    (state, effects) = PickerReducer.start(
      configuration, preselected: preselected, unknown: unknown)
  }

  /// Applies actions; gives what they told.
  @discardableResult
  mutating func send(_ actions: PickerAction...) -> [PickerEffect] { send(actions) }

  /// Applies actions; gives what they told.
  @discardableResult
  mutating func send(_ actions: [PickerAction]) -> [PickerEffect] {
    let told = actions.flatMap { PickerReducer.reduce(&state, $0) }
    effects += told
    return told
  }

  /// The selected ids.
  var ids: [PickerItemID] { state.selection.itemIDs }

  /// Everything a client was given.
  var deliveries: [[PickerItemID]] { effects.compactMap(\.delivered) }

  /// Every end that was told.
  var ends: [PickerOutcome] {
    effects.compactMap { if case .finished(let outcome) = $0 { outcome } else { nil } }
  }
}

extension PickerEffect {
  /// What a client is given.
  var delivered: [PickerItemID]? {
    if case .deliver(let items) = self { items.map(\.id) } else { nil }
  }

  /// A change of the selection.
  var change: SelectionChange? { if case .changed(let change) = self { change } else { nil } }

  /// Why an action was rejected.
  var rejection: Rejection? { if case .rejected(let reason) = self { reason } else { nil } }

  /// Why a pick was refused.
  var refusal: RefusalReason? {
    if case .refused(let refusal) = self { refusal.reason } else { nil }
  }
}
