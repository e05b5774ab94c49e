public import MediaCatalog

/// What decides which items a picker shows: a query, then a filter of single items, then one of the
/// whole list.
///
/// The query runs in the catalog and is read page by page, as far as is needed. Its items, in its
/// order, pass the filter of single items, several at once; what they become keeps that order. The
/// filter of the whole list gets all of them. A pipeline is a value: running it twice runs it anew.
public struct FilterPipeline: Sendable {
  /// Which items of the catalog.
  public var query: MediaQuery
  /// Looks at each item.
  public var filter: ItemFilter?
  /// Looks at what is left.
  public var list: ListFilter?
  /// How many at once, for how long, and what an error means.
  public var options: FilterOptions
  /// Remembers what filters with an identity said.
  public var verdicts: VerdictCache?
  /// Items that come before those of the query and are filtered alike.
  public var leading: [PickerItem]
  private let catalog: Catalog?
  private let delivery: MediaDelivery

  /// Filters what a query finds.
  ///
  /// - Parameters:
  ///   - catalog: Where the query runs.
  ///   - query: Which items, in which order; its limit counts before the filters.
  ///   - leading: Items before those, such as staged captures.
  ///   - delivery: Gives thumbnails and compatible versions.
  ///   - filter: Looks at each item.
  ///   - list: Looks at what is left.
  ///   - options: How many at once, for how long, and what an error means.
  ///   - verdicts: What filters said before; one of its own when `nil`.
  public init(
    catalog: Catalog, query: MediaQuery = MediaQuery(), leading: [PickerItem] = [],
    delivery: MediaDelivery = MediaDelivery(), filter: ItemFilter? = nil,
    list: ListFilter? = nil, options: FilterOptions = FilterOptions(),
    verdicts: VerdictCache? = nil
  ) {
    self.catalog = catalog
    self.query = query
    self.leading = leading
    self.delivery = delivery
    self.filter = filter
    self.list = list
    self.options = options
    self.verdicts = verdicts ?? VerdictCache(catalog: catalog)
  }

  /// Filters items that are at hand.
  public init(
    items: [PickerItem], filter: ItemFilter? = nil, list: ListFilter? = nil,
    options: FilterOptions = FilterOptions(), verdicts: VerdictCache? = nil
  ) {
    catalog = nil
    query = MediaQuery()
    leading = items
    delivery = MediaDelivery()
    self.filter = filter
    self.list = list
    self.options = options
    self.verdicts = verdicts
  }

  /// Runs the pipeline, and gives what it shows as soon as it is known.
  public var updates: FilterUpdates { FilterUpdates(pipeline: self) }

  /// Runs the pipeline to its end.
  ///
  /// - Throws: ``FilterError`` when an item fails under the policy `fail`, or the filter of the whole
  ///   list does; what the catalog throws; `CancellationError`.
  public func result() async throws -> FilterResult {
    var result = FilterResult(items: [], report: FilterReport())
    for try await progress in updates {
      result.items += progress.added
      result.report = progress.report
    }
    try Task.checkCancellation()
    return result
  }

  var input: FilterInput {
    FilterInput(leading: leading, catalog: catalog, query: query, delivery: delivery)
  }
}

/// Runs of a pipeline, piece by piece; each iteration is a run of its own.
///
/// A run goes as fast as its items are taken, and some batches ahead. It is over when the iteration
/// is left, when the task is cancelled, or behind the piece that is complete.
public struct FilterUpdates: AsyncSequence, Sendable {
  /// A piece.
  public typealias Element = FilterProgress
  let pipeline: FilterPipeline

  /// Begins a run.
  public func makeAsyncIterator() -> Iterator { Iterator(engine: FilterEngine(pipeline)) }

  /// One run.
  public struct Iterator: AsyncIteratorProtocol {
    private let run: Run

    init(engine: FilterEngine) { run = Run(engine) }

    /// The next piece, `nil` behind the last.
    ///
    /// - Throws: ``FilterError``; what the catalog throws; `CancellationError`.
    public mutating func next() async throws -> FilterProgress? { try await run.engine.next() }
  }

  /// Ends the run when nobody takes its pieces any more.
  private final class Run: Sendable {
    let engine: FilterEngine
    init(_ engine: FilterEngine) { self.engine = engine }
    deinit {
      Task { [engine] in await engine.cancel() }
    }
  }
}
