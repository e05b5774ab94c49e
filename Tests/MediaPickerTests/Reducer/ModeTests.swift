import MediaModel
import Testing

@testable import MediaPicker

@Suite("Screens, behaviours K-03…K-06, K-08, S-15, S-16, C-13, C-14") struct ModeTests {
  private static let modes: [PickerMode] = [.photos, .albums, .album(3), .camera, .cameraSelection]

  @Test(arguments: modes, modes)
  func `K-06 every screen leads to every other, and back`(from: PickerMode, to: PickerMode) {
    var probe = PickerProbe(PickerConfiguration { $0.mode = from })
    let told = probe.send(.setMode(to))
    #expect(probe.state.mode == to)
    guard from != to else {
      #expect(told.isEmpty)
      return
    }
    #expect(told.contains(.modeChanged(to)))
    // A grid is loaded, a review shown; leaving one of the camera's screens leaves no way back to it.
    #expect(told.contains(.load(to)) == !to.isCapturing)
    let isLeaving = from.isCapturing && !to.isCapturing
    let leadsBack = !isLeaving && from != .cameraSelection
    #expect(probe.state.history == (leadsBack ? [from] : []))
    #expect(probe.state.header.canGoBack == leadsBack)
    #expect(probe.send(.back).contains(.modeChanged(from)) == leadsBack)
    #expect(probe.state.mode == (leadsBack ? from : to))
  }

  @Test func `K-06 the way back is as long as 64 screens`() {
    var probe = PickerProbe()
    for number in 0..<100 { probe.send(.setMode(.album(.user(Int64(number))))) }
    #expect(probe.state.history.count == 64)
    for _ in 0..<64 { probe.send(.back) }
    #expect(probe.state.mode == .album(35))
    #expect(probe.send(.back) == [.rejected(.noHistory)])
  }

  @Test func `K-06 the way back does not lead where it starts`() {
    var probe = PickerProbe()
    probe.send(.setMode(.camera), .showPreview, .setMode(.camera))
    #expect(probe.state.history == [.photos])
    probe.send(.back)
    #expect(probe.state.mode == .photos)
    #expect(probe.state.history == [])
  }

  @Test(arguments: [PickerMode.photos, .albums])
  func `K-06 the way back never leads into capturing that was left`(mode: PickerMode) {
    var probe = PickerProbe()
    probe.send(.setMode(.albums), .setMode(.camera), .showPreview)
    #expect(probe.state.history == [.photos, .albums, .camera])
    probe.send(.setMode(mode))
    #expect(probe.state.history == (mode == .photos ? [.photos, .albums] : [.photos]))
    probe.send(.back)
    #expect(probe.state.mode == (mode == .photos ? .albums : .photos))
  }

  // MARK: Illegal transitions

  /// Actions that have no meaning in a state, with why.
  private static let illegal: [(String, [PickerAction], PickerAction, Rejection)] = [
    ("no history", [], .back, .noHistory),
    ("no focus", [], .tapFocused, .noFocus),
    ("no focus to toggle", [], .toggleFocused, .noFocus),
    ("no question", [], .confirm(.discard), .noQuestion),
    (
      "no camera", [.captureAvailability("unplugged")], .setMode(.camera),
      .captureUnavailable("unplugged")
    ),
    ("photo in the grid", [], .takePhoto, .wrongMode(.photos)),
    ("video in the grid", [], .startVideoCapture, .wrongMode(.photos)),
    ("end of no video in the grid", [], .stopVideoCapture, .wrongMode(.photos)),
    ("flash in albums", [.setMode(.albums)], .toggleFlash, .wrongMode(.albums)),
    ("flip in the review", [.setMode(.cameraSelection)], .flipCamera, .wrongMode(.cameraSelection)),
    ("preview in the grid", [], .showPreview, .wrongMode(.photos)),
    ("more in the camera", [.setMode(.camera)], .addMore, .wrongMode(.camera)),
    ("retake in the camera", [.setMode(.camera)], .retake("c"), .wrongMode(.camera)),
    ("cancel of a camera that is not shown", [], .cancelCapture, .wrongMode(.photos)),
    ("tap in the camera", [.setMode(.camera)], .tap(Facts.image(1)), .wrongMode(.camera)),
    ("tap in the list of albums", [.setMode(.albums)], .tap(Facts.image(1)), .wrongMode(.albums)),
    ("reload in the camera", [.setMode(.camera)], .reload, .wrongMode(.camera)),
    ("end of no video", [.setMode(.camera)], .stopVideoCapture, .recording(false)),
    ("two videos", [.setMode(.camera), .startVideoCapture], .startVideoCapture, .recording(true)),
    ("photo in a video", [.setMode(.camera), .startVideoCapture], .takePhoto, .recording(true)),
    ("review in a video", [.setMode(.camera), .startVideoCapture], .showPreview, .recording(true)),
    (
      "leaving in a video", [.setMode(.camera), .startVideoCapture], .setMode(.photos),
      .recording(true)
    ),
    ("back in a video", [.setMode(.camera), .startVideoCapture], .back, .recording(true)),
    (
      "cancel in a video", [.setMode(.camera), .startVideoCapture], .cancelCapture,
      .recording(true)
    ),
    ("unknown capture", [], .discardCapture("x"), .unknownCapture("x")),
    (
      "retake of an unknown capture", [.setMode(.cameraSelection)], .retake("x"),
      .unknownCapture("x")
    ),
    (
      "photo in the background", [.setMode(.camera), .pause], .takePhoto,
      .captureUnavailable("The program is in the background.")
    ),
    (
      "negative limit", [], .update(PickerUpdate(limit: .max(0), searchText: "cat")),
      .badUpdate("a selection limit is 1 or more, not 0")
    ),
  ]

  @Test(arguments: illegal.indices)
  func `K-06 what has no meaning is rejected and changes nothing`(index: Int) {
    let (_, path, action, reason) = Self.illegal[index]
    var probe = PickerProbe()
    probe.send(path)
    let before = probe.state
    #expect(probe.send(action) == [.rejected(reason)])
    #expect(probe.state == before)
  }

  @Test func `K-06 a retake without a camera keeps the capture`() {
    var probe = PickerProbe(PickerConfiguration { $0.mode = .cameraSelection })
    probe.send(.captured(Facts.capture("c")), .captureAvailability("unplugged"))
    let before = probe.state
    #expect(probe.send(.retake("c")) == [.rejected(.captureUnavailable("unplugged"))])
    #expect(probe.state == before)
  }

  @Test func `K-06 a search that is no query is rejected, also in an update with other parts`() {
    var probe = PickerProbe()
    let before = probe.state
    for action: PickerAction in [
      .search("is:"), .update(PickerUpdate(limit: .max(2), searchText: "is:")),
    ] {
      let told = probe.send(action)
      #expect(told.count == 1)
      guard case .badQuery(let text)? = told[0].rejection else {
        Issue.record("\(told)")
        continue
      }
      #expect(!text.isEmpty)
      #expect(probe.state == before)
    }
    #expect(probe.send(.search("cat")) == [.load(.photos)])
    #expect(probe.send(.search("cat")) == [])
    #expect(probe.state.searchText == "cat")
  }

  @Test func `2B without a way between items and albums nobody goes about`() {
    var probe = PickerProbe(
      PickerConfiguration {
        $0.mode = .album(5)
        $0.disabledCapabilities = [.collectionNavigation]
      })
    let rejected: [PickerEffect] = [.rejected(.disabled(.collectionNavigation))]
    #expect(!probe.state.header.hasNavigation)
    #expect(probe.send(.setMode(.photos)) == rejected)
    #expect(probe.send(.setMode(.albums)) == rejected)
    // Nor through the camera; out of it leads to where the picker began.
    probe.send(.setMode(.camera))
    #expect(probe.send(.setMode(.albums)) == rejected)
    #expect(probe.send(.setMode(.photos)) == rejected)
    probe.send(.cancelCapture)
    #expect(probe.state.mode == .album(5))
    probe.send(.setMode(.camera), .back)
    #expect(probe.state.mode == .album(5))
  }

  @Test func `2B a way that is taken away later leads back to the first screen only`() {
    var probe = PickerProbe()
    probe.send(.setMode(.albums), .setMode(.album(1)))
    probe.send(.update(PickerUpdate(disabledCapabilities: [.collectionNavigation])))
    #expect(!probe.state.header.canGoBack)
    #expect(probe.send(.back) == [.rejected(.disabled(.collectionNavigation))])
    #expect(probe.send(.setMode(.photos)).contains(.modeChanged(.photos)))
  }

  @Test func `2B without a search field only the program searches`() {
    var probe = PickerProbe(PickerConfiguration { $0.disabledCapabilities = [.search] })
    #expect(!probe.state.header.hasSearch)
    #expect(probe.send(.search("cat")) == [.rejected(.disabled(.search))])
    #expect(probe.send(.update(PickerUpdate(searchText: "cat"))) == [.load(.photos)])
    #expect(probe.state.searchText == "cat")
  }

  @Test(arguments: [
    (PickerCapability.search, true, true, false), (.collectionNavigation, false, true, true),
    (.selectionActions, true, false, true), (.stagingArea, true, true, true),
    (.sensitivityAnalysisIntervention, true, true, true),
  ])
  func `2B each part can be taken away by itself`(
    part: PickerCapability, hasNavigation: Bool, hasActions: Bool, hasSearch: Bool
  ) {
    let header = PickerProbe(PickerConfiguration { $0.disabledCapabilities = [part] }).state.header
    #expect(header.hasNavigation == hasNavigation)
    #expect(header.hasActions == hasActions)
    #expect(header.hasSearch == hasSearch)
  }

  // MARK: Content

  @Test func `K-08 a screen is loading until its content is told, for every reason`() {
    var probe = PickerProbe()
    #expect(probe.state.content == .loading)
    let contents: [ContentState] =
      [.partial(3), .content(12), .failed(code: "no-access", message: "No.")]
      + EmptyReason.allCases.map { .empty($0) }
    for content in contents {
      probe.send(.contentChanged(content))
      #expect(probe.state.content == content)
    }
    #expect(Set(EmptyReason.allCases.map(\.rawValue)).count == 7)
    #expect(EmptyReason.allCases.allSatisfy { $0.message.hasSuffix(".") })
    probe.send(.reload)
    #expect(probe.state.content == .loading)
  }

  @Test func `K-08 a grid's late news do not speak for the review`() {
    var probe = PickerProbe()
    probe.send(.setMode(.cameraSelection))
    #expect(probe.state.content == .empty(.noCaptures))
    probe.send(.contentChanged(.content(500)))
    #expect(probe.state.content == .empty(.noCaptures))
    probe.send(.captured(Facts.capture("c")))
    #expect(probe.state.content == .content(1))
    probe.send(.lost([Refusal(.capture("c"), .missing)]))
    #expect(probe.state.content == .empty(.noCaptures))
    probe.send(.setMode(.camera))
    #expect(probe.state.content == .idle)
  }

  // MARK: Selection and screens

  @Test func `S-15 S-16 going about, searching and paging keep the selection`() {
    var probe = PickerProbe()
    probe.send(.select(Facts.images(1...3)))
    probe.send(
      .setMode(.albums), .setMode(.album(1)), .visibleChanged([7]), .visibleChanged([8]),
      .search("cat"), .visibleChanged([9]), .contentChanged(.empty(.filterExcludesAll)),
      .visibleChanged([]), .reload, .back, .setMode(.photos), .visibleChanged([4]))
    #expect(probe.ids == [1, 2, 3])
    #expect(probe.effects.compactMap(\.change).count == 1)
  }

  @Test func `S-15 a lost item is removed with its reason, once`() {
    var probe = PickerProbe()
    probe.send(.select(Facts.images(1...3)), .focus(Facts.image(2)))
    let reasons = [Refusal(2, .missing), Refusal(3, .noAccess), Refusal(9, .missing)]
    let told = probe.send(.lost(reasons))
    #expect(told.first == .focusChanged(nil))
    #expect(told.contains(.removed([Refusal(2, .missing), Refusal(3, .noAccess)])))
    #expect(told.compactMap(\.change).map(\.removed) == [[2, 3]])
    #expect(probe.ids == [1])
    #expect(probe.send(.lost(reasons)) == [])
  }

  @Test func `S-15 where it is asked for, what a filter hides is let go`() {
    var probe = PickerProbe(PickerConfiguration { $0.clearsHiddenOnFilter = true })
    probe.send(
      .select([Facts.image(1), Facts.image(2), Facts.source("s"), Facts.capture("c")]),
      .visibleChanged([1, 2, 3]))
    probe.send(.search("cat"), .visibleChanged([2, 3]))
    #expect(probe.ids == [2, .source("s"), .capture("c")])
    // Another screen that comes up is no filter, and an empty list hides nothing.
    probe.send(.setMode(.album(4)), .visibleChanged([8]))
    #expect(probe.ids.count == 3)
    probe.send(.visibleChanged([]))
    #expect(probe.ids.count == 3)
    probe.send(.visibleChanged([8, 9]))
    #expect(probe.ids == [.source("s"), .capture("c")])
  }

  @Test func `S-17 what happens during a drag is not undone by it`() {
    var probe = PickerProbe()
    let all = Facts.images(1...6)
    probe.send(.select([all[5]]), .dragBegan(all[0]), .dragMoved(Array(all[0...2])))
    #expect(probe.ids == [6, 1, 2, 3])
    probe.send(.captured(Facts.capture("c")), .lost([Refusal(6, .missing)]))
    probe.send(.dragMoved(Array(all[0...1])))
    #expect(probe.ids == [.capture("c"), 1, 2])
    // A drag that comes back to nothing is told like any other change.
    let told = probe.send(.dragMoved([]))
    #expect(told.compactMap(\.change).map(\.removed) == [[1, 2]])
    probe.send(.dragMoved(Array(all[0...3])), .move(2, after: nil), .dragMoved([all[0]]))
    #expect(probe.ids == [2, .capture("c"), 1, 3, 4])
    #expect(probe.state.drag == nil)
  }

  @Test func `S-17 a drag sees newer facts and obeys the limit of now`() {
    var probe = PickerProbe(PickerConfiguration { $0.selection.limit = .max(4) })
    probe.send(.select([Facts.image(9)]), .dragBegan(Facts.image(1)))
    probe.send(.factsChanged([Facts.image(9, bytes: 77)]))
    let told = probe.send(.dragMoved(Facts.images(1...6)))
    #expect(probe.ids == [9, 1, 2, 3])
    #expect(probe.state.selection.items[0].byteCount == 77)
    #expect(
      told.contains {
        if case .reported(let report) = $0 {
          report.message == "3 of 6 added: No more than 4 can be selected."
        } else {
          false
        }
      })
    probe.send(.update(PickerUpdate(limit: .max(2))), .dragMoved(Facts.images(1...3)))
    #expect(probe.ids == [9, 1])
  }

  @Test func `S-17 at a limit of one a drag selects nothing`() {
    var probe = PickerProbe(PickerConfiguration { $0.selection.limit = .max(1) })
    #expect(probe.send(.dragBegan(Facts.image(1)), .dragMoved(Facts.images(1...3))) == [])
    #expect(probe.ids == [])
  }

  // MARK: The device

  @Test func `C-13 the orientation is locked while capturing is shown, and once`() {
    var probe = PickerProbe()
    let locks = { (effects: [PickerEffect]) in
      effects.compactMap { if case .orientation(let lock) = $0 { lock } else { nil } }
    }
    #expect(locks(probe.send(.setMode(.camera))) == [.lock])
    #expect(locks(probe.send(.showPreview, .addMore, .showPreview)) == [])
    #expect(locks(probe.send(.setMode(.albums))) == [.unlock])
    #expect(locks(probe.send(.setMode(.camera), .dismiss)) == [.lock, .unlock])
    let opened = PickerProbe(PickerConfiguration { $0.mode = .camera })
    #expect(opened.effects == [.orientation(.lock), .capture(.run(true))])
  }

  @Test func `C-14 the device rests in the background, and a recording is ended and kept`() {
    var probe = PickerProbe(PickerConfiguration { $0.mode = .camera })
    probe.send(.startVideoCapture)
    #expect(probe.send(.pause) == [.capture(.record(false)), .capture(.run(false))])
    #expect(!probe.state.capture.isRecording)
    #expect(probe.send(.pause) == [])
    #expect(probe.send(.resume) == [.capture(.run(true))])
    #expect(probe.send(.resume) == [])
  }

  @Test func `C-14 a camera that comes up in the background waits`() {
    var probe = PickerProbe()
    #expect(probe.send(.pause) == [])
    #expect(!probe.send(.setMode(.camera)).contains(.capture(.run(true))))
    #expect(probe.send(.resume) == [.capture(.run(true))])
    probe.send(.pause)
    #expect(!probe.send(.setMode(.photos)).contains(.capture(.run(false))))
  }

  @Test func `C-13 the device is told all that is wanted of it`() {
    var probe = PickerProbe(PickerConfiguration { $0.mode = .camera })
    #expect(
      probe.send(
        .toggleFlash, .toggleFlash, .flipCamera, .takePhoto, .startVideoCapture,
        .stopVideoCapture)
        == [
          .capture(.flash(true)), .capture(.flash(false)), .capture(.frontFacing(true)),
          .capture(.takePhoto), .capture(.record(true)), .capture(.record(false)),
        ])
  }
}
