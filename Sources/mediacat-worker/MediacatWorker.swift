internal import MediaMetadata
internal import MediaModel
internal import MediaWorkers

/// Opens media files for `mediacat`, in a process that may die of them.
@main struct MediacatWorker {
  static func main() {
    let reader = MetadataReader()
    WorkerProgram.run(readerVersion: UInt32(ReaderVersion.current)) { path in
      reader.outcome(for: path)
    } render: { _, _ in
      .failure(RenderFailure(code: .unsupported, reason: "this build decodes no pictures"))
    }
  }
}
