/// Everything a picker remembers; a value that front ends draw and sessions store.
///
/// ``PickerReducer`` is the only thing that changes it. The items that are shown are not in it: there
/// may be a million, and they are the catalog's.
public struct PickerState: Hashable, Sendable, Codable {
  /// How the picker behaves, as it was opened and updated.
  public internal(set) var configuration: PickerConfiguration
  /// Which screen is shown.
  public internal(set) var mode: PickerMode
  /// The screens before it, the last being the one that `back` leads to.
  public internal(set) var history: [PickerMode] = []
  /// Selected items as the screen showed them when a session asked last; `nil` before.
  public internal(set) var displayOrder: [PickerItemID]?
  /// How far the items of the screen are.
  public internal(set) var content = ContentState.idle
  /// The selected items, of the catalog, captures and a client's own together.
  public internal(set) var selection = Selection()
  /// The selection as it was when the picker opened; what a cancel gives back.
  public internal(set) var original = Selection()
  /// What of the preselection was not taken, with reasons.
  public internal(set) var dropped: [Refusal] = []
  /// The item that is shown full-screen.
  public internal(set) var focus: ItemFacts?
  /// The drag that goes on.
  public internal(set) var drag: DragSelection?
  /// Captures and the device that makes them.
  public internal(set) var capture = CaptureState()
  /// What waits for an answer.
  public internal(set) var confirmation: Confirmation?
  /// How it ended; `nil` while it goes on.
  public internal(set) var outcome: PickerOutcome?
  /// What is searched for.
  public internal(set) var searchText: String
  /// Whether the screen has shown items since it came up.
  public internal(set) var hasAppeared = false
  /// Actions that came after the end.
  public internal(set) var lateActionCount = 0

  init(_ configuration: PickerConfiguration) {
    self.configuration = configuration
    mode = configuration.mode
    searchText = configuration.searchText
  }

  /// False once the picker has ended; behaviours K-10.
  public var isPresented: Bool { outcome == nil }

  /// The selected items in the order of a result.
  public var result: [ItemFacts] {
    selection.result(in: configuration.effectivePolicy.resultOrder, displayed: displayOrder)
  }

  /// What keeps the selection from being committed; none when it can be.
  public var commitBlocks: [CommitBlock] {
    configuration.rules.commitsAnything
      ? [] : selection.commitBlocks(configuration.effectivePolicy)
  }

  /// The screen that capturing is left for: all items, or, where nobody may go about, the first one.
  var home: PickerMode {
    let isFixed = configuration.disabledCapabilities.contains(.collectionNavigation)
    return isFixed && !configuration.mode.isCapturing ? configuration.mode : .photos
  }

  /// True for a screen that nobody may go to, because the way between items and albums was taken
  /// away; back out of capturing is always possible.
  func isOutOfReach(_ mode: PickerMode) -> Bool {
    guard configuration.disabledCapabilities.contains(.collectionNavigation), !mode.isCapturing,
      mode != home
    else { return false }
    return !(self.mode.isCapturing && history.last { !$0.isCapturing } == mode)
  }

  /// What the header shows; behaviours K-07.
  public var header: PickerHeader { PickerHeader(self) }
}

/// How far the items of a screen are; behaviours K-08.
public enum ContentState: Hashable, Sendable, Codable {
  /// Nobody asked for them yet.
  case idle
  /// They are being looked for.
  case loading
  /// So many are there, and more may come.
  case partial(Int)
  /// All of them are there.
  case content(Int)
  /// There are none, for a reason.
  case empty(EmptyReason)
  /// They cannot be had.
  case failed(code: String, message: String)
}

/// Why a screen is empty.
public enum EmptyReason: String, Hashable, Sendable, Codable, CaseIterable {
  /// The catalog has no folder to look into.
  case noRoots = "no-roots"
  /// Folders are there, but nothing was indexed yet.
  case nothingIndexed = "nothing-indexed"
  /// Items are there, but the filter or the search leaves none.
  case filterExcludesAll = "filter-excludes-all"
  /// Items are there, but none that this session may see.
  case noAccess = "no-access"
  /// The album has no items.
  case emptyAlbum = "empty-album"
  /// Nothing was captured.
  case noCaptures = "no-captures"
  /// There are no albums.
  case noAlbums = "no-albums"

  /// What a person can do about it.
  public var message: String {
    switch self {
    case .noRoots, .nothingIndexed: "Nothing is indexed yet; mediacat index FOLDER does that."
    case .filterExcludesAll: "Nothing matches; take the filter or the search away."
    case .noAccess: "This session may see none of the folders."
    case .emptyAlbum: "The album is empty."
    case .noCaptures: "Nothing was captured yet."
    case .noAlbums: "There are no albums yet."
    }
  }
}

/// Captures of a session and the device that makes them.
public struct CaptureState: Hashable, Sendable, Codable {
  /// The captures, in order; also those that are not selected.
  public internal(set) var items: [ItemFacts] = []
  /// Whether a video is being recorded.
  public internal(set) var isRecording = false
  /// Whether the flash, or the torch, is on.
  public internal(set) var isFlashOn = false
  /// Whether the camera looks at the person.
  public internal(set) var isFrontFacing = false
  /// Whether the program is in the background, where the device rests.
  public internal(set) var isPaused = false
  /// Why nothing can be captured; `nil` when it can.
  public internal(set) var unavailableReason: String?

  init() {}
}

/// A question with its answers, which a front end puts in its own way; behaviours T-12.
public struct Confirmation: Hashable, Sendable, Codable {
  /// What is asked.
  public enum Kind: Hashable, Sendable, Codable {
    /// Whether so many captures shall be deleted.
    case discardCaptures(Int)
  }

  /// What is asked.
  public var kind: Kind

  /// The question.
  public var title: String {
    switch kind {
    case .discardCaptures(let count): "Delete \(count == 1 ? "the capture" : "\(count) captures")?"
    }
  }

  /// The answers, in order.
  public var choices: [Choice] {
    [
      Choice(answer: .discard, title: "Delete All", isDestructive: true),
      Choice(answer: .keep, title: "Cancel", isDestructive: false),
    ]
  }

  /// The answer where nobody can be asked: nothing is lost.
  public var unattendedAnswer: Answer { .keep }

  /// What can be answered.
  public enum Answer: String, Hashable, Sendable, Codable, CaseIterable {
    /// Do it.
    case discard
    /// Leave everything as it is.
    case keep
  }

  /// One answer as it is shown.
  public struct Choice: Hashable, Sendable {
    /// What it means.
    public var answer: Answer
    /// What it says.
    public var title: String
    /// Whether something goes that cannot be had again.
    public var isDestructive: Bool
  }
}

/// How a picker ended; there is exactly one end.
public enum PickerOutcome: Hashable, Sendable, Codable {
  /// With a choice, in the order of the result.
  case committed([ItemFacts])
  /// Without one; the selection as it was when the picker opened.
  case cancelled(original: [ItemFacts])
  /// The person closed it or went away; what was selected last.
  case abandoned(last: [ItemFacts])
  /// Nobody came for too long; what was selected last.
  case expired(last: [ItemFacts])

  /// The stable name, printed in JSON.
  public var name: String {
    switch self {
    case .committed: "committed"
    case .cancelled: "cancelled"
    case .abandoned: "abandoned"
    case .expired: "expired"
    }
  }

  /// The items that go with it.
  public var items: [ItemFacts] {
    switch self {
    case .committed(let items), .cancelled(let items), .abandoned(let items), .expired(let items):
      items
    }
  }
}
