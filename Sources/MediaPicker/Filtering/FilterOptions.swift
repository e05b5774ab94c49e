internal import LinuxSystem

/// How items are filtered: how many at once, for how long, and what an error means.
public struct FilterOptions: Sendable {
  /// What becomes of an item on which the filter failed or was too slow.
  public enum ErrorPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// It is left out, and reported.
    case exclude
    /// It is shown as it came, and reported.
    case include
    /// Nothing more is shown: the run fails with the first such item in the order of the input.
    case fail
  }

  /// Items that are filtered at once, 1 or more; a filter may ask for fewer.
  ///
  /// A call that goes on after its time is over and it was cancelled is not counted any more: it
  /// must not keep the others waiting. While 64 of those go on the filter is not called.
  public var maxConcurrency: Int
  /// How long one item may take; `nil` for as long as it takes.
  public var timeout: Duration?
  /// What an error means.
  public var errorPolicy: ErrorPolicy
  /// Shown items after which they are published, 1 or more.
  public var batchCount: Int
  /// Time after which they are published though they are fewer.
  public var interval: Duration
  /// Items that are read from the catalog at once, 1 or more.
  public var pageCount: Int
  /// What times are measured by.
  public var clock: any Clock<Duration>

  /// Makes options: as many calls as there are processors, no limit of time.
  public init(
    maxConcurrency: Int? = nil, timeout: Duration? = nil, errorPolicy: ErrorPolicy = .exclude,
    batchCount: Int = 200, interval: Duration = .seconds(1), pageCount: Int = 500,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.maxConcurrency = maxConcurrency ?? OwnProcess.processorCount
    self.timeout = timeout
    self.errorPolicy = errorPolicy
    self.batchCount = batchCount
    self.interval = interval
    self.pageCount = pageCount
    self.clock = clock
  }

  /// Calls that may go on though their time is over, before the filter is no longer called.
  static let abandonedLimit = 64
}
