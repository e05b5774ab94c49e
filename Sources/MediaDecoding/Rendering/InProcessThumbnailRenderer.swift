internal import CVips
internal import Dispatch
public import MediaModel
internal import Synchronization

/// Makes thumbnails in this process, on a thread of its own.
///
/// One at a time, however many renderers there are: libvips keeps one error text a process. A worker
/// process is the safer choice for files from strangers, and several of them use more cores.
public final class InProcessThumbnailRenderer: ThumbnailRendering {
  private let renderer: ThumbnailRenderer
  private static let lane = DispatchQueue(label: "mediacat.thumbnails")

  /// Makes a renderer and starts the decoders.
  public init(limits: DecodingLimits = DecodingLimits()) {
    renderer = ThumbnailRenderer(limits: limits)
  }

  /// Makes one thumbnail.
  ///
  /// - Throws: ``RenderFailure`` for the file; `CancellationError` when the task was cancelled before
  ///   its turn came.
  public func thumbnail(
    of path: FilePath, _ specification: ThumbnailSpecification
  ) async throws -> RenderedThumbnail {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        Self.lane.async { [renderer] in
          // The queue's threads are not libvips' own.
          defer { vips_thread_shutdown() }
          continuation.resume(
            with: Result {
              if cancellation.isRequested { throw CancellationError() }
              return try renderer.render(path, specification)
            })
        }
      }
    } onCancel: {
      cancellation.request()
    }
  }
}

/// A wish to stop, passed from a task to the thread that works for it.
private final class Cancellation: Sendable {
  private let state = Atomic(false)
  var isRequested: Bool { state.load(ordering: .relaxed) }
  func request() { state.store(true, ordering: .relaxed) }
}
