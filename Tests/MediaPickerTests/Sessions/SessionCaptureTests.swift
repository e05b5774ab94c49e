import MediaModel
import TestSupport
import Testing

@testable import MediaPicker

@Suite("Capturing in a session, behaviours C-02, C-03, C-05, C-07, C-10, P-04, V-02, V-03")
struct SessionCaptureTests {
  private func open(
    _ fixture: CaptureFixture, _ device: any CaptureDevice, limit: SelectionLimit = .unlimited,
    type: MediaSelectionType = .photoAndVideo, folder: FilePath? = nil
  ) async throws -> PickerSession {
    try await MediaPicker(fixture.catalog)
      .mediaSelectionLimit(limit).mediaSelectionType(type)
      .capture(with: device, into: fixture.inbox, promotingTo: folder)
      .open()
  }

  private func photos(_ count: Int) -> [CapturedMedia] {
    (0..<count).map { CapturedMedia(.bytes(CaptureFixture.photo($0)), name: "IMG.jpg") }
  }

  @Test func `a photo is reviewed, selected, and brought into the collection byte for byte`()
    async throws
  {
    let fixture = try await CaptureFixture()
    let session = try await open(
      fixture, ScriptedCaptureDevice(photos: photos(1)), folder: fixture.root)
    session.send(.setMode(.camera))
    session.send(.takePhoto)
    await session.settle()
    #expect(session.state.mode == .cameraSelection)
    #expect(session.state.content == .content(1))
    let cells = try await session.page().cells
    #expect(cells.map(\.number) == [1])
    #expect(try await cells[0].item.source.getData() == CaptureFixture.photo(0))
    #expect(try await session.commit().isEmpty)
    #expect(session.outcome?.name == "committed")
    #expect(CaptureFixture.read(fixture.root.appending("IMG.jpg")) == CaptureFixture.photo(0))
    #expect(fixture.stagedNames.filter { $0.hasSuffix(".jpg") }.isEmpty)
  }

  @Test func `a recording starts before it stops, and comes as a video`() async throws {
    let fixture = try await CaptureFixture()
    let device = ScriptedCaptureDevice(
      recordings: [CapturedMedia(.bytes(CaptureFixture.video), name: "VID.mp4")])
    let session = try await open(fixture, device)
    session.send(.setMode(.camera))
    session.send(.toggleFlash)
    session.send(.startVideoCapture)
    #expect(session.state.capture.isRecording)
    session.send(.stopVideoCapture)
    await session.settle()
    #expect(device.calls == ["flash true", "start", "stop"])
    #expect(session.state.capture.items.map(\.type) == [.video])
    #expect(session.state.selection.count == 1)
  }

  @Test func `captures beyond the limit are kept, and not selected`() async throws {
    let fixture = try await CaptureFixture()
    let session = try await open(
      fixture, ScriptedCaptureDevice(photos: photos(3)), limit: .max(2))
    let events = session.events()
    session.send(.setMode(.camera))
    for _ in 0..<3 {
      session.send(.takePhoto)
      await session.settle()
      session.send(.addMore)
    }
    #expect(session.state.capture.items.count == 3 && session.state.selection.count == 2)
    #expect(session.state.mode == .camera)
    session.cancel()
    let refusals = await events.reduce(into: [RefusalReason]()) { found, event in
      if case .effect(.refused(let refusal)) = event.kind { found.append(refusal.reason) }
    }
    #expect(refusals == [.limitReached(max: 2)])
    // A cancelled session loses none of them.
    #expect(try await fixture.inbox.all().count == 3)
  }

  @Test func `a commit that cannot bring captures in leaves the session open`() async throws {
    let fixture = try await CaptureFixture()
    let session = try await open(
      fixture, ScriptedCaptureDevice(photos: photos(1)),
      folder: FilePath("\(fixture.directory.path)/outside"))
    session.send(.setMode(.camera))
    session.send(.takePhoto)
    await session.settle()
    await #expect(throws: CatalogError.self) { try await session.commit() }
    #expect(session.isPresented && session.state.selection.count == 1)
    #expect(try await fixture.inbox.all([.staged]).count == 1)
  }

  @Test func `leaving with captures asks first, and deletes only then`() async throws {
    let fixture = try await CaptureFixture()
    let session = try await open(fixture, ScriptedCaptureDevice(photos: photos(1)))
    session.send(.setMode(.camera))
    session.send(.takePhoto)
    await session.settle()
    session.send(.cancelCapture)
    #expect(session.state.confirmation?.kind == .discardCaptures(1))
    session.send(.confirm(.keep))
    #expect(try await fixture.inbox.all([.staged]).count == 1)
    session.send(.cancelCapture)
    session.send(.confirm(.discard))
    await session.settle()
    #expect(session.state.mode == .photos && session.state.selection.isEmpty)
    #expect(try await fixture.inbox.all([.staged]).isEmpty)
  }

  @Test func `a broken recording is told, kept in quarantine, and not selected`() async throws {
    let fixture = try await CaptureFixture()
    let half = Array(CaptureFixture.video.prefix(CaptureFixture.video.count / 2))
    let device = ScriptedCaptureDevice(recordings: [CapturedMedia(.bytes(half), name: "V.mp4")])
    let session = try await open(fixture, device)
    let events = session.events()
    session.send(.setMode(.camera))
    session.send(.startVideoCapture)
    session.send(.stopVideoCapture)
    await session.settle()
    session.cancel()
    let failures = await events.reduce(into: 0) { count, event in
      if case .effect(.captureFailed) = event.kind { count += 1 }
    }
    #expect(failures == 1 && session.state.capture.items.isEmpty)
    #expect(try await fixture.inbox.all([.quarantined]).count == 1)
  }

  @Test func `without a device there is no camera, and a reason`() async throws {
    let fixture = try await CaptureFixture()
    let session = try await PickerSession.open(fixture.catalog)
    let effects = session.send(.setMode(.camera))
    guard case .rejected(.captureUnavailable(let reason))? = effects.first else {
      return #expect(Bool(false), "\(effects)")
    }
    #expect(reason.contains("without"))
    let absent = try await open(
      fixture,
      ScriptedCaptureDevice(
        .unavailable(
          CaptureFailure(code: .notPermitted, reason: "The camera may not be used."))))
    #expect(absent.state.capture.unavailableReason == "The camera may not be used.")
  }
}
