/// What the process that makes one rendition is told on its command line.
struct RenditionArguments: Hashable {
  /// Process number of the parent.
  var parent: Int32
  /// What the kernel holds it to.
  var limits: WorkerArguments.Limits
  /// Bytes of the file that it may write.
  var outputByteCount: UInt64

  /// Makes arguments.
  init(parent: Int32, limits: WorkerArguments.Limits, outputByteCount: UInt64) {
    self.parent = parent
    self.limits = limits
    self.outputByteCount = outputByteCount
  }

  /// Reads what ``words`` writes; `nil` for anything else.
  init?(words: some Collection<String>) {
    let words = Array(words)
    guard words.count == 7, words[0] == "render", words[1] == "--parent",
      let parent = Int32(words[2]), words[3] == "--limits",
      let limits = WorkerArguments.Limits(words[4]), words[5] == "--output",
      let outputByteCount = UInt64(words[6])
    else { return nil }
    self.init(parent: parent, limits: limits, outputByteCount: outputByteCount)
  }

  /// As words of a command line.
  var words: [String] {
    [
      "render", "--parent", "\(parent)", "--limits", limits.text, "--output", "\(outputByteCount)",
    ]
  }
}
