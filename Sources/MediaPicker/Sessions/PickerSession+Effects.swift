internal import Synchronization
internal import MediaCatalog
internal import MediaModel

extension PickerSession {
  /// Has done what a reduction wants done; under the lock, so that what two tasks send at the same
  /// time is told and done in the order in which it was numbered.
  func enqueue(_ effects: [PickerEffect], in core: inout Core) {
    for effect in effects {
      switch effect {
      case .changed, .policyChanged: save(&core)
      case .deliver(let facts): deliver(facts, in: &core)
      case .modeChanged(let mode):
        save(&core)
        if let binding = closures.bindings.mode { core.tellClient { binding.set(mode) } }
      case .focusChanged(let id):
        if let focus = closures.bindings.focus { core.tellClient { focus(id) } }
      case .finished:
        save(&core)
        if let binding = closures.bindings.isPresented { core.tellClient { binding.set(false) } }
      case .orientation(let lock):
        if let handler = closures.orientationHandler { core.tellClient { handler(lock) } }
      case .didPressCancelCamera:
        if let handler = closures.didPressCancelCamera { core.tellClient { handler() } }
      case .capture(let command): capture(command, in: &core)
      case .discardCaptures(let uids): discard(uids, in: &core)
      default: break
      }
    }
  }

  // MARK: The client

  /// Gives the client all selected items, behind everything that it was told before.
  private func deliver(_ facts: [ItemFacts], in core: inout Core) {
    let (selection, onChange) = (closures.bindings.selection, closures.onChange)
    guard selection != nil || onChange != nil else { return }
    let items = facts.map { core.known[$0.id] ?? placeholder($0, core.state.configuration) }
    core.tellClient {
      selection?.set(items)
      await onChange?(items)
    }
  }

  /// Waits until the device has done what it was told, and the client has heard of everything, and
  /// until old sessions are swept.
  public func settle() async {
    await core.withLock { $0.sweeping }?.value
    await core.withLock { $0.refiltering }?.value
    await core.withLock { $0.captureCalls }?.value
    await core.withLock { $0.clientCalls }?.value
  }

  /// Goes where the client's own value of the screen says; for when the client changed it.
  public func follow() {
    guard let mode = closures.bindings.mode?.get(), mode != state.mode else { return }
    send(.setMode(mode))
  }

  /// Gives the client the albums, if it wants them.
  func tellAlbums() async throws {
    guard let handler = closures.bindings.albums else { return }
    handler(try await catalog.albums(matching: scope.base(state.configuration)))
  }

  /// An item that was selected and is not at hand any more: its bytes are looked up when wanted.
  private func placeholder(
    _ facts: ItemFacts, _ configuration: PickerConfiguration
  ) -> PickerItem {
    PickerItem(
      source: LateSource(
        facts: facts, scope: scope, configuration: configuration, closures: closures),
      facts: facts)
  }

  // MARK: Files

  /// Writes the session to its file soon; many changes at once are one write.
  private func save(_ core: inout Core) {
    guard closures.isResumable else { return }
    core.needsSaving = true
    guard core.saving == nil else { return }
    core.saving = Task { @concurrent in await self.writeUntilSaved() }
  }

  /// Waits until the file holds the session as it is now.
  ///
  /// - Throws: What writing throws.
  public func flush() async throws {
    await core.withLock { $0.saving }?.value
    try await files().write(record())
  }

  /// The session's files, with a thread for them.
  func files() throws -> SessionFiles {
    try core.withLock { core in
      if let files = core.files { return files }
      let files = try SessionFiles(of: catalog)
      core.files = files
      return files
    }
  }

  /// Removes what sessions have left behind that nobody will resume, in the background.
  func sweep() {
    // Most catalogs have no session; those cost one look and no thread.
    guard FileAccess.isTaken(SessionFiles.folder(of: catalog)) else { return }
    core.withLock { core in
      core.sweeping = Task { @concurrent in
        // What cannot be swept now is there for the next opening.
        do { try await self.files().sweep(at: self.now(), behind: self.id) } catch {}
      }
    }
  }

  private func writeUntilSaved() async {
    while true {
      let record = core.withLock { core -> SessionFiles.Record? in
        guard core.needsSaving else {
          core.saving = nil
          return nil
        }
        core.needsSaving = false
        return self.record(core)
      }
      guard let record else { return }
      // A session that cannot be written is one that cannot be resumed, and no worse.
      do { try await files().write(record) } catch {}
    }
  }

  private func record() -> SessionFiles.Record { core.withLock { record($0) } }

  private func record(_ core: Core) -> SessionFiles.Record {
    SessionFiles.Record(
      id: id, sequence: core.log.sequence, state: core.state, created: created,
      touched: core.touched)
  }

  // MARK: Captures

  /// How long a capture is kept from sweeps for this session's sake; a staged one is never swept.
  static let leaseTime = Duration.seconds(24 * 3_600)

  /// Looks whether there is a camera.
  func checkCamera() async {
    let reason: String? =
      if closures.captureInbox == nil {
        "This picker was set up without an inbox for captures."
      } else if let device = closures.captureDevice {
        (await device.availability).failure?.reason
      } else {
        "This picker was set up without a camera."
      }
    if state.capture.unavailableReason != reason { send(.captureAvailability(reason)) }
  }

  /// Tells the device, one command after the other: a recording must not stop before it starts.
  private func capture(_ command: CaptureCommand, in core: inout Core) {
    guard let device = closures.captureDevice, let inbox = closures.captureInbox else { return }
    let rules = CaptureRules(types: core.state.configuration.mediaTypes.types)
    core.tellDevice {
      do {
        guard let media = try await Self.run(command, on: device) else { return }
        self.take(
          try await inbox.add(media, rules: rules, lease: (self.id, Self.leaseTime)), into: inbox)
      } catch {
        self.send(.captureFailed(String(describing: error)))
      }
    }
  }

  private static func run(
    _ command: CaptureCommand, on device: any CaptureDevice
  ) async throws -> CapturedMedia? {
    switch command {
    case .run: return nil
    case .flash(let isOn): try await device.setFlash(isOn)
    case .frontFacing: try await device.flip()
    case .takePhoto: return try await device.takePhoto()
    case .record(true): try await device.startRecording()
    case .record(false): return try await device.stopRecording()
    }
    return nil
  }

  /// Brings what was put into the inbox from elsewhere to the session, such as an upload.
  public func take(_ capture: Capture, into inbox: CaptureInbox) {
    core.withLock { $0.known.add([inbox.item(capture)]) }
    if let error = capture.error {
      send(.captureFailed(error.description))
    } else {
      send(.captured(capture.facts))
    }
  }

  private func discard(_ uids: [String], in core: inout Core) {
    guard let inbox = closures.captureInbox, !uids.isEmpty else { return }
    let owner = id
    core.tellDevice {
      // What cannot be discarded stays in the inbox, where a person finds it.
      do { try await inbox.discard(uids, by: owner) } catch {}
    }
  }

  /// Brings selected captures into the collection; behaviours C-07.
  func promoteSelectedCaptures() async throws {
    guard let inbox = closures.captureInbox, let folder = closures.captureFolder else { return }
    let uids = state.selection.items.compactMap(\.id.captureID)
    guard !uids.isEmpty else { return }
    _ = try await inbox.promote(uids, into: folder, by: id)
  }
}

extension PickerSession.Core {
  /// Calls the client behind everything that it was told before.
  mutating func tellClient(_ body: @escaping @Sendable () async -> Void) {
    let before = clientCalls
    clientCalls = Task { @concurrent in
      await before?.value
      await body()
    }
  }

  /// Uses the device and the inbox behind everything that was wanted of them before.
  mutating func tellDevice(_ body: @escaping @Sendable () async -> Void) {
    let before = captureCalls
    captureCalls = Task { @concurrent in
      await before?.value
      await body()
    }
  }
}
