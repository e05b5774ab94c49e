internal import MediaWorkers

/// Opens media files for `mediacat`, in a process that may die of them.
@main struct MediacatWorker {
  static func main() {
    WorkerProgram.run(readerVersion: Reader.version, read: Reader.outcome)
  }
}
