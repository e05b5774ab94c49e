/// True when a body ended, however, before a minute had passed.
///
/// The minute is for machines on which other tests keep every core busy; a body that hangs never
/// ends.
public func completes(_ body: @escaping @Sendable () async throws -> Void) async -> Bool {
  await withTaskGroup(of: Bool.self) { group in
    group.addTask {
      do { try await body() } catch {}
      return true
    }
    group.addTask {
      do { try await Task.sleep(for: .seconds(60)) } catch {}
      return false
    }
    defer { group.cancelAll() }
    return await group.next() == true
  }
}
