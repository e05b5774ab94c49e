import MediaModel
import Synchronization

@testable import MediaPicker

/// A camera whose every picture a test has made before.
final class ScriptedCaptureDevice: CaptureDevice {
  private let state: Mutex<State>

  private struct State {
    var availability: CaptureAvailability
    var photos: [CapturedMedia]
    var recordings: [CapturedMedia]
    var isRecording = false
    var calls: [String] = []
  }

  init(
    _ availability: CaptureAvailability = .available(Set(MediaType.allCases)),
    photos: [CapturedMedia] = [], recordings: [CapturedMedia] = []
  ) {
    state = Mutex(
      State(availability: availability, photos: photos, recordings: recordings))
  }

  /// What was asked of it, in order.
  var calls: [String] { state.withLock { $0.calls } }

  var availability: CaptureAvailability { get async { state.withLock { $0.availability } } }

  func become(_ availability: CaptureAvailability) {
    state.withLock { $0.availability = availability }
  }

  func takePhoto() async throws -> CapturedMedia {
    try act("photo") { $0.photos.isEmpty ? nil : $0.photos.removeFirst() }
  }

  func startRecording() async throws {
    try act("start") { state -> Void? in
      guard !state.isRecording else { return nil }
      state.isRecording = true
      return ()
    }
  }

  func stopRecording() async throws -> CapturedMedia {
    try act("stop") { state -> CapturedMedia? in
      guard state.isRecording, !state.recordings.isEmpty else { return nil }
      state.isRecording = false
      return state.recordings.removeFirst()
    }
  }

  func setFlash(_ isOn: Bool) async throws { try act("flash \(isOn)") { _ in () } }

  func flip() async throws { try act("flip") { _ in () } }

  private func act<Value: Sendable>(
    _ name: String, _ body: (inout State) -> Value?
  ) throws -> Value {
    try state.withLock { state in
      if let failure = state.availability.failure { throw failure }
      state.calls.append(name)
      guard let value = body(&state) else {
        throw CaptureFailure(code: .invalid, reason: "It is not the time for that.")
      }
      return value
    }
  }
}
