internal import MediaModel

/// Counts, dates and the newest of some items.
struct AlbumTally {
  private(set) var imageCount = 0
  private(set) var videoCount = 0
  private(set) var dates: ClosedRange<WallTime>?
  private(set) var newest: Int64?

  init() {}

  /// Takes what an index answered; no dates mean no items.
  init(imageCount: Int, videoCount: Int, ends: AlbumEnds) {
    guard ends.dates != nil else { return }
    (self.imageCount, self.videoCount) = (imageCount, videoCount)
    (dates, newest) = (ends.dates, ends.newest)
  }

  /// Items in all.
  var count: Int { imageCount + videoCount }

  /// Takes an item, in any order.
  mutating func add(_ id: Int64, _ type: MediaType, taken: WallTime) {
    if type == .image { imageCount += 1 } else { videoCount += 1 }
    guard let dates, let newest else {
      dates = taken...taken
      newest = id
      return
    }
    if (taken, id) > (dates.upperBound, newest) { self.newest = id }
    self.dates = min(dates.lowerBound, taken)...max(dates.upperBound, taken)
  }

  /// Writes counts, dates and the cover into an album.
  func describe(_ album: inout Album) {
    (album.imageCount, album.videoCount) = (imageCount, videoCount)
    (album.dates, album.cover) = (dates, newest)
  }
}

/// Tallies of all albums that are no queries.
struct AlbumTallies {
  /// By user album.
  var users: [Int64: AlbumTally] = [:]
  /// By folder.
  var folders: [Int64: AlbumTally] = [:]
  /// By index run.
  var scans: [Int64: AlbumTally] = [:]
  /// Chosen covers of user albums that match.
  var covers: Set<Int64> = []
}
