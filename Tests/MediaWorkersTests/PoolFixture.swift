import Glibc
import LinuxSystem
import MediaModel
import MediaWorkers

/// What tests of a pool need.
enum PoolFixture {
  /// The misbehaving worker, beside the test program.
  static let executable = ((try? OwnProcess.executable()) ?? "").parent
    .appending("worker-fixture")

  /// True under a sanitizer, which maps terabytes of address space and answers faults itself.
  static let isSanitized = ["__tsan_init", "__asan_init"].contains { (name: String) in
    dlsym(nil, name) != nil
  }

  /// A pool of misbehaving workers with a short deadline.
  static func pool(
    workers: Int = 1, deadline: Duration = .milliseconds(300),
    _ change: (inout WorkerPool.Configuration) -> Void = { _ in }
  ) -> WorkerPool {
    var configuration = WorkerPool.Configuration(workerCount: workers, executable: executable)
    configuration.metadata.deadline = deadline
    configuration.thumbnails.deadline = deadline
    if isSanitized { (configuration.metadata.memory, configuration.thumbnails.memory) = (0, 0) }
    change(&configuration)
    return WorkerPool(configuration)
  }

  /// Waits until something holds; false when it does not after ten seconds.
  ///
  /// Tests of other suites run in this process too, and have descriptors and children for a moment.
  static func eventually(_ condition: () -> Bool) -> Bool {
    for _ in 0..<1_000 where !condition() { usleep(10_000) }
    return condition()
  }

  /// Numbers of the workers that are children of this process, zombies included.
  static func children() -> Set<Int> {
    var found: Set<Int> = []
    guard let directory = opendir("/proc/self/task") else { return [] }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      let path = FilePath("/proc/self/task/\(name)/children")
      guard let file = try? Descriptor(path: path), let bytes = try? file.readToEnd() else {
        continue
      }
      found.formUnion(
        bytes.split(separator: 0x20).compactMap { Int(String(decoding: $0, as: UTF8.self)) })
    }
    return found.filter { number in
      let name = try? Descriptor(path: FilePath("/proc/\(number)/comm")).readToEnd()
      return name == Array("worker-fixture\n".utf8)
    }
  }

  /// Descriptors that are open in this process.
  static func descriptorCount() -> Int {
    (0..<1_024).count { fcntl($0, F_GETFD) >= 0 }
  }
}

extension MetadataOutcome {
  /// `ok`, `not-media` or the failure's code.
  var summary: String {
    switch self {
    case .media: "ok"
    case .notMedia: "no"
    case .failed(let failure): failure.code.rawValue
    }
  }

  /// The caption, which the fixture fills with the file's name.
  var caption: String? {
    if case .media(let metadata, _) = self { metadata.annotations.caption } else { nil }
  }

  /// The failure's sentence.
  var reason: String {
    if case .failed(let failure) = self { failure.reason } else { "" }
  }
}
