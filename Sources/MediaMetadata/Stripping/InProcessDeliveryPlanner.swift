internal import Dispatch
public import MediaModel

/// Plans stripped copies in this process, on a thread of its own.
///
/// A worker process is the safer choice for files from strangers.
public final class InProcessDeliveryPlanner: DeliveryPlanning {
  private let lane = DispatchQueue(label: "mediacat.delivery")

  /// Makes a planner.
  public init() {}

  /// Plans one copy; several at the same time wait for each other.
  ///
  /// - Throws: ``MediaModel/DeliveryFailure`` for the file; `CancellationError` before it begins.
  public func deliveryPlan(
    for path: FilePath, stripping: MetadataStripping
  ) async throws -> DeliveryPlan {
    try Task.checkCancellation()
    let outcome: DeliveryOutcome = await withCheckedContinuation { continuation in
      lane.async {
        continuation.resume(returning: DeliveryPlanner().outcome(for: path, stripping: stripping))
      }
    }
    return try outcome.get()
  }
}
