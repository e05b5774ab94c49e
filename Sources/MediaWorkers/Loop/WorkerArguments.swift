/// What a worker is told on its command line.
struct WorkerArguments: Hashable {
  /// Process number of the parent.
  var parent: Int32
  /// Bytes of address space; 0 sets no limit.
  var memoryLimit: UInt64

  /// Makes arguments.
  init(parent: Int32, memoryLimit: UInt64) {
    self.parent = parent
    self.memoryLimit = memoryLimit
  }

  /// Reads what ``words`` writes; `nil` for anything else.
  init?(words: some Collection<String>) {
    let words = Array(words)
    guard words.count == 5, words[0] == "serve", words[1] == "--parent",
      let parent = Int32(words[2]), words[3] == "--memory", let memoryLimit = UInt64(words[4])
    else { return nil }
    self.init(parent: parent, memoryLimit: memoryLimit)
  }

  /// As words of a command line.
  var words: [String] { ["serve", "--parent", "\(parent)", "--memory", "\(memoryLimit)"] }
}
