internal import ContentDigest
internal import Glibc
internal import MediaCatalog
public import MediaModel
internal import SQLiteDatabase

extension CaptureInbox {
  /// Takes a copy of a file; the file itself is only read.
  ///
  /// - Parameters:
  ///   - path: A regular file.
  ///   - origin: Where it came from.
  ///   - rules: What is wanted.
  ///   - lease: Who holds it from the beginning, and for how long.
  /// - Returns: The capture: staged, or quarantined with the reason.
  /// - Throws: ``CatalogError`` `missing`, `unreadable`, `changed`, `empty`, `tooLarge`, `noSpace`,
  ///   `unwritable`; `notMedia` or `typeNotAllowed` for what the rules refuse. Nothing is kept then.
  @discardableResult
  public func add(
    _ path: FilePath, origin: Capture.Origin = .file, rules: CaptureRules = CaptureRules(),
    lease: (owner: String, duration: Duration)? = nil
  ) async throws -> Capture {
    // A link has the name that a person knows.
    let name = path.lastComponent
    let path = RealPath.of(path)
    let stream: DeliveryStream
    do {
      stream = try DeliveryStream(whole: path)
    } catch {
      throw error.code == .unreadable && FileKind.isFolder(path)
        ? CatalogError(code: .unreadable, path: path, reason: "is a folder; name the files in it")
        : error
    }
    do {
      guard stream.count <= rules.maximumByteCount else {
        throw CatalogError.tooManyBytes(rules.maximumByteCount)
      }
      return try await receive(
        stream,
        Arrival(
          name: name, origin: origin, modified: FileKind.modificationTime(path),
          lease: lease), rules)
    } catch let error as CatalogError where error.path == nil && error.code != .notFound {
      throw CatalogError(code: error.code, path: path, reason: error.reason)
    }
  }

  /// Takes bytes that come in pieces.
  ///
  /// - Parameters:
  ///   - chunks: The bytes.
  ///   - name: The name that they came with; one is made of the time without it.
  ///   - origin: Where they came from.
  ///   - rules: What is wanted.
  ///   - lease: Who holds it from the beginning, and for how long.
  /// - Returns: The capture: staged, or quarantined with the reason.
  /// - Throws: As ``add(_:origin:rules:lease:)``, and what `chunks` throws. What a camera took is
  ///   quarantined where anything else would be refused: nothing else has it.
  @discardableResult
  public func add<Chunks: AsyncSequence & Sendable>(
    chunks: Chunks, name: FilePath? = nil, origin: Capture.Origin = .upload,
    rules: CaptureRules = CaptureRules(), lease: (owner: String, duration: Duration)? = nil
  ) async throws -> Capture where Chunks.Element == [UInt8] {
    let name = name?.lastComponent
    return try await receive(
      chunks,
      Arrival(
        name: name.flatMap { $0.bytes.isEmpty ? nil : $0 } ?? nameByTime(), origin: origin,
        modified: nil, lease: lease), rules)
  }

  /// Takes bytes in memory.
  ///
  /// - Throws: As ``add(chunks:name:origin:rules:lease:)``.
  @discardableResult
  public func add(
    bytes: [UInt8], name: FilePath? = nil, origin: Capture.Origin = .upload,
    rules: CaptureRules = CaptureRules(), lease: (owner: String, duration: Duration)? = nil
  ) async throws -> Capture {
    let chunks = AsyncStream { continuation in
      if !bytes.isEmpty { continuation.yield(bytes) }
      continuation.finish()
    }
    return try await add(chunks: chunks, name: name, origin: origin, rules: rules, lease: lease)
  }

  /// Takes what a capture device made.
  ///
  /// - Throws: As ``add(chunks:name:origin:rules:lease:)``.
  @discardableResult
  public func add(
    _ made: CapturedMedia, rules: CaptureRules = CaptureRules(),
    lease: (owner: String, duration: Duration)? = nil
  ) async throws -> Capture {
    switch made.content {
    case .file(let path):
      try await add(path, origin: .camera, rules: rules, lease: lease)
    case .bytes(let bytes):
      try await add(bytes: bytes, name: made.name, origin: .camera, rules: rules, lease: lease)
    }
  }

  // MARK: Receiving

  /// What is known of a capture before its bytes come.
  private struct Arrival {
    var name: FilePath
    var origin: Capture.Origin
    var modified: Int64?
    var lease: (owner: String, duration: Duration)?
  }

  private func nameByTime() -> FilePath {
    let time = WallTime(nanoseconds: now() / 1_000_000_000 * 1_000_000_000).description
    return FilePath("capture-" + time.filter(\.isNumber))
  }

  private func receive<Chunks: AsyncSequence & Sendable>(
    _ chunks: Chunks, _ arrival: Arrival, _ rules: CaptureRules
  ) async throws -> Capture where Chunks.Element == [UInt8] {
    let uid = StagedName.makeUID()
    let staged = StagedName.make(uid, suffix: arrival.name.fileExtension)
    let token = try await files.begin(staged)
    var isPlaced = false
    do {
      for try await bytes in chunks {
        try Task.checkCancellation()
        try await files.append(bytes, to: token, limit: rules.maximumByteCount)
      }
      try Task.checkCancellation()
      let receipt = try await files.place(token, as: staged, modified: arrival.modified)
      isPlaced = true
      try await insert(uid, staged, receipt, arrival)
      try await look(uid, rules: rules)
      await files.letGo(token)
    } catch {
      if isPlaced { await forget(uid, staged) }
      await files.letGo(token)
      throw error
    }
    guard let capture = try await capture(uid) else {
      throw CatalogError(code: .notFound, reason: "was discarded while it came")
    }
    return capture
  }

  /// Removes a capture whose giver is told why.
  private func forget(_ uid: String, _ staged: FilePath) async {
    let (catalog, files) = (catalog, files)
    // The giver may have been cancelled, which would end this write too.
    await Task {
      do {
        let name = try await catalog.database.write { connection in
          try connection.transaction {
            let row = try connection.first("SELECT staged FROM capture WHERE uid = \(uid)")
            try connection.execute("DELETE FROM capture WHERE uid = \(uid)")
            return row?[0].blob.map { FilePath(bytes: $0) } ?? staged
          }
        }
        await files.remove([staged, name])
      } catch {
        // The error that led here is the one to report. A row that stays keeps its file, and a
        // recovery looks at both; a file without one is swept.
      }
    }.value
  }

  private func insert(
    _ uid: String, _ staged: FilePath, _ receipt: CaptureFolder.Receipt, _ arrival: Arrival
  ) async throws {
    let time = now()
    let (name, origin) = (arrival.name.bytes, arrival.origin.rawValue)
    let owner = arrival.lease?.owner
    let expires = arrival.lease.map { CaptureLease.end(of: $0.duration, from: time) }
    try await catalog.database.write { connection in
      try connection.execute(
        """
        INSERT INTO capture (uid, staged, name, size, digest, origin, state, lease, lease_expires,
          created)
        VALUES (\(uid), \(staged.bytes), \(name), \(receipt.byteCount), \(receipt.digest.bytes),
          \(origin), 'staged', \(owner), \(expires), \(time))
        """)
    }
  }

  // MARK: Looking

  /// Finds out what a capture is, and stores it; the caller holds its file.
  ///
  /// - Throws: ``CatalogError`` `notMedia` or `typeNotAllowed` when it is refused; `CancellationError`.
  private func look(_ uid: String, rules: CaptureRules) async throws {
    let row = try await row(uid)
    let verdict = try await verdict(on: row.staged, rules: rules)
    if let failure = verdict.failure, verdict.isRefused, row.capture.origin != .camera {
      throw CatalogError(code: failure.code, reason: failure.reason)
    }
    try await store(verdict, of: row)
  }

  /// Finds out what a capture is that came before; without rules, because those went with the crash.
  func look(_ row: CaptureRow) async throws {
    try await store(try await verdict(on: row.staged, rules: CaptureRules()), of: row)
  }

  private func verdict(
    on staged: FilePath, rules: CaptureRules
  ) async throws -> CaptureVerdict {
    do {
      let outcome = try await reader.read([folder.appending(staged)]).first
      var isCutOff = false
      if case .media(let metadata, _) = outcome {
        isCutOff = try await files.isCutOff(staged, format: metadata.format)
      }
      return CaptureVerdict(outcome, isCutOff: isCutOff, rules: rules)
    } catch let error as CancellationError {
      throw error
    } catch {
      return CaptureVerdict(unread: error)
    }
  }

  private func store(_ verdict: CaptureVerdict, of row: CaptureRow) async throws {
    let metadata = verdict.metadata
    let uid = row.capture.uid
    var staged = row.staged
    if let format = metadata?.format {
      let suiting = StagedName.suiting(format, staged, uid: uid)
      if suiting != staged, await files.alias(staged, as: suiting) { staged = suiting }
    }
    let (state, failure) = (verdict.failure == nil ? "staged" : "quarantined", verdict.failure)
    let (size, name) = (metadata?.displaySize, staged.bytes)
    let taken = metadata.map { metadata in
      CaptureTimeResolver(now: WallTime(nanoseconds: now())).resolve(
        metadata.captureTimes, folder: "", name: row.capture.name,
        modificationTime: verdict.modified ?? row.capture.created
      ).chosen.wallTime.nanoseconds
    }
    do {
      try await catalog.database.write { connection in
        try connection.execute(
          """
          UPDATE capture SET staged = \(name), type = \(metadata?.format.type.rawValue),
            mime = \(metadata?.format.mime), width = \(size?.width), height = \(size?.height),
            duration = \(metadata?.duration?.nanoseconds), taken = \(taken), state = \(state),
            error_code = \(failure?.code.rawValue), error = \(failure?.reason)
          WHERE uid = \(uid) AND state IN ('staged', 'quarantined')
          """)
      }
    } catch {
      if staged != row.staged { await files.remove([staged]) }
      throw error
    }
    if staged != row.staged { await files.remove([row.staged]) }
  }
}

/// What stat(2) says of a path.
enum FileKind {
  /// True for a folder, or a link to one.
  static func isFolder(_ path: FilePath) -> Bool {
    status(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  /// When a file was modified, nanoseconds since 1970-01-01 UTC.
  static func modificationTime(_ path: FilePath) -> Int64? {
    status(path).map { FileStamp($0).modificationTime }
  }

  private static func status(_ path: FilePath) -> stat? {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 ? status : nil
  }
}
