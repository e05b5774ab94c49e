internal import MediaModel

extension MetadataOutcome: FieldCoded {
  static var blank: MetadataOutcome { .notMedia }

  private enum Kind: UInt8, FieldCoded {
    case media, notMedia, failed
    static var blank: Kind { .notMedia }
  }

  private var kind: Kind {
    switch self {
    case .media: .media
    case .notMedia: .notMedia
    case .failed: .failed
    }
  }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    var kind = kind
    try fields.visit(&kind)
    switch kind {
    case .media:
      var metadata = EmbeddedMetadata.blank
      var stamp = FileStamp.blank
      if case .media(let value, let state) = self { (metadata, stamp) = (value, state) }
      try fields.visit(&metadata)
      try fields.visit(&stamp)
      self = .media(metadata, stamp)
    case .notMedia:
      self = .notMedia
    case .failed:
      var failure = ReadFailure.blank
      if case .failed(let value) = self { failure = value }
      try fields.visit(&failure)
      self = .failed(failure)
    }
  }
}
