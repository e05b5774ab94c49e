internal import MediaModel
internal import UnicodeText

/// A file's outcome, made ready for storing: everything that needs no database is done.
struct PreparedFile: Sendable {
  var candidate: Candidate
  var stamp: FileStamp
  var verdict: Verdict

  /// What is to be stored.
  enum Verdict: Sendable {
    case media(PreparedMedia)
    /// A failed file; the derived data are what its name and times tell.
    case failed(ReadFailure, PreparedMedia)
    case notMedia
    /// Cannot be opened, and nothing promises that it is media: no item, but another try later.
    case unopened(ReadFailure)
    /// Gone between listing and reading: nothing is stored, the next run sees it.
    case gone
  }
}

extension PreparedFile {
  /// A file of which only the listing is known.
  init(_ candidate: Candidate, _ verdict: Verdict) {
    self.init(candidate: candidate, stamp: candidate.stamp, verdict: verdict)
  }
}

/// The derived columns of a media row, beside what `EmbeddedMetadata` holds.
struct PreparedMedia: Sendable {
  var metadata: EmbeddedMetadata
  var captureTime: CaptureTime
  var foldedName: String
  var nameKey: [UInt8]
  var fileExtension: String?
}

/// Turns reading outcomes into rows.
struct Preparation: Sendable {
  var resolver: CaptureTimeResolver

  func prepare(_ candidate: Candidate, _ outcome: MetadataOutcome) -> PreparedFile {
    switch outcome {
    case .media(let metadata, let stamp):
      return PreparedFile(
        candidate: candidate, stamp: stamp,
        verdict: .media(prepare(metadata, candidate, modified: stamp.modificationTime)))
    case .notMedia:
      // What a person may have put into an album stays an item, with the reason.
      guard candidate.item != nil else { return PreparedFile(candidate, .notMedia) }
      let failure = ReadFailure(code: .notMedia, reason: "its content is no longer media")
      return failed(candidate, failure)
    case .failed(let failure):
      if failure.code == .notFound {
        return PreparedFile(candidate, .gone)
      }
      return failed(candidate, failure)
    }
  }

  private func failed(_ candidate: Candidate, _ failure: ReadFailure) -> PreparedFile {
    let format =
      failure.format
      ?? candidate.name.fileExtension.flatMap(MediaFormat.promised(byExtension:))
    // An item that is known keeps its format; its row is not written from these metadata.
    guard let format = format ?? (candidate.item == nil ? nil : .jpeg) else {
      return PreparedFile(candidate, .unopened(failure))
    }
    let media = prepare(
      EmbeddedMetadata(format: format), candidate, modified: candidate.stamp.modificationTime)
    return PreparedFile(candidate, .failed(failure, media))
  }

  private func prepare(
    _ metadata: EmbeddedMetadata, _ candidate: Candidate, modified: Int64
  ) -> PreparedMedia {
    PreparedMedia(
      metadata: metadata,
      captureTime: resolver.resolve(
        metadata.captureTimes, folder: candidate.folder.path, name: candidate.name,
        modificationTime: modified),
      foldedName: Folding.search(candidate.name.bytes),
      nameKey: NaturalSortKey.make(candidate.name.bytes),
      fileExtension: candidate.name.fileExtension)
  }
}
