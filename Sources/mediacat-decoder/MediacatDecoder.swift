internal import MediaDecoding
internal import MediaMetadata
internal import MediaModel
internal import MediaWorkers

/// Decodes media files for `mediacat`, in a process that may die of them; `mediacat-worker` becomes it.
@main struct MediacatDecoder {
  static func main() {
    let reader = DecodingMetadataReader()
    let decoder = Decoder()
    let planner = DeliveryPlanner()
    WorkerProgram.run(readerVersion: UInt32(ReaderVersion.current)) { path in
      reader.outcome(for: path)
    } render: { path, specification in
      decoder.render(path, specification)
    } plan: { path, stripping in
      planner.outcome(for: path, stripping: stripping)
    } makeRendition: { path, specification, output, progress in
      Result { () throws(RenderFailure) in
        try RenditionRenderer().render(path, specification, into: output, progress: progress)
      }
    }
  }

  /// Starts the decoders when the first picture is wanted: reading metadata does not pay for them.
  private final class Decoder {
    private lazy var renderer = ThumbnailRenderer()

    func render(
      _ path: FilePath, _ specification: ThumbnailSpecification
    ) -> Result<RenderedThumbnail, RenderFailure> {
      Result { () throws(RenderFailure) in try renderer.render(path, specification) }
    }
  }
}
