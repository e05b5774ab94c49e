public import MediaModel

/// How a load ended.
public enum LoadResult<Value: Sendable>: Sendable {
  /// The value.
  case value(Value)
  /// The source can be had, but not as a type that the value is made of.
  case unsupported(available: [ContentType])
  /// It went wrong; an import that threw left its own error here.
  case failure(any Error)

  /// The value.
  ///
  /// - Throws: The failure; ``RenderFailure`` `unsupported` with the types that there are.
  public func get() throws -> Value {
    switch self {
    case .value(let value): return value
    case .failure(let error): throw error
    case .unsupported(let available):
      let types = available.map(\.rawValue).joined(separator: ", ")
      throw RenderFailure(
        code: .unsupported, reason: "It can be had as \(types.isEmpty ? "nothing" : types) only.")
    }
  }
}

/// What a view shows of a load.
public enum LoadState<Value: Sendable>: Sendable {
  /// Nothing is chosen; only a ``MediaLoader`` is ever in this state.
  case empty
  /// It is on its way.
  case loading(LoadProgress)
  /// It is there.
  case success(Value)
  /// The source can be had, but not as a type that the value is made of.
  case unsupported(available: [ContentType])
  /// It went wrong.
  case failure(any Error)

  init(_ result: LoadResult<Value>) {
    switch result {
    case .value(let value): self = .success(value)
    case .unsupported(let available): self = .unsupported(available: available)
    case .failure(let error): self = .failure(error)
    }
  }

  /// How it ended, `nil` before.
  public var result: LoadResult<Value>? {
    switch self {
    case .empty, .loading: nil
    case .success(let value): .value(value)
    case .unsupported(let available): .unsupported(available: available)
    case .failure(let error): .failure(error)
    }
  }
}

/// How far a load is.
public struct LoadProgress: Hashable, Sendable {
  /// What a load does, in this order; steps may be left out.
  public enum Stage: Int, Hashable, Sendable, CaseIterable {
    /// It finds out what can be had.
    case resolving
    /// A compatible version or a thumbnail is made.
    case making
    /// Bytes are read.
    case reading
    /// The value is made of them.
    case importing
    /// The value is there.
    case done
  }

  /// What it does.
  public internal(set) var stage = Stage.resolving
  /// Bytes that were read.
  public internal(set) var byteCount: Int64 = 0
  /// Bytes in all, `nil` while that is not known.
  public internal(set) var totalByteCount: Int64?
  /// The part that is done, 0…1; it never falls, and is 1 only when the value is there.
  public internal(set) var fraction: Double = 0

  /// No more than this before the value is there.
  static let mostBeforeTheEnd = 0.99

  /// Goes on; what would be a step back changes nothing.
  func advanced(to next: LoadProgress) -> LoadProgress {
    guard next.stage.rawValue >= stage.rawValue else { return self }
    var progress = next
    progress.byteCount = max(byteCount, next.byteCount)
    progress.totalByteCount = next.totalByteCount ?? totalByteCount
    // Not a number compares false with all numbers, so it is nothing here.
    let fraction = next.fraction > 0 ? min(next.fraction, Self.mostBeforeTheEnd) : 0
    progress.fraction = max(self.fraction, fraction)
    return progress
  }

  /// The end.
  var completed: LoadProgress {
    var progress = self
    progress.stage = .done
    progress.fraction = 1
    return progress
  }
}
