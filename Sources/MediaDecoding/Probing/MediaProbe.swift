package import MediaModel

/// Asks decoders what our own readers cannot tell of a file.
package struct MediaProbe: Sendable {
  /// What one file may cost.
  package let limits: DecodingLimits

  /// Makes a probe.
  package init(limits: DecodingLimits = DecodingLimits()) { self.limits = limits }

  /// True when a decoder may know more than `metadata` says.
  package static func isNeeded(for metadata: EmbeddedMetadata) -> Bool {
    metadata.needsDecoder
  }

  /// Fills in what `metadata` lacks: size, duration, codec, sound, camera, dates.
  ///
  /// What is there already stays.
  ///
  /// - Throws: ``RenderFailure`` when no decoder can read the file; ``ProbeVerdict/audioOnly`` when
  ///   it holds sound but no picture.
  package func probe(_ path: FilePath, into metadata: inout EmbeddedMetadata) throws {
    let deadline = Deadline(in: limits.time)
    if metadata.format.type == .video {
      try ContainerProbe(path: path, deadline: deadline).probe(into: &metadata)
    } else if metadata.format.isRaw {
      try RawFile(path, limits: limits, deadline: deadline).describe(&metadata)
    }
  }
}

/// What a probe finds a file to be.
package enum ProbeVerdict: Error, Hashable {
  /// It holds sound but no picture.
  case audioOnly
}
