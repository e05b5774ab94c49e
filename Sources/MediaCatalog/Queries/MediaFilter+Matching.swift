public import MediaModel
internal import UnicodeText

extension MediaFilter {
  /// True when a query with this filter shows an item.
  ///
  /// Hidden, missing, offline, failed and trashed items are left out unless the filter speaks of
  /// them, as in the catalog. An album is compared with those of the item, by id or title.
  public func matches(_ item: FilterSubject) -> Bool {
    Exclusions(liftedBy: self).first(of: item) == nil && holds(for: item)
  }

  /// True when the claims are, whatever is left out by default.
  func holds(for item: FilterSubject) -> Bool {
    switch self {
    case .all(let parts): parts.allSatisfy { $0.holds(for: item) }
    case .any(let parts): parts.contains { $0.holds(for: item) }
    case .not(let part): !part.holds(for: item)
    case .matches(let predicate): predicate.holds(for: item)
    }
  }

  /// The first part that keeps an item out, `nil` when none does.
  func firstFailure(for item: FilterSubject) -> MediaFilter? {
    switch self {
    case .all(let parts): parts.lazy.compactMap { $0.firstFailure(for: item) }.first
    case .any, .not, .matches: holds(for: item) ? nil : self
    }
  }
}

extension MediaPredicate {
  /// True when the claim is; a claim about an absent value is false.
  func holds(for item: FilterSubject) -> Bool {
    switch self {
    case .type(let type): item.type == type
    case .mark(let mark): mark.holds(for: item)
    case .has(let detail): detail.holds(for: item)
    case .taken(let range): range.contains(item.taken)
    case .added(let range): range.contains(item.added)
    case .inFolder(let path): FolderPattern(path).matches(root: item.root, folder: item.folder)
    case .inAlbum(let reference):
      item.albums.contains { id, title in
        title == reference || String(id) == reference
          || title.asciiLowercased == reference.asciiLowercased
      }
    case .text(let field, let text): field.holds(text, for: item)
    case .number(let field, let comparison): field.holds(comparison, for: item)
    case .aspect(let width, let height): Self.aspect(width, height, fits: item)
    case .orientation(let orientation): orientation.holds(for: item)
    case .within(let area):
      if let latitude = item.latitude, let longitude = item.longitude {
        area.contains(latitude: latitude, longitude: longitude)
      } else {
        false
      }
    case .word(let text): item.holds(SearchWords.ofQuery(text, isExact: false))
    case .phrase(let text): item.holds(SearchWords.ofQuery(text, isExact: true))
    }
  }

  /// How far a ratio of sides may be off.
  static let aspectTolerance = 0.01

  private static func aspect(_ width: Double, _ height: Double, fits item: FilterSubject) -> Bool {
    guard let itemWidth = item.displayWidth, let itemHeight = item.displayHeight else {
      return false
    }
    let across = Double(itemWidth) * height
    let upright = Double(itemHeight) * width
    return across >= upright * (1 - aspectTolerance) && across <= upright * (1 + aspectTolerance)
  }
}

extension MediaMark {
  fileprivate func holds(for item: FilterSubject) -> Bool {
    switch self {
    case .favorite: item.isFavorite
    case .hidden: item.isHidden
    case .missing: item.isMissing
    case .offline: item.isOffline
    case .failed: item.isFailed
    case .trashed: item.isTrashed
    case .edited: item.isEdited
    case .duplicate: item.isDuplicate
    case .undated: item.isUndated
    case .any: true
    default: subtype.map { item.subtypes.contains($0) } ?? false
    }
  }
}

extension MediaDetail {
  fileprivate func holds(for item: FilterSubject) -> Bool {
    switch self {
    case .location: item.latitude != nil && item.longitude != nil
    case .camera: item.camera != nil
    case .lens: item.lens != nil
    case .audio: item.hasAudio == true
    case .title: item.title != nil
    case .caption: item.caption != nil
    case .keywords: !item.keywords.isEmpty
    case .rating: item.rating != nil
    case .place: item.place != nil
    case .album: !item.albums.isEmpty
    }
  }
}

extension TextField {
  fileprivate func holds(_ text: String, for item: FilterSubject) -> Bool {
    let pattern = TextPattern(text)
    return switch self {
    case .camera: item.camera.map { pattern.isFound(in: $0.full) } ?? false
    case .lens: item.lens.map { pattern.isFound(in: $0.full) } ?? false
    case .make: item.camera.map { pattern.isFound(in: $0.make) } ?? false
    case .keyword: item.keywords.contains { pattern.isWhole($0) }
    case .caption: Self.phrase(text).occurs(in: item.caption)
    case .title: Self.phrase(text).occurs(in: item.title)
    case .name: pattern.isFound(in: Folding.search(item.name.bytes))
    case .ext: item.fileExtension.map { Self.plain(text).isSame($0) } ?? false
    case .mime: Self.plain(text).isSame(item.mime)
    case .codec: item.codec.map { Self.plain(text).isSame($0) } ?? false
    }
  }

  /// Words of a caption or title; the last may be a beginning.
  static func phrase(_ text: String) -> SearchPhrase {
    SearchWords.ofQuery(text, isExact: false)
  }

  /// A technical word, which is stored in ASCII lower case; the dot of a suffix may be there.
  static func plain(_ text: String) -> PlainPattern {
    PlainPattern(text: text.first == "." ? String(text.dropFirst()) : text)
  }
}

/// A technical word or a pattern of one.
struct PlainPattern {
  let text: String

  init(text: String) { self.text = text.asciiLowercased }

  var hasWildcards: Bool { text.utf8.contains { "*?".utf8.contains($0) } }

  /// The pattern for SQLite's GLOB.
  var glob: String { text.replacing("[", with: "[[]") }

  func isSame(_ value: String) -> Bool {
    hasWildcards ? TextPattern.glob(text, value) : value.utf8.elementsEqual(text.utf8)
  }
}

extension NumberField {
  fileprivate func holds(_ comparison: NumberComparison, for item: FilterSubject) -> Bool {
    let whole: Int64?
    let real: Double?
    switch self {
    case .iso: (whole, real) = (item.iso, nil)
    case .rating: (whole, real) = (item.rating, nil)
    case .size: (whole, real) = (item.size, nil)
    case .width: (whole, real) = (item.width, nil)
    case .height: (whole, real) = (item.height, nil)
    case .duration: (whole, real) = (item.duration, nil)
    case .fNumber: (whole, real) = (nil, item.fNumber)
    case .focalLength: (whole, real) = (nil, item.focalLength)
    case .exposureTime: (whole, real) = (nil, item.exposureTime)
    case .frameRate: (whole, real) = (nil, item.frameRate)
    }
    if let whole { return wholeRange(comparison)?.contains(whole) ?? false }
    guard let real else { return false }
    let (lower, upper) = comparison.bounds(tolerance: tolerance)
    return lower <= real && real <= upper
  }
}

extension DisplayOrientation {
  fileprivate func holds(for item: FilterSubject) -> Bool {
    guard let width = item.displayWidth, let height = item.displayHeight else { return false }
    return switch self {
    case .portrait: width < height
    case .landscape: width > height
    case .square: width == height
    }
  }
}

extension FilterSubject.EquipmentName {
  /// Make and model with a blank between.
  var full: String { "\(make) \(model)" }
}

extension FilterSubject {
  /// True when one of the texts that search knows holds the words.
  fileprivate func holds(_ phrase: SearchPhrase) -> Bool {
    if phrase.words.isEmpty { return true }
    return SearchDocument(self).columns.contains { phrase.occurs(in: $0) }
  }
}

extension SearchPhrase {
  /// True when a text holds the words; an absent one holds none.
  fileprivate func occurs(in text: String?) -> Bool {
    text.map { occurs(in: SearchWords.ofDocument($0)) } ?? false
  }
}

extension String {
  /// The text with `A`…`Z` in lower case, as SQLite's NOCASE compares.
  var asciiLowercased: String {
    String(decoding: utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
