internal import CommandOutput
internal import MediaWorkers

/// What the kernel keeps the workers from, asked of one that is started for it.
struct ProtectionReport: Sendable {
  private let protections: WorkerProtections

  /// Starts a worker, asks it and ends it.
  ///
  /// - Throws: ``WorkerError`` when no worker can start.
  init() async throws {
    protections = try await WorkerPool(WorkerPool.Configuration(workerCount: 1)).whileOpen {
      try await $0.protections()
    }
  }

  /// One line for people.
  var line: String {
    let limits = OperationLimits.thumbnails
    var line = "workers   " + protections.holding.map(\.rawValue).joined(separator: ", ")
    if protections.holding.isEmpty { line += "no protection" }
    line += "; at most \(HumanText.byteCount(Int64(limits.memory))) of memory each"
    for lack in protections.lacking {
      line += "; this kernel gives no \(lack.kind.rawValue): \(lack.reason)"
    }
    return line
  }

  /// Adds an object to a JSON object that is open.
  func add(to json: inout JSONWriter) {
    json.key("protections")
    json.beginObject()
    json.key("holding")
    json.beginArray()
    for kind in protections.holding { json.string(kind.rawValue) }
    json.endArray()
    json.key("lacking")
    json.beginArray()
    for lack in protections.lacking {
      json.beginObject()
      json.key("name")
      json.string(lack.kind.rawValue)
      json.key("reason")
      json.string(lack.reason)
      json.endObject()
    }
    json.endArray()
    json.endObject()
  }
}
