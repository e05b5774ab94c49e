import CatalogTestSupport
import MediaCatalog
import MediaModel
import Testing

@testable import MediaPicker

@Suite("Configurations, behaviours V-05, S-21, D4") struct PickerConfigurationTests {
  private static let full = PickerConfiguration {
    $0.compatibility = .photosPicker
    $0.mediaTypes = .photo
    $0.selection = SelectionPolicy(
      limit: .range(1...9),
      bounds: ItemBounds(
        types: [.image], mimes: ["image/jpeg", "image/*"], byteCount: .init(min: 1, max: 1 << 40),
        pixelCount: .init(max: 100), seconds: .init(min: 0.5, max: 60)),
      quota: BatchQuota(
        counts: [.image: 1...4, .video: 0 ... .max],
        albumCounts: [12: 0...3, -1: 1 ... .max, 7: 0 ... .max], isExclusive: true,
        maximumByteCount: 5,
        maximumSeconds: 2.5),
      duplicates: DuplicateRule(countsEqualBytes: true, lookAlikeDistance: 0), replacesAtOne: false,
      allowsEmptyCommit: true,
      resultOrder: .captureDate)
    $0.style = .count
    $0.showsFullscreenPreview = false
    $0.commitsOnPick = false
    $0.commitsFocusedIfEmpty = true
    $0.liveCameraCell = .large
    $0.mode = .album(.smart("is:favorite"))
    $0.preselection = [4, .capture("c"), .source("a:b")]
    $0.preselectionRule = .trim
    $0.filter = .images
    $0.sort = .added
    $0.searchText = "cat"
    $0.highlight = "is:favorite"
    $0.delivery = .continuous
    $0.disabledCapabilities = Set(PickerCapability.allCases)
    $0.encoding = .automatic(accepting: ["image/jpeg"])
    $0.strippedMetadata = [.location, .captions, .serials]
    $0.allowedRoots = [1, 5]
    $0.clearsHiddenOnFilter = true
    $0.handlesCancelCamera = true
    $0.lifetime = 60
    $0.theme = PickerTheme(["main.pickerText": "#fff", "main.background": "red", "x.y": "1"])
  }

  @Test(arguments: [PickerConfiguration(), full])
  func `V-05 comes back from JSON`(configuration: PickerConfiguration) throws {
    let json = try configuration.json()
    let back = try PickerConfiguration(json: json)
    #expect(back == configuration)
    #expect(try back.json() == json)
  }

  @Test(arguments: [MetadataStripping(), .location, .all, [.captions, .serials]])
  func `V-05 what is stripped comes back`(stripping: MetadataStripping) throws {
    let configuration = PickerConfiguration { $0.strippedMetadata = stripping }
    #expect(try PickerConfiguration(json: configuration.json()).strippedMetadata == stripping)
  }

  @Test(arguments: [PickerEncoding.current, .compatible, .automatic(accepting: [])])
  func `V-05 encodings come back`(encoding: PickerEncoding) throws {
    let configuration = PickerConfiguration { $0.encoding = encoding }
    #expect(try PickerConfiguration(json: configuration.json()).encoding == encoding)
  }

  @Test func `V-05 nothing said means the defaults, and unknown fields are passed over`() throws {
    for json in [
      "{}", #"{"version":1,"later":{"a":[1]},"selection":{"new":true},"theme":{}}"#,
      #"{"style":null,"mode":null,"theme":null,"selection":null}"#,
      #"{"selection":{"limit":null,"order":null,"bounds":{"size":null},"quota":{"images":null}}}"#,
    ] {
      #expect(try PickerConfiguration(json: Array(json.utf8)) == PickerConfiguration())
    }
  }

  @Test func `D4 V-05 the defaults are those that the rows name`() {
    let configuration = PickerConfiguration()
    #expect(configuration.liveCameraCell == .small)
    #expect(configuration.style == .checkmark)
    #expect(configuration.mediaTypes == .photoAndVideo)
    #expect(configuration.selection.limit == .unlimited)
    #expect(configuration.showsFullscreenPreview)
    #expect(configuration.mode == .photos)
    #expect(configuration.delivery == .onCommit)
    #expect(configuration.strippedMetadata == .location)
    #expect(!configuration.endsOnPick)
    #expect(PickerConfiguration { $0.selection.limit = .max(1) }.endsOnPick)
  }

  @Test func `V-05 a newer version is refused, and an older than the first`() {
    let newer = Array(#"{"version":2,"style":7}"#.utf8)
    #expect(
      throws: PickerError(
        code: .tooNew, reason: "the configuration has version 2; this library reads up to 1")
    ) { try PickerConfiguration(json: newer) }
    #expect(
      throws: PickerError(code: .invalid, reason: "version is a whole number from 1, not 0")
    ) { try PickerConfiguration(json: Array(#"{"version":0}"#.utf8)) }
  }

  /// A bad field, and what its sentence names.
  private static let bad: [(String, String)] = [
    (#"{"version":"1"}"#, "version"), (#"{"compatibility":"tca"}"#, "compatibility"),
    (#"{"media_types":"audio"}"#, "media_types"), (#"{"selection":3}"#, "selection"),
    (#"{"selection":{"limit":-3}}"#, "limit"),
    (#"{"selection":{"limit":{"min":3,"max":2}}}"#, "limit"),
    (#"{"selection":{"order":"random"}}"#, "selection.order"),
    (#"{"selection":{"replace":1}}"#, "selection.replace"),
    (#"{"selection":{"allow_empty":"no"}}"#, "selection.allow_empty"),
    (#"{"selection":{"bounds":{"types":["audio"]}}}"#, "type"),
    (#"{"selection":{"bounds":{"types":[]}}}"#, "types"),
    (#"{"selection":{"bounds":{"mimes":["jpeg"]}}}"#, "mimes"),
    (#"{"selection":{"bounds":{"size":{"min":5,"max":4}}}}"#, "size"),
    (#"{"selection":{"bounds":{"size":{"min":-1}}}}"#, "size"),
    (#"{"selection":{"bounds":{"pixels":{"min":-1}}}}"#, "pixels"),
    (#"{"selection":{"bounds":{"duration":{"max":-0.5}}}}"#, "duration"),
    (#"{"selection":{"bounds":{"duration":{"max":"long"}}}}"#, "selection.bounds.duration.max"),
    (#"{"selection":{"quota":{"images":{"min":3,"max":2}}}}"#, "images"),
    (#"{"selection":{"quota":{"videos":{"min":-3}}}}"#, "videos"),
    (#"{"selection":{"quota":{"albums":[{"album":3,"min":2,"max":1}]}}}"#, "album 3"),
    (#"{"selection":{"quota":{"albums":[{"album":3,"min":-1}]}}}"#, "album 3"),
    (#"{"selection":{"quota":{"albums":[{"album":3,"max":-1}]}}}"#, "album 3"),
    (#"{"selection":{"quota":{"albums":[{"album":3},{"album":3,"max":1}]}}}"#, "album 3 twice"),
    (#"{"selection":{"quota":{"albums":[{"max":1}]}}}"#, "album is missing"),
    (#"{"selection":{"quota":{"albums":[{"album":"","max":1}]}}}"#, "albums.[0].album"),
    (#"{"selection":{"quota":{"albums":[{"album":1e30}]}}}"#, "JSON"),
    (#"{"selection":{"quota":{"albums":{"3":1}}}}"#, "selection.quota.albums"),
    (#"{"selection":{"limit":2,"quota":{"albums":[{"album":3,"min":3}]}}}"#, "limit is 2"),
    (
      #"{"media_types":"photo","selection":{"quota":{"images":{"max":1},"albums":[{"album":3,"min":2}]}}}"#,
      "album 3 wants 2 items"
    ),
    (#"{"selection":{"quota":{"total_size":-1}}}"#, "total_size"),
    (#"{"selection":{"quota":{"total_duration":-1}}}"#, "total_duration"),
    (#"{"selection":{"duplicates":{"alike":17}}}"#, "alike is a number of bits from 0 to 16"),
    (#"{"selection":{"duplicates":{"alike":-1}}}"#, "alike"),
    (#"{"selection":{"duplicates":{"alike":true}}}"#, "selection.duplicates.alike"),
    (#"{"selection":{"duplicates":{"equal":1}}}"#, "selection.duplicates.equal"),
    (#"{"selection":{"duplicates":"equal"}}"#, "selection.duplicates"),
    (#"{"selection":{"limit":2,"quota":{"images":{"min":3}}}}"#, "limit is 2"),
    (
      #"{"selection":{"quota":{"images":{"min":1},"videos":{"min":1},"exclusive":true}}}"#,
      "exclude each other"
    ),
    (#"{"media_types":"photo","selection":{"quota":{"videos":{"min":1}}}}"#, "videos"),
    (#"{"media_types":"photo","selection":{"bounds":{"types":["video"]}}}"#, "media_types"),
    (
      #"{"media_types":"photo","selection":{"limit":{"min":3},"quota":{"images":{"max":2}}}}"#,
      "3 items"
    ),
    (#"{"style":"number"}"#, "style is one of checkmark, count, none"),
    (#"{"fullscreen_preview":"yes"}"#, "fullscreen_preview"),
    (#"{"commit_on_pick":1}"#, "commit_on_pick"),
    (#"{"commit_focused_if_empty":[]}"#, "commit_focused_if_empty"),
    (#"{"live_camera_cell":"prominant"}"#, "live_camera_cell"), (#"{"mode":"map"}"#, "mode"),
    (#"{"mode":"album:x"}"#, "mode"), (#"{"preselection":["x"]}"#, "preselection.[0]"),
    (#"{"preselection":4}"#, "preselection"),
    (#"{"preselection_rule":"drop"}"#, "preselection_rule"),
    (#"{"filter":"is:"}"#, "filter"), (#"{"sort":"colour"}"#, "sort"),
    (#"{"search_text":"is:"}"#, "search_text"), (#"{"highlight":"is:"}"#, "highlight"),
    (#"{"delivery":"often"}"#, "delivery"),
    (#"{"disabled_capabilities":["all"]}"#, "disabled_capabilities"),
    (#"{"encoding":"best"}"#, "encoding"), (#"{"encoding":{"automatic":"jpeg"}}"#, "automatic"),
    (#"{"strip":["gps"]}"#, "strip"), (#"{"roots":["a"]}"#, "roots"),
    (#"{"clear_hidden_on_filter":2}"#, "clear_hidden_on_filter"),
    (#"{"handles_cancel_camera":2}"#, "handles_cancel_camera"), (#"{"lifetime":0}"#, "lifetime"),
    (#"{"lifetime":-5}"#, "lifetime"),
    (#"{"theme":{"main.pickerText":1}}"#, "theme.main.pickerText"),
    (#"{"theme":[]}"#, "theme"), ("[]", "the whole"), ("{", "no JSON"), ("", "no JSON"),
  ]

  @Test(arguments: bad)
  func `V-05 each bad field gets a sentence that names it`(json: String, name: String) {
    do {
      _ = try PickerConfiguration(json: Array(json.utf8))
      Issue.record("\(json) was taken")
    } catch let error as PickerError {
      #expect(error.code == .invalid)
      #expect(error.reason.contains(name), "\(error.reason)")
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test(arguments: [
    (MediaSelectionType.photoAndVideo, MediaFilter.everything),
    (MediaSelectionType.photo, MediaFilter.images), (MediaSelectionType.video, MediaFilter.videos),
  ])
  func `S-21 what is not shown cannot be selected`(types: MediaSelectionType, filter: MediaFilter) {
    let allowed: Set<MediaType>? = types == .photoAndVideo ? nil : types.types
    #expect(types.filter == filter)
    let configuration = PickerConfiguration { $0.mediaTypes = types }
    #expect(configuration.effectivePolicy.bounds.types == allowed)
    let bounded = PickerConfiguration {
      $0.mediaTypes = types
      $0.selection.bounds.types = [.image, .video]
    }
    #expect(bounded.effectivePolicy.bounds.types == types.types)
  }

  @Test func `S-21 the kinds that are shown are those that the catalog counts`() async throws {
    let fixture = try await CatalogFixture()
    defer { withExtendedLifetime(fixture) {} }
    for number in 0..<7 {
      try await fixture.add("\(number)", type: number % 3 == 0 ? .video : .image)
    }
    let counts = [MediaSelectionType.photoAndVideo: 7, .photo: 4, .video: 3]
    for (types, count) in counts {
      let query = MediaQuery(filter: types.filter)
      #expect(try await fixture.catalog.count(matching: query) == count)
      let found = try await fixture.catalog.media(matching: query)
      #expect(found.allSatisfy { types.types.contains($0.type) })
    }
  }

  @Test(arguments: [
    PickerMode.photos, .albums, .album(7), .album(.folder(3)), .album(.smart("is:favorite a:b")),
    .camera, .cameraSelection,
  ])
  func `K-06 screens come back from their text`(mode: PickerMode) {
    #expect(PickerMode(mode.description) == mode)
  }

  @Test func `S-18 an update speaks the words of the configuration`() throws {
    let update = PickerUpdate(
      limit: .max(2), bounds: ItemBounds(types: [.image]), quota: BatchQuota(isExclusive: true),
      duplicates: .onePerLook, searchText: "cat", disabledCapabilities: [.search])
    let json = try PickerJSON.bytes(of: update)
    #expect(try PickerJSON.value(PickerUpdate.self, from: json) == update)
    let text = #"{"search_text":"cat","disabled_capabilities":["search"],"limit":0}"#
    let read = try PickerJSON.value(PickerUpdate.self, from: Array(text.utf8))
    #expect(
      read
        == PickerUpdate(limit: .unlimited, searchText: "cat", disabledCapabilities: [.search]))
  }

  // MARK: Facts

  @Test func `V-05 facts come back from JSON to the nanosecond`() throws {
    let facts = ItemFacts(
      id: .capture("c"), type: .video, mime: "video/mp4", byteCount: 5,
      displaySize: PixelSize(width: 3, height: 4), duration: .nanoseconds(1_234_567_891),
      taken: WallTime(nanoseconds: 1_700_000_000_123_456_789), availability: .offline, revision: 9,
      digest: "00ff", look: PerceptualHash(bits: 0xFF, detail: 255), albums: [5, -1])
    for facts in [facts, ItemFacts(id: 4, type: nil)] {
      let json = try PickerJSON.bytes(of: facts)
      #expect(try PickerJSON.value(ItemFacts.self, from: json) == facts)
    }
  }

  @Test(arguments: [Duration.seconds(-5), .seconds(1 << 50), .seconds(9_000_000_000)])
  func `V-05 a length that a damaged file claims can be written and read again`(
    duration: Duration
  ) throws {
    let facts = ItemFacts(id: 1, type: .video, duration: duration)
    let back = try PickerJSON.value(ItemFacts.self, from: PickerJSON.bytes(of: facts))
    #expect(back.duration == min(max(duration, .zero), .seconds(9_223_372_036)))
  }

  @Test(arguments: [
    #"{"id":1,"duration":-1}"#, #"{"id":1,"duration":1e300}"#, #"{"id":1,"taken":"noon"}"#,
    #"{"id":1,"look":"ff:60"}"#, #"{"id":1,"look":"00000000000000ff"}"#, #"{"id":1,"look":""}"#,
    #"{"id":1,"look":"00000000000000ff:256"}"#, #"{"id":1,"type":"audio"}"#, #"{"type":"image"}"#,
    #"{"id":1,"state":"gone"}"#,
  ])
  func `V-05 facts that make no sense are refused`(json: String) {
    #expect(throws: PickerError.self) {
      try PickerJSON.value(ItemFacts.self, from: Array(json.utf8))
    }
  }
}

@Suite("Themes, behaviours U-05, D8") struct PickerThemeTests {
  @Test func `U-05 every key sets exactly its value`() {
    #expect(PickerTheme.keys.count == 27)
    for key in PickerTheme.keys {
      let theme = PickerTheme([key: "red"])
      #expect(theme.values == [key: "red"])
      #expect(theme.warnings == [])
    }
  }

  @Test func `U-05 a key that nobody knows is passed over with a warning`() throws {
    let theme = PickerTheme(["main.glow": "1", "main.pickerText": "#fff"])
    #expect(theme.values == ["main.pickerText": "#fff"])
    #expect(theme.warnings == ["there is no theme key main.glow"])
  }

  @Test func `D8 keys of the README are taken by their new names, with a warning`() {
    for (old, new) in PickerTheme.renamed {
      let theme = PickerTheme([old: "red"])
      #expect(theme.values == [new: "red"])
      #expect(theme.warnings == ["\(old) is called \(new) now"])
      #expect(PickerTheme.keys.contains(new))
    }
  }

  @Test func `U-05 comes back from JSON equal, the warnings aside`() throws {
    let theme = PickerTheme(["main.background": "red", "x": "y"])
    let back = try PickerJSON.value(PickerTheme.self, from: PickerJSON.bytes(of: theme))
    #expect(back == theme)
    #expect(back.hashValue == theme.hashValue)
    #expect(back != PickerTheme())
  }
}
