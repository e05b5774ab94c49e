import MediaModel
import TestSupport
import Testing

@testable import MediaPicker

@Suite("Capture devices, behaviours C-09 to C-11 and P-04") struct CaptureDeviceTests {
  @Test func `give the inbox what they made, as it is`() async throws {
    let fixture = try await CaptureFixture()
    let file = fixture.file("clip.mp4", CaptureFixture.video)
    let device = ScriptedCaptureDevice(
      photos: [CapturedMedia(.bytes(CaptureFixture.photo()), name: "IMG_1.jpg")],
      recordings: [
        CapturedMedia(.file(file)),
        CapturedMedia(.bytes(Array(CaptureFixture.video.dropLast(9))), name: "b.mp4"),
      ])
    try await device.setFlash(true)
    let photo = try await fixture.inbox.add(device.takePhoto())
    try await device.startRecording()
    try await device.flip()
    let whole = try await fixture.inbox.add(device.stopRecording(), lease: ("s1", .seconds(60)))
    try await device.startRecording()
    let cut = try await fixture.inbox.add(device.stopRecording())
    #expect(device.calls == ["flash true", "photo", "start", "flip", "stop", "start", "stop"])
    #expect([photo, whole, cut].map(\.origin) == [.camera, .camera, .camera])
    #expect([photo, whole, cut].map(\.state) == [.staged, .staged, .quarantined])
    #expect([photo, whole, cut].map(\.name) == ["IMG_1.jpg", "clip.mp4", "b.mp4"])
    #expect(whole.lease?.owner == "s1")
    #expect(CaptureFixture.read(photo.path) == CaptureFixture.photo())
    #expect(CaptureFixture.read(whole.path) == CaptureFixture.video)
    await #expect(throws: CaptureFailure.self) { try await device.stopRecording() }
  }

  @Test func `that cannot be used say why, P-04`() async throws {
    let absent = AbsentCaptureDevice()
    let reason = try #require(await absent.availability.failure)
    #expect(reason.code == .unavailable)
    #expect(reason.reason.contains("mediacat capture add"))
    await #expect(throws: reason) { try await absent.takePhoto() }
    await #expect(throws: reason) { try await absent.startRecording() }
    await #expect(throws: reason) { try await absent.stopRecording() }
    await #expect(throws: reason) { try await absent.setFlash(true) }
    await #expect(throws: reason) { try await absent.flip() }
    let denied = CaptureFailure(code: .notPermitted, reason: "The camera is not allowed.")
    let device = ScriptedCaptureDevice(.undetermined, photos: [CapturedMedia(.bytes([1]))])
    #expect(await device.availability.failure == nil)
    device.become(.unavailable(denied))
    await #expect(throws: denied) { try await device.takePhoto() }
    #expect(await device.availability.failure == denied)
  }

  @Test(
    arguments: [
      (CaptureAvailability.undetermined, [.image, .video], false),
      (.available([.image]), [.image, .video], true), (.available([.image]), [.video], false),
      (.available([]), [.image], false), (.available([.image, .video]), [], false),
      (
        .unavailable(CaptureFailure(code: .unavailable, reason: "gone")), [.image, .video], false
      ),
    ] as [(CaptureAvailability, Set<MediaType>, Bool)])
  func `take what the rules want, C-12`(
    availability: CaptureAvailability, types: Set<MediaType>, expected: Bool
  ) {
    #expect(availability.takes(CaptureRules(types: types)) == expected)
  }
}
