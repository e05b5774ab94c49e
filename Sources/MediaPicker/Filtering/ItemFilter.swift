/// What tells one filter from another, for remembering what it said.
///
/// The version changes whenever the filter may say something else of the same bytes.
public struct FilterIdentity: Hashable, Sendable, Codable {
  /// Which filter.
  public var name: String
  /// Which version of it; what others said is forgotten.
  public var version: String

  /// Takes a name and a version.
  public init(name: String, version: String) {
    self.name = name
    self.version = version
  }

  /// Takes a name and a number as the version.
  public init(name: String, version: Int) { self.init(name: name, version: String(version)) }
}

/// A filter that looks at one item after the other, several at once.
///
/// It gives what is to be shown: the item itself, another in its place, or `nil` for none. What is
/// given in its place may be anything that can be picked, a client's own source too.
public struct ItemFilter: Sendable {
  /// One item in, what is to be shown out.
  public typealias Body = @Sendable (PickerItem) async throws -> PickerItem?

  /// Who it is; with it, in and out are remembered for each revision of an item of the catalog.
  ///
  /// Give one only to a filter that looks at nothing but the item and its bytes.
  public var identity: FilterIdentity?
  /// Items that it can take at once, `nil` for any number.
  public var maxConcurrency: Int?
  /// Makes what a run calls.
  let begin: @Sendable () -> FilterSession

  /// Takes a closure that gives the item to show, or `nil`.
  public init(
    identity: FilterIdentity? = nil, maxConcurrency: Int? = nil, _ body: @escaping Body
  ) {
    self.init(
      identity: identity, maxConcurrency: maxConcurrency,
      begin: { FilterSession(call: body, end: {}) })
  }

  /// Takes what is to be made anew for each run.
  init(
    identity: FilterIdentity?, maxConcurrency: Int?, begin: @escaping @Sendable () -> FilterSession
  ) {
    self.identity = identity
    self.maxConcurrency = maxConcurrency
    self.begin = begin
  }

  /// Takes a closure that says whether the item is shown.
  public static func showing(
    identity: FilterIdentity? = nil, maxConcurrency: Int? = nil,
    _ isShown: @escaping @Sendable (PickerItem) async throws -> Bool
  ) -> ItemFilter {
    ItemFilter(identity: identity, maxConcurrency: maxConcurrency) { item in
      try await isShown(item) ? item : nil
    }
  }

  /// Filters by what the catalog knows of looks, such as the dominant colour; no picture is opened.
  ///
  /// It has no identity: the catalog may learn a look later without a change of the item, and asking
  /// it costs no more than a remembered answer.
  ///
  /// - Parameters:
  ///   - catalog: Where looks are looked up.
  ///   - isShown: Gets `nil` for what is not in the catalog, or not looked at yet.
  /// - Returns: The filter.
  public static func looks(
    in catalog: Catalog, _ isShown: @escaping @Sendable (KnownLook?) async throws -> Bool
  ) -> ItemFilter {
    ItemFilter { item in
      var look: KnownLook?
      if let id = item.media?.id { look = try await catalog.looks(of: [id])[id] }
      return try await isShown(look) ? item : nil
    }
  }
}

/// A filter that looks at all items at once: it may sort, drop and add.
///
/// Nothing is published before it has ended. Of items that it gives twice the first is kept.
public typealias ListFilter = @Sendable ([PickerItem]) async throws -> [PickerItem]

/// A filter in use by one run.
struct FilterSession: Sendable {
  let call: ItemFilter.Body
  /// Called once when the run is over, however it ended; must not block.
  let end: @Sendable () -> Void
}
