internal import MediaMetadata
internal import MediaModel
internal import MediaWorkers

/// Opens media files for `mediacat`, in a process that may die of them.
@main struct MediacatWorker {
  static func main() {
    WorkerProgram.becomeDecoderIfAsked()
    let reader = MetadataReader()
    let planner = DeliveryPlanner()
    let failure = RenderFailure(
      code: .unsupported,
      reason:
        "This worker does not decode: mediacat-decoder is not installed beside it, or the pool "
        + "was made without `decodes`.")
    WorkerProgram.run(readerVersion: UInt32(ReaderVersion.current)) { path in
      reader.outcome(for: path)
    } render: { _, _ in
      .failure(failure)
    } plan: { path, stripping in
      planner.outcome(for: path, stripping: stripping)
    } makeRendition: { _, _, _, _ in
      .failure(failure)
    }
  }
}
