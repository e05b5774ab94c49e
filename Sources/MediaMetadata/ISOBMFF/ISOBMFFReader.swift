internal import MediaModel

/// Reads the boxes of MP4, MOV, 3GP, HEIC, AVIF and their kin.
func readISOBMFF(
  _ source: ByteSource, format: MediaFormat, into metadata: inout EmbeddedMetadata
) throws {}
