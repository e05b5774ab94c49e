internal import MediaMetadata
package import MediaModel

/// Reads what a media file says of itself, and asks decoders for what our own readers cannot tell.
package struct DecodingMetadataReader: Sendable {
  private let reader = MetadataReader()
  private let probe: MediaProbe

  /// Makes a reader.
  package init(limits: DecodingLimits = DecodingLimits()) { probe = MediaProbe(limits: limits) }

  /// Reads the file at `path`; see ``MetadataReader/outcome(for:)``.
  package func outcome(for path: FilePath) -> MetadataOutcome {
    switch reader.outcome(for: path) {
    case .media(let metadata, let stamp) where MediaProbe.isNeeded(for: metadata):
      return completed(metadata, stamp, path)
    case let outcome: return outcome
    }
  }

  private func completed(
    _ metadata: EmbeddedMetadata, _ stamp: FileStamp, _ path: FilePath
  ) -> MetadataOutcome {
    var metadata = metadata
    do {
      try probe.probe(path, into: &metadata)
    } catch ProbeVerdict.audioOnly {
      return audioOnly(metadata, path)
    } catch let failure as RenderFailure {
      if metadata.pixelSize == nil, metadata.captureTimes.isEmpty {
        return .failed(ReadFailure(failure, format: metadata.format))
      }
      metadata.warnings.append(MetadataWarning(tag: "file", reason: failure.reason))
    } catch {
      metadata.warnings.append(MetadataWarning(tag: "file", reason: "\(error)"))
    }
    return .media(metadata, stamp)
  }

  /// Sound alone is no media, unless the name promises some.
  private func audioOnly(_ metadata: EmbeddedMetadata, _ path: FilePath) -> MetadataOutcome {
    guard let promise = path.fileExtension.flatMap(MediaFormat.promised(byExtension:)) else {
      return .notMedia
    }
    return .failed(
      ReadFailure(
        code: .notMedia,
        reason: "The name promises \(promise.mime). It holds sound but no picture."))
  }
}

extension ReadFailure {
  /// Says as a reader what a decoder said.
  fileprivate init(_ failure: RenderFailure, format: MediaFormat) {
    let code: Code =
      switch failure.code {
      case .notFound: .notFound
      case .unreadable: .unreadable
      case .timedOut: .timedOut
      default: .malformed
      }
    self.init(code: code, reason: failure.reason, format: format)
  }
}
