/// What a worker is told on its command line.
struct WorkerArguments: Hashable {
  /// What the kernel holds the worker to while it is at one kind of work.
  struct Limits: Hashable {
    /// Bytes of address space; 0 sets no limit.
    var memory: UInt64
    /// Seconds of processor time for one file.
    var processorSeconds: UInt64
  }

  /// Whether decoders are wanted, which take long to start.
  var decodes = false
  /// Process number of the parent.
  var parent: Int32
  /// Limits while it reads metadata.
  var metadata: Limits
  /// Limits once it makes thumbnails.
  var thumbnails: Limits

  /// Makes arguments.
  init(decodes: Bool = false, parent: Int32, metadata: Limits, thumbnails: Limits) {
    self.decodes = decodes
    self.parent = parent
    self.metadata = metadata
    self.thumbnails = thumbnails
  }

  /// Reads what ``words`` writes; `nil` for anything else.
  init?(words: some Collection<String>) {
    let words = Array(words)
    guard words.count == 7, ["serve", "decode"].contains(words[0]), words[1] == "--parent",
      let parent = Int32(words[2]), words[3] == "--metadata", let metadata = Limits(words[4]),
      words[5] == "--thumbnails", let thumbnails = Limits(words[6])
    else { return nil }
    self.init(
      decodes: words[0] == "decode", parent: parent, metadata: metadata, thumbnails: thumbnails)
  }

  /// As words of a command line.
  var words: [String] {
    [
      decodes ? "decode" : "serve", "--parent", "\(parent)", "--metadata", metadata.text,
      "--thumbnails",
      thumbnails.text,
    ]
  }
}

extension WorkerArguments.Limits {
  /// Takes the kernel's part of an operation's limits.
  init(_ limits: OperationLimits) {
    memory = UInt64(max(0, limits.memory))
    processorSeconds = UInt64((limits.processorTime.milliseconds + 999) / 1_000)
  }

  /// Reads `BYTES,SECONDS`.
  init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let memory = UInt64(parts[0]), let seconds = UInt64(parts[1]) else {
      return nil
    }
    self.init(memory: memory, processorSeconds: seconds)
  }

  /// `BYTES,SECONDS`.
  var text: String { "\(memory),\(processorSeconds)" }
}
