import MediaModel
import Testing

@testable import MediaPicker

@Suite("Capturing, behaviours C-02…C-07, C-12, T-12") struct CaptureTests {
  private static func camera(
    limit: SelectionLimit = .unlimited, _ change: (inout PickerConfiguration) -> Void = { _ in }
  ) -> PickerProbe {
    var probe = PickerProbe(
      PickerConfiguration {
        $0.selection.limit = limit
        change(&$0)
      })
    probe.send(.setMode(.camera))
    return probe
  }

  @Test func `C-02 the first capture leads to the review, later ones stay on the camera`() {
    var probe = Self.camera()
    #expect(probe.send(.captured(Facts.capture("a"))).contains(.modeChanged(.cameraSelection)))
    #expect(probe.state.content == .content(1))
    probe.send(.addMore)
    #expect(probe.state.mode == .camera)
    probe.send(.captured(Facts.capture("b")), .captured(Facts.capture("c")))
    #expect(probe.state.mode == .camera)
    #expect(probe.state.capture.items.count == 3)
    probe.send(.showPreview)
    #expect(probe.state.content == .content(3))
    #expect(probe.ids == [.capture("a"), .capture("b"), .capture("c")])
  }

  @Test func `C-02 one that comes from elsewhere during a recording ends no recording`() {
    var probe = Self.camera()
    probe.send(.startVideoCapture)
    #expect(!probe.send(.captured(Facts.capture("a", .video))).contains(.capture(.record(false))))
    #expect(probe.state.mode == .camera)
    #expect(probe.state.capture.isRecording)
    #expect(probe.send(.stopVideoCapture) == [.capture(.record(false))])
  }

  @Test func `C-10 a capture that fails while a recording goes on ends it and keeps it`() {
    var probe = Self.camera()
    probe.send(.startVideoCapture)
    #expect(
      probe.send(.captureFailed("no space")) == [
        .capture(.record(false)), .captureFailed("no space"),
      ])
    #expect(probe.send(.captureFailed("again")) == [.captureFailed("again")])
  }

  @Test func `C-02 with room for one there is no further capture, but a retake`() {
    var probe = Self.camera(limit: .max(1))
    probe.send(.captured(Facts.capture("a")))
    #expect(probe.send(.addMore) == [.rejected(.singleOnly)])
    // A capture is no pick that ends the session.
    #expect(probe.state.isPresented)
    let told = probe.send(.retake("a"))
    #expect(told.contains(.discardCaptures(["a"])))
    #expect(probe.state.mode == .camera)
    #expect(probe.ids == [])
    probe.send(.captured(Facts.capture("b")))
    #expect(probe.ids == [.capture("b")])
  }

  @Test func `C-02 a capture comes once however often it is told`() {
    var probe = Self.camera()
    probe.send(.captured(Facts.capture("a")))
    #expect(probe.send(.captured(Facts.capture("a"))) == [])
    #expect(probe.state.capture.items.count == 1)
  }

  @Test func `C-03 beyond the limit a capture is kept, not selected, and says why`() {
    var probe = Self.camera(limit: .max(2))
    probe.send(.captured(Facts.capture("a")), .addMore, .captured(Facts.capture("b")))
    let told = probe.send(.captured(Facts.capture("c")))
    #expect(told == [.refused(Refusal(.capture("c"), .limitReached(max: 2)))])
    #expect(probe.state.capture.items.count == 3)
    #expect(probe.ids == [.capture("a"), .capture("b")])
    // Once there is room, the review selects it.
    probe.send(.showPreview, .tap(Facts.capture("a")), .tap(Facts.capture("c")))
    #expect(probe.ids == [.capture("b"), .capture("c")])
  }

  @Test func `C-04 a tap in the review toggles and never ends`() {
    var probe = Self.camera { $0.commitsOnPick = true }
    probe.send(.captured(Facts.capture("a")), .tap(Facts.capture("a")))
    #expect(probe.ids == [])
    #expect(probe.state.capture.items.count == 1)
    probe.send(.tap(Facts.capture("a")))
    #expect(probe.ids == [.capture("a")])
    #expect(probe.state.isPresented)
  }

  @Test(arguments: PickerCompatibility.allCases)
  func `C-04 with room for one a tap does not let the capture go`(
    compatibility: PickerCompatibility
  ) {
    var probe = Self.camera(limit: .max(1)) { $0.compatibility = compatibility }
    probe.send(.captured(Facts.capture("a")))
    #expect(probe.send(.tap(Facts.capture("a"))) == [.rejected(.singleOnly)])
    #expect(probe.ids == [.capture("a")])
    #expect(probe.state.isPresented)
  }

  @Test func `C-04 deleting a capture takes it from list, selection and screen`() {
    var probe = Self.camera()
    probe.send(
      .captured(Facts.capture("a")), .captured(Facts.capture("b")), .focus(Facts.capture("b")))
    let told = probe.send(.discardCapture("b"))
    #expect(told.first == .focusChanged(nil))
    #expect(told.contains(.discardCaptures(["b"])))
    #expect(told.compactMap(\.change).map(\.removed) == [[.capture("b")]])
    #expect(probe.state.content == .content(1))
  }

  // MARK: Cancelling

  @Test func `C-05 cancel on the camera with selected captures asks, and discards on yes`() {
    var probe = Self.camera()
    probe.send(.captured(Facts.capture("a")), .captured(Facts.capture("b")), .setMode(.camera))
    probe.send(.toggle(Facts.image(1)))
    let question = Confirmation(kind: .discardCaptures(2))
    #expect(probe.send(.cancelCapture) == [.ask(question)])
    #expect(probe.state.confirmation == question)
    let told = probe.send(.confirm(.discard))
    #expect(told.contains(.discardCaptures(["a", "b"])))
    #expect(told.contains(.captureCancelled(discarded: 2)))
    #expect(told.contains(.modeChanged(.photos)))
    #expect(!told.contains(.didPressCancelCamera))
    #expect(probe.ids == [1])
    #expect(probe.state.capture.items == [])
    #expect(probe.state.confirmation == nil)
  }

  @Test func `C-05 no keeps everything as it is`() {
    var probe = Self.camera()
    probe.send(.captured(Facts.capture("a")), .setMode(.camera))
    let before = probe.state
    probe.send(.cancelCapture)
    #expect(probe.send(.confirm(.keep)) == [])
    #expect(probe.state == before)
  }

  @Test func `C-05 without selected captures the camera is left, or the program asked`() {
    var plain = Self.camera()
    #expect(plain.send(.cancelCapture).contains(.captureCancelled(discarded: 0)))
    #expect(plain.state.mode == .photos)
    var handled = Self.camera { $0.handlesCancelCamera = true }
    #expect(
      handled.send(.cancelCapture) == [.captureCancelled(discarded: 0), .didPressCancelCamera])
    #expect(handled.state.mode == .camera)
    // With unselected ones too: nothing of the choice would be lost.
    var unselected = Self.camera()
    unselected.send(
      .captured(Facts.capture("a")), .tap(Facts.capture("a")), .setMode(.camera), .cancelCapture)
    #expect(unselected.state.mode == .photos)
    #expect(unselected.state.capture.items.count == 1)
  }

  @Test func `C-05 the handler is not asked on the way through the question`() {
    var probe = Self.camera { $0.handlesCancelCamera = true }
    probe.send(.captured(Facts.capture("a")), .setMode(.camera), .cancelCapture)
    let told = probe.send(.confirm(.discard))
    #expect(!told.contains(.didPressCancelCamera))
    #expect(probe.state.mode == .photos)
  }

  @Test func `C-05 captures of an earlier session are not this one's to delete`() {
    var probe = PickerProbe(preselected: [Facts.capture("old")])
    probe.send(.setMode(.camera))
    #expect(probe.send(.cancelCapture).contains(.captureCancelled(discarded: 0)))
    #expect(probe.ids == [.capture("old")])
  }

  @Test func `C-06 cancel in the review asks, or goes back to the camera`() {
    var selected = Self.camera()
    selected.send(.captured(Facts.capture("a")))
    #expect(selected.send(.cancelCapture) == [.ask(Confirmation(kind: .discardCaptures(1)))])
    selected.send(.confirm(.discard))
    #expect(selected.state.mode == .photos)
    var unselected = Self.camera()
    unselected.send(.captured(Facts.capture("a")), .tap(Facts.capture("a")), .cancelCapture)
    #expect(unselected.state.mode == .camera)
  }

  @Test func `C-06 a review without a camera to go back to is left for the items`() {
    var probe = PickerProbe(PickerConfiguration { $0.mode = .cameraSelection })
    probe.send(.captureAvailability("unplugged"))
    #expect(probe.send(.addMore) == [.rejected(.captureUnavailable("unplugged"))])
    probe.send(.cancelCapture)
    #expect(probe.state.mode == .photos)
  }

  @Test func `C-06 a camera that goes away leads to what was captured, and not back to itself`() {
    var some = Self.camera()
    some.send(.captured(Facts.capture("a")), .addMore, .startVideoCapture)
    let told = some.send(.captureAvailability("unplugged"))
    #expect(some.state.mode == .cameraSelection)
    #expect(!some.state.capture.isRecording)
    #expect(told.contains(.capture(.run(false))))
    #expect(!told.contains(.capture(.record(false))))
    some.send(.back)
    #expect(some.state.mode == .photos)
    var none = Self.camera()
    none.send(.captureAvailability("unplugged"))
    #expect(none.state.mode == .photos)
  }

  @Test func `T-12 a question holds people up, not the catalog, and not the way out`() {
    var probe = Self.camera()
    probe.send(.captured(Facts.capture("a")), .cancelCapture)
    let before = probe.state
    for action: PickerAction in [
      .commit, .toggle(Facts.image(1)), .setMode(.photos), .back, .search("x"), .clear, .addMore,
      .cancelCapture, .discardCapture("a"), .dragBegan(Facts.image(1)), .focus(nil),
    ] {
      #expect(probe.send(action) == [.rejected(.questionPending)])
    }
    #expect(probe.state == before)
    probe.send(.update(PickerUpdate(limit: .max(5))), .lost([Refusal(.capture("a"), .missing)]))
    #expect(probe.ids == [])
    probe.send(.cancel)
    #expect(probe.state.confirmation == nil)
    #expect(probe.ends == [.cancelled(original: [])])
  }

  @Test func `T-12 a question is data with answers, and keeps all where nobody answers`() {
    let question = Confirmation(kind: .discardCaptures(3))
    #expect(question.title == "Delete 3 captures?")
    #expect(Confirmation(kind: .discardCaptures(1)).title == "Delete the capture?")
    #expect(question.choices.map(\.answer) == [.discard, .keep])
    #expect(question.choices.map(\.title) == ["Delete All", "Cancel"])
    #expect(question.choices.map(\.isDestructive) == [true, false])
    #expect(question.unattendedAnswer == .keep)
  }

  @Test func `C-07 the commit in the review promotes captures before the end is told`() {
    var probe = Self.camera()
    probe.send(.toggle(Facts.image(1)), .captured(Facts.capture("a")))
    let told = probe.send(.commit)
    let ids: [PickerItemID] = [1, .capture("a")]
    #expect(told.first == .promoteCaptures(["a"]))
    #expect(told.compactMap(\.delivered) == [ids])
    #expect(probe.ends.map { $0.items.map(\.id) } == [ids])
    #expect(told.contains(.orientation(.unlock)))
  }

  @Test(arguments: [
    (MediaSelectionType.photoAndVideo, true, true), (.photo, true, false), (.video, false, true),
  ])
  func `C-12 what is not wanted is neither captured nor taken`(
    types: MediaSelectionType, photos: Bool, videos: Bool
  ) {
    for (type, isWanted, command) in [
      (MediaType.image, photos, PickerAction.takePhoto), (.video, videos, .startVideoCapture),
    ] {
      var probe = Self.camera { $0.mediaTypes = types }
      let told = probe.send(command)
      #expect((told == [.rejected(.typeNotAllowed(type.name))]) == !isWanted)
      probe.send(.stopVideoCapture)
      let taken = probe.send(.captured(Facts.capture("a", type)))
      #expect(taken.contains { $0.refusal?.code == "type-not-allowed" } == !isWanted)
      #expect(probe.state.capture.items.count == (isWanted ? 1 : 0))
      #expect(probe.ids.count == (isWanted ? 1 : 0))
      // The reference takes photos even then; they are no selection for it either.
      var other = Self.camera {
        $0.mediaTypes = types
        $0.compatibility = .exyte
      }
      #expect(!other.send(command).contains { $0.rejection != nil })
      other.send(.stopVideoCapture, .captured(Facts.capture("a", type)))
      #expect(other.state.capture.items.count == 1)
    }
    var probe = Self.camera { $0.mediaTypes = types }
    #expect(
      probe.send(.captured(Facts.capture("a", nil))).compactMap(\.refusal).map(\.code)
        == ["type-not-allowed"])
  }
}
