import MediaModel
import Synchronization

/// Makes thumbnails whose decoding the test lets go on.
final class ScriptedRenderer: ThumbnailRendering {
  struct State {
    var started: [FilePath] = []
    var running = 0
    var mostRunning = 0
    var isHeld = false
    var failure: RenderFailure?
  }
  let state = Mutex(State())

  func thumbnail(
    of path: FilePath, _ specification: ThumbnailSpecification
  ) async throws -> RenderedThumbnail {
    state.withLock {
      $0.started.append(path)
      $0.running += 1
      $0.mostRunning = max($0.mostRunning, $0.running)
    }
    defer { state.withLock { $0.running -= 1 } }
    while state.withLock({ $0.isHeld }) {
      try Task.checkCancellation()
      await Task.yield()
    }
    if let failure = state.withLock({ $0.failure }) { throw failure }
    let bytes: [UInt8] = [0xFF, 0xD8] + path.bytes + [0xFF, 0xD9]
    return RenderedThumbnail(bytes: bytes, size: PixelSize(width: 1, height: 1))
  }

  var started: [FilePath] { state.withLock { $0.started } }
  func fail(with failure: RenderFailure?) { state.withLock { $0.failure = failure } }
  func hold(_ isHeld: Bool) { state.withLock { $0.isHeld = isHeld } }
}
