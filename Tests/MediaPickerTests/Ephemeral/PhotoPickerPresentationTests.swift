import MediaModel
import Testing

@testable import MediaPicker

@Suite("Pickers as ephemeral state, behaviours T-01…T-13") struct PhotoPickerPresentationTests {
  private static let catalog = Facts.images(1...9)

  private static func avatar(
    _ app: inout ExampleApp
  ) throws -> ExamplePresenter<SinglePhotoPickerState> {
    app.send(.chooseAvatar)
    return try ExamplePresenter(try #require(app.state.avatarPicker.presented), catalog: catalog)
  }

  private static func album(
    _ app: inout ExampleApp, _ behavior: PhotosPickerSelectionBehavior, max: Int? = nil,
    selection: [PickerItemID] = []
  ) throws -> ExamplePresenter<MultiplePhotosPickerState> {
    app.send(
      .chooseAlbum(
        MultiplePhotosPickerState(
          selection: selection, maxSelectionCount: max, selectionBehavior: behavior,
          completion: "fill-album")))
    return try ExamplePresenter(try #require(app.state.albumPicker.presented), catalog: catalog)
  }

  // MARK: Order of callbacks

  @Test func `T-03 the program sees the choice with the picker still there, then it is gone`()
    throws
  {
    var app = ExampleApp()
    var picker = try Self.avatar(&app)
    #expect(app.state.avatarPicker.state?.completion == "set-avatar")
    for action in picker.perform(.toggle(Facts.image(3))) {
      #expect(app.send(.avatarPicker(action)) == .handled)
    }
    #expect(app.log == ["set-avatar [3], picker there"])
    #expect(app.state.avatarPicker.state == nil)
    #expect(app.state.avatar == 3)
  }

  @Test(arguments: [PickerAction.cancel, .dismiss, .expire])
  func `T-04 closing is told apart from a choice, also before the picker is gone`(
    way: PickerAction
  ) throws {
    var app = ExampleApp()
    var picker = try Self.album(&app, .default)
    #expect(picker.perform(.toggle(Facts.image(3))) == [])
    for action in picker.perform(way) { app.send(.albumPicker(action)) }
    #expect(app.log == ["dismiss, picker there"])
    #expect(app.state.albumPicker.state == nil)
    #expect(app.state.album == [])
  }

  @Test func `T-05 an action after the end is rejected and counted, and the program not told`()
    throws
  {
    var app = ExampleApp()
    var picker = try Self.avatar(&app)
    let actions = picker.perform(.toggle(Facts.image(3)))
    let action = try #require(actions.first)
    #expect(app.send(.avatarPicker(action)) == .handled)
    let after = app.state
    for _ in 0..<2 {
      #expect(app.send(.avatarPicker(action)) == .rejected(.sessionClosed))
    }
    #expect(app.log.count == 1)
    #expect(app.state.avatarPicker.lateActionCount == 2)
    #expect(app.state.avatar == after.avatar)
    // One of a presentation that another has followed is as late.
    app.send(.chooseAvatar)
    #expect(app.send(.avatarPicker(action)) == .rejected(.sessionClosed))
    #expect(app.state.avatarPicker.state != nil)
    #expect(app.state.avatarPicker.lateActionCount == 3)
  }

  @Test func `T-05 a picker that the program took away itself says no more`() throws {
    var app = ExampleApp()
    var picker = try Self.avatar(&app)
    app.state.avatarPicker.dismiss()
    for action in picker.perform(.dismiss) {
      #expect(app.send(.avatarPicker(action)) == .rejected(.sessionClosed))
    }
    #expect(app.log == [])
  }

  @Test func `T-06 the program may show the next picker while it handles a choice`() throws {
    var app = ExampleApp()
    app.onPick = { state, choice in
      guard choice.completion == "set-avatar" else { return }
      state.avatarPicker.present(SinglePhotoPickerState(completion: "set-cover"))
    }
    var first = try Self.avatar(&app)
    for action in first.perform(.toggle(Facts.image(3))) { app.send(.avatarPicker(action)) }
    let next = try #require(app.state.avatarPicker.presented)
    #expect(next.state.completion == "set-cover")
    #expect(next.id != first.presented.id)
    // The first one's news are late now; the second's are not.
    var second = try ExamplePresenter(next, catalog: Self.catalog)
    for action in first.perform(.dismiss) { app.send(.avatarPicker(action)) }
    #expect(app.state.avatarPicker.state != nil)
    for action in second.perform(.toggle(Facts.image(5))) {
      #expect(app.send(.avatarPicker(action)) == .handled)
    }
    #expect(app.state.avatarPicker.state == nil)
    #expect(app.log == ["set-avatar [3], picker there", "set-cover [5], picker there"])
  }

  @Test func `T-06 an equal picker shown again is another presentation`() {
    var place = PhotoPickerPresentation<SinglePhotoPickerState>()
    #expect(place.presented == nil)
    let state = SinglePhotoPickerState(completion: "x")
    place.present(state)
    let first = place.presented
    place.present(state)
    #expect(place.presented?.state == first?.state)
    #expect(place.presented?.id != first?.id)
    place.dismiss()
    place.present(state)
    #expect(place.id == 3)
  }

  @Test func `T-03 a program that throws has its picker taken away all the same`() throws {
    struct Trouble: Error {}
    var app = ExampleApp()
    var picker = try Self.avatar(&app)
    let action = try #require(picker.perform(.toggle(Facts.image(3))).first)
    #expect(throws: Trouble.self) {
      try PhotoPickerPresentation.receive(action, in: &app.state, at: \.avatarPicker) { _, _ in
        throw Trouble()
      }
    }
    #expect(app.state.avatarPicker.state == nil)
  }

  // MARK: One and several

  @Test func `T-07 deselecting in a single picker tells nothing and leaves it there`() throws {
    var app = ExampleApp()
    app.state.avatar = 4
    var picker = try Self.avatar(&app)
    #expect(picker.selected == [4])
    #expect(picker.perform(.toggle(Facts.image(4))) == [])
    #expect(picker.selected == [])
    #expect(app.state.avatarPicker.state != nil)
    for action in picker.perform(.toggle(Facts.image(6))) { app.send(.avatarPicker(action)) }
    #expect(app.state.avatar == 6)
    #expect(app.state.avatarPicker.state == nil)
  }

  @Test(arguments: [PhotosPickerSelectionBehavior.default, .ordered])
  func `T-08 several are told once, at the commit`(behavior: PhotosPickerSelectionBehavior) throws {
    var app = ExampleApp()
    var picker = try Self.album(&app, behavior, max: 3)
    for id in [5, 2, 7] as [Int64] {
      #expect(picker.perform(.toggle(Facts.image(id, day: Int(id)))) == [])
    }
    #expect(picker.perform(.toggle(Facts.image(8))) == [])
    for action in picker.perform(.commit) { app.send(.albumPicker(action)) }
    let expected: [PickerItemID] = behavior == .ordered ? [5, 2, 7] : [7, 5, 2]
    #expect(app.log == ["fill-album \(expected), picker there"])
    #expect(app.state.album == expected)
    #expect(app.state.albumPicker.state == nil)
  }

  @Test(arguments: [PhotosPickerSelectionBehavior.continuous, .continuousAndOrdered])
  func `T-08 a continuous picker tells each change and stays`(
    behavior: PhotosPickerSelectionBehavior
  ) throws {
    var app = ExampleApp()
    var picker = try Self.album(&app, behavior)
    let taps: [Int64] = [5, 2, 7, 2]
    for id in taps {
      for action in picker.perform(.toggle(Facts.image(id, day: Int(id)))) {
        #expect(app.send(.albumPicker(action)) == .handled)
      }
      #expect(app.state.albumPicker.state != nil)
    }
    #expect(app.log.count == taps.count)
    let expected: [PickerItemID] = behavior == .continuous ? [7, 5] : [5, 7]
    #expect(app.state.album == expected)
    for action in picker.perform(.commit) { app.send(.albumPicker(action)) }
    #expect(app.log.last == "dismiss, picker there")
    #expect(app.state.album == expected)
    #expect(app.state.albumPicker.state == nil)
  }

  @Test func `T-09 an existing selection comes up selected, and a cancel tells nothing of it`()
    throws
  {
    var app = ExampleApp()
    var picker = try Self.album(&app, .default, selection: [3, 1, 99])
    #expect(picker.selected == [3, 1])
    for action in picker.perform(.cancel) { app.send(.albumPicker(action)) }
    #expect(app.log == ["dismiss, picker there"])
  }

  // MARK: Values

  @Test func `T-01 the usual state says automatic, the person's catalog, once, any number`() throws
  {
    let several = MultiplePhotosPickerState(completion: "c")
    #expect(several.preferredItemEncoding == .automatic(accepting: []))
    #expect(several.catalog == nil)
    #expect(several.selectionBehavior == .default)
    #expect(several.maxSelectionCount == nil)
    #expect(try several.configuration.selection.limit == .unlimited)
    #expect(try several.configuration.delivery == .onCommit)
    #expect(try SinglePhotoPickerState(completion: "c").configuration.selection.limit == .max(1))
  }

  @Test func `T-10 images only, three at most, in order of selection`() throws {
    let state = MultiplePhotosPickerState(
      selection: [2], maxSelectionCount: 3, selectionBehavior: .ordered, matching: .images,
      preferredItemEncoding: .compatible, catalog: "/home/me/c.sqlite", completion: "c")
    let configuration = try state.configuration
    #expect(configuration.compatibility == .photosPicker)
    #expect(configuration.selection.limit == .max(3))
    #expect(configuration.style == .count)
    #expect(configuration.filter == .images)
    #expect(configuration.encoding == .compatible)
    #expect(configuration.preselection == [2])
    #expect(configuration.effectivePolicy.resultOrder == .selection)
    #expect(throws: Never.self) { try configuration.validate() }
  }

  @Test(arguments: [(0, SelectionLimit?.some(.unlimited)), (1, .max(1)), (-1, nil)])
  func `Q2 T-01 0 is any number, and a negative count is refused`(
    count: Int, limit: SelectionLimit?
  ) throws {
    let state = MultiplePhotosPickerState(maxSelectionCount: count, completion: "c")
    guard let limit else {
      #expect(throws: PickerError.self) { try state.configuration }
      return
    }
    #expect(try state.configuration.selection.limit == limit)
    // One at most of several is committed, not picked.
    #expect(try !state.configuration.endsOnPick)
  }

  @Test func `T-01 T-02 comes back from JSON, and equality ignores nothing`() throws {
    let single = SinglePhotoPickerState(
      selection: .source("a"), matching: .videos, preferredItemEncoding: .current, catalog: "/c",
      completion: "one")
    let several = MultiplePhotosPickerState(
      selection: [1, .capture("x")], maxSelectionCount: 4, selectionBehavior: .continuousAndOrdered,
      matching: .images, preferredItemEncoding: .automatic(accepting: ["image/*"]), catalog: "/d",
      completion: "many")
    #expect(
      try PickerJSON.value(SinglePhotoPickerState.self, from: PickerJSON.bytes(of: single))
        == single)
    #expect(
      try PickerJSON.value(MultiplePhotosPickerState.self, from: PickerJSON.bytes(of: several))
        == several)
    #expect(
      String(decoding: try PickerJSON.bytes(of: single), as: UTF8.self)
        == #"{"catalog":"/c","completion":"one","encoding":"current","matching":"type:video","#
        + #""selection":"source:a"}"#)
    let changes: [(inout MultiplePhotosPickerState) -> Void] = [
      { $0.selection = [1] }, { $0.maxSelectionCount = nil }, { $0.selectionBehavior = .ordered },
      { $0.matching = .everything }, { $0.preferredItemEncoding = .current },
      { $0.catalog = nil }, { $0.completion = "other" },
    ]
    for change in changes {
      var other = several
      change(&other)
      #expect(other != several)
    }
    let least = try PickerJSON.value(
      MultiplePhotosPickerState.self, from: Array(#"{"completion":"c","new":1}"#.utf8))
    #expect(least == MultiplePhotosPickerState(completion: "c"))
    let one = try PickerJSON.value(
      SinglePhotoPickerState.self, from: Array(#"{"completion":"c"}"#.utf8))
    #expect(one == SinglePhotoPickerState(completion: "c"))
    #expect(throws: PickerError(code: .invalid, reason: "completion is missing")) {
      try PickerJSON.value(SinglePhotoPickerState.self, from: Array("{}".utf8))
    }
    for text in [#"{"completion":"c","matching":"is:"}"#, #"{"completion":"c","behavior":"x"}"#] {
      #expect(throws: PickerError.self) {
        try PickerJSON.value(MultiplePhotosPickerState.self, from: Array(text.utf8))
      }
    }
  }

  @Test func `T-13 a whole program with a shown picker comes back from JSON and goes on`() throws {
    var app = ExampleApp()
    var picker = try Self.avatar(&app)
    let json = try PickerJSON.bytes(of: app.state)
    app.state = try PickerJSON.value(ExampleApp.State.self, from: json)
    for action in picker.perform(.toggle(Facts.image(2))) {
      #expect(app.send(.avatarPicker(action)) == .handled)
    }
    #expect(app.state.avatar == 2)
    #expect(app.state.avatarPicker.state == nil)
  }
}
