import MediaModel
import Testing

@testable import MediaPicker

@Suite("Refusals that explain, behaviours G-01") struct RefusalTests {
  /// Reasons that a selection gives by itself, each with the pick that is refused for it.
  private static let picks:
    [(code: String, selected: [ItemFacts], item: ItemFacts, SelectionPolicy)] =
      {
        var gone = Facts.image(1)
        gone.availability = .missing
        var away = Facts.image(1)
        away.availability = .offline
        var broken = Facts.image(1)
        broken.availability = .unreadable
        var large = Facts.image(1)
        large.displaySize = PixelSize(width: 100, height: 50)
        func bounds(_ bounds: ItemBounds) -> SelectionPolicy { SelectionPolicy(bounds: bounds) }
        func quota(_ quota: BatchQuota, _ limit: SelectionLimit = .unlimited) -> SelectionPolicy {
          SelectionPolicy(limit: limit, quota: quota)
        }
        let one = [Facts.image(7)]
        let equal = [Facts.image(1), Facts.image(7)].map { $0.with(digest: "ab") }
        let alike = [Facts.image(1), Facts.image(7)].map { $0.with(look: 0xFF) }
        return [
          ("limit-reached", Facts.images(5...6), Facts.image(1), SelectionPolicy(limit: .max(2))),
          ("type-not-allowed", [], Facts.video(1), bounds(ItemBounds(types: [.image]))),
          ("mime-not-allowed", [], Facts.image(1), bounds(ItemBounds(mimes: ["image/png"]))),
          ("too-many-bytes", [], Facts.image(1), bounds(ItemBounds(byteCount: .init(max: 99)))),
          ("too-few-bytes", [], Facts.image(1), bounds(ItemBounds(byteCount: .init(min: 101)))),
          ("too-many-pixels", [], large, bounds(ItemBounds(pixelCount: .init(max: 4_999)))),
          ("too-few-pixels", [], large, bounds(ItemBounds(pixelCount: .init(min: 5_001)))),
          ("too-long", [], Facts.video(1), bounds(ItemBounds(seconds: .init(max: 9.5)))),
          ("too-short", [], Facts.video(1), bounds(ItemBounds(seconds: .init(min: 10.5)))),
          ("type-quota", one, Facts.image(1), quota(BatchQuota(counts: [.image: 0...1]))),
          ("exclusive", one, Facts.video(1), quota(BatchQuota(isExclusive: true))),
          ("reserved", one, Facts.image(1), quota(BatchQuota(counts: [.video: 1...1]), .max(2))),
          (
            "album-quota", [Facts.image(7).inAlbums(5)], Facts.image(1).inAlbums(5),
            quota(BatchQuota(albumCounts: [5: 0...1]))
          ),
          (
            "reserved-for-album", one, Facts.image(1),
            quota(BatchQuota(albumCounts: [5: 1...1]), .max(2))
          ),
          ("total-bytes", one, Facts.image(1), quota(BatchQuota(maximumByteCount: 199))),
          (
            "total-duration", [Facts.video(7)], Facts.video(1),
            quota(BatchQuota(maximumSeconds: 19.5))
          ),
          (
            "duplicate-of-selected", [equal[1]], equal[0],
            SelectionPolicy(duplicates: .onePerGroup)
          ),
          (
            "looks-like-selected", [alike[1]], alike[0], SelectionPolicy(duplicates: .onePerLook)
          ),
          ("missing", [], gone, SelectionPolicy()),
          ("offline", [], away, SelectionPolicy()),
          ("unreadable", [], broken, SelectionPolicy()),
        ]
      }()

  /// Reasons that only a session knows; made by hand here, they come from it as `dropped`, `lost` and
  /// its own answers.
  private static let ofSessions: [RefusalReason] = [
    .unknown, .noAccess, .discarded, .sessionClosed,
  ]

  /// One of each; a new case does not compile until it is counted here.
  private static func isCounted(_ reason: RefusalReason) -> Bool {
    switch reason {
    case .limitReached, .typeNotAllowed, .mimeNotAllowed, .tooManyBytes, .tooFewBytes,
      .tooManyPixels, .tooFewPixels, .tooLong, .tooShort, .typeQuota, .exclusive, .reserved,
      .albumQuota,
      .reservedForAlbum,
      .totalBytes, .totalDuration, .duplicateOfSelected, .looksLikeSelected, .missing, .offline,
      .unreadable, .unknown, .noAccess,
      .discarded, .sessionClosed:
      true
    }
  }

  @Test func `G-01 every reason is given by some pick or by a session`() throws {
    var reached: Set<String> = []
    for (code, selected, item, policy) in Self.picks {
      var selection = Selection(selected)
      let before = selection
      let outcome = selection.toggle(item, policy)
      guard case .refused(let refusal) = outcome else {
        Issue.record("\(code) was not given but \(outcome)")
        continue
      }
      #expect(refusal.reason.code == code)
      #expect(refusal.item == item.id)
      #expect(selection == before)
      reached.insert(refusal.reason.code)
    }
    for reason in Self.ofSessions {
      #expect(Self.isCounted(reason))
      reached.insert(reason.code)
    }
    #expect(reached.count == 25)
  }

  @Test func `G-01 every reason comes back from JSON with code, message and remedy`() throws {
    let refusals =
      Self.picks.compactMap { Selection($0.selected).refusal(of: $0.item, $0.3) }
      + Self.ofSessions.map { Refusal(.capture("a"), $0) }
    #expect(refusals.count == 25)
    for refusal in refusals {
      let bytes = try PickerJSON.bytes(of: refusal)
      #expect(try PickerJSON.value(Refusal.self, from: bytes) == refusal)
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains("\"reason\":\"\(refusal.reason.code)\""))
      #expect(refusal.reason.message.hasSuffix("."))
      #expect(text.contains("\"message\":\"\(refusal.reason.message)\""))
      #expect(text.contains("\"remedy\"") == (refusal.reason.remedy != nil))
    }
  }

  @Test(arguments: [
    (RefusalReason.limitReached(max: 3), "No more than 3 can be selected."),
    (.typeNotAllowed(allowed: ["image", "video"]), "Only images and videos can be selected."),
    (.typeNotAllowed(allowed: []), "Only nothing can be selected."),
    (
      .mimeNotAllowed("image/heic", allowed: ["image/jpeg", "image/png", "video/*"]),
      "image/heic is not among image/jpeg, image/png and video/*."
    ),
    (.tooLong(12.5, max: 10), "It lasts 12.5 s; 10.0 s are allowed."),
    (.albumQuota(12, max: 3), "No more than 3 of album 12 can be selected."),
    (.reservedForAlbum(12, count: 2), "2 of the places left are for items of album 12."),
    (.reserved(for: "video", count: 2), "2 of the places left are for videos."),
  ])
  func `G-01 messages are sentences`(reason: RefusalReason, message: String) {
    #expect(reason.message == message)
  }

  @Test func `G-01 a remedy is named where there is one`() {
    #expect(RefusalReason.limitReached(max: 3).remedy == "Deselect another item first.")
    #expect(RefusalReason.limitReached(max: 0).remedy == nil)
    #expect(RefusalReason.typeQuota("video", max: 0).remedy == nil)
    #expect(RefusalReason.albumQuota(5, max: 0).remedy == nil)
    #expect(
      RefusalReason.albumQuota(5, max: 1).remedy == "Deselect another item of album 5 first.")
    #expect(RefusalReason.exclusive(selected: "video").remedy == "Deselect the videos first.")
    #expect(RefusalReason.noAccess.remedy == nil)
    #expect(
      RefusalReason.duplicateOfSelected(.capture("c")).remedy
        == "Deselect item capture:c to take this one.")
  }

  @Test func `Q6 bounds name everything that is wrong, the file's state first`() {
    var item = Facts.video(1)
    item.availability = .offline
    let bounds = ItemBounds(
      types: [.image], mimes: ["image/*"], byteCount: .init(max: 1), seconds: .init(max: 1))
    #expect(
      bounds.refusals(of: item).map(\.code)
        == ["offline", "type-not-allowed", "mime-not-allowed", "too-many-bytes", "too-long"])
  }

  @Test func `Q6 what a file does not say is within every bound`() {
    let item = ItemFacts(id: 1, type: .image, mime: "image/jpeg")
    let bounds = ItemBounds(
      byteCount: .init(min: 5, max: 6), pixelCount: .init(min: 5, max: 6),
      seconds: .init(min: 5, max: 6))
    #expect(bounds.refusals(of: item) == [])
    #expect(ItemBounds(types: [.image, .video]).refusals(of: Facts.other(1)).count == 1)
    var overflowing = item
    overflowing.displaySize = PixelSize(width: .max, height: .max)
    #expect(bounds.refusals(of: overflowing) == [])
  }

  @Test func `S-14 a disk that went away does not spoil a selection but a bound does`() {
    var item = Facts.image(1)
    item.availability = .offline
    let selection = Selection([item, Facts.video(2)])
    #expect(selection.commitBlocks(SelectionPolicy()) == [])
    let policy = SelectionPolicy(bounds: ItemBounds(types: [.image]))
    #expect(
      selection.commitBlocks(policy)
        == [.notAllowed(Refusal(2, .typeNotAllowed(allowed: ["image"])))])
  }

  @Test func `K-07 each commit block says what to do`() {
    let blocks: [(CommitBlock, String)] = [
      (.empty, "Select something first."),
      (.tooFew(count: 1, min: 2), "1 selected; select at least 2."),
      (.tooMany(count: 5, max: 3), "5 selected; deselect 2."),
      (.tooFewOfType("image", count: 0, min: 1), "0 images selected; select at least 1."),
      (.tooManyOfType("video", count: 2, max: 1), "2 videos selected; deselect 1."),
      (.tooFewOfAlbum(5, count: 0, min: 1), "0 of album 5 selected; select at least 1."),
      (.tooManyOfAlbum(5, count: 3, max: 1), "3 of album 5 selected; deselect 2."),
      (.mixed, "Images and videos cannot be selected together; deselect one kind."),
      (.tooManyBytes(9, max: 5), "The files have 9 bytes together; 5 are allowed."),
      (.tooLong(9, max: 5), "The videos last 9.0 s together; 5.0 are allowed."),
      (.notAllowed(Refusal(3, .missing)), "Item 3: Its file is gone."),
    ]
    for (block, message) in blocks { #expect(block.message == message) }
    let policy = SelectionPolicy(
      limit: .range(2...3),
      quota: BatchQuota(
        counts: [.image: 0...1], isExclusive: true, maximumByteCount: 5, maximumSeconds: 5))
    #expect(Selection().commitBlocks(policy) == [.empty, .tooFew(count: 0, min: 2)])
    #expect(
      Selection([Facts.image(1), Facts.video(2)]).commitBlocks(policy) == [.mixed])
    var empty = policy
    empty.allowsEmptyCommit = true
    #expect(Selection().commitBlocks(empty) == [])
    #expect(
      Selection([Facts.video(2)]).commitBlocks(policy)
        == [.tooFew(count: 1, min: 2), .tooManyBytes(100, max: 5)])
  }
}
