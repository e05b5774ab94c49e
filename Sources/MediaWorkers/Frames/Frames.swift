internal import MediaModel

// Both directions speak in frames: four bytes with the length of the rest (little-endian, at most
// 64 MiB), then fields. The worker begins with a `Hello`; each `Request` is answered by one or more
// `Response` frames, of which the last says so.

/// Facts about frames that both sides must agree on.
enum Frame {
  /// The number before each frame.
  static let headCount = 4
  /// Longer frames are damage.
  static let maximumCount = 64 << 20
  /// What a worker encodes before it writes; two of them fit the pipe.
  static let flushCount = 64 << 10
  /// What the pipes are asked to hold.
  static let pipeCount = 256 << 10
}

/// The worker's first frame: who it is and which language it speaks.
struct Hello: FieldCoded, Hashable {
  /// `MCWK`, so that another program's output is told apart.
  var magic: UInt32 = 0x4B57_434D
  /// Raised when frames change their meaning.
  var protocolVersion: UInt32 = 3
  /// Changes by itself when a field is added, moved or retyped.
  var layout: UInt64 = Layout.fingerprint
  /// Version of the reader behind the worker; a newer one may find more in the same file.
  var readerVersion: UInt32 = 0
  /// What the kernel keeps the worker from.
  var protections = WorkerProtections()

  static var blank: Hello { Hello() }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.visit(&magic)
    try fields.visit(&protocolVersion)
    try fields.eightBytes(&layout)
    // The rest may look different in another version, which is all that has to be said of it.
    if complaint != nil { return }
    try fields.visit(&readerVersion)
    try fields.visit(&protections)
  }
}

/// What a worker is asked to do with each file of a batch.
enum Operation: Hashable {
  case readMetadata
  case makeThumbnails(ThumbnailSpecification)
  case planDelivery(MetadataStripping)

  /// What kind of work, without its parameters.
  enum Kind: UInt8, FieldCoded, CaseIterable {
    case metadata = 1
    case thumbnails = 2
    case deliveries = 3

    static var blank: Kind { .metadata }
  }

  /// What kind of work it is.
  var kind: Kind {
    switch self {
    case .readMetadata: .metadata
    case .makeThumbnails: .thumbnails
    case .planDelivery: .deliveries
    }
  }
}

extension Operation: FieldCoded {
  static var blank: Operation { .readMetadata }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    var kind = kind
    try fields.visit(&kind)
    switch kind {
    case .metadata:
      self = .readMetadata
    case .thumbnails:
      var specification = ThumbnailSpecification.blank
      if case .makeThumbnails(let value) = self { specification = value }
      try fields.visit(&specification)
      self = .makeThumbnails(specification)
    case .deliveries:
      var stripping: MetadataStripping = []
      if case .planDelivery(let value) = self { stripping = value }
      try fields.visit(&stripping)
      self = .planDelivery(stripping)
    }
  }
}

/// Asks about a batch of files.
struct Request: FieldCoded {
  /// What to do.
  var operation = Operation.readMetadata
  /// Number of the batch, which its responses repeat.
  var batch: UInt32 = 0
  /// The files.
  var paths: [FilePath] = []

  static var blank: Request { Request() }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.visit(&operation)
    try fields.visit(&batch)
    try fields.visit(&paths)
  }
}

/// Begins an answer; `count` outcomes follow in the same frame.
struct ResponseHead: FieldCoded {
  /// The batch it belongs to.
  var batch: UInt32 = 0
  /// Place in the batch of the first outcome.
  var first: UInt32 = 0
  /// Outcomes that follow.
  var count: UInt32 = 0
  /// True in the last frame of a batch.
  var isLast = false
  /// Memory the worker uses now.
  var residentByteCount: UInt64 = 0

  static var blank: ResponseHead { ResponseHead() }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.visit(&batch)
    try fields.visit(&first)
    try fields.visit(&count)
    try fields.visit(&isLast)
    try fields.visit(&residentByteCount)
  }
}

extension FilePath: FieldCoded {
  static var blank: FilePath { FilePath(bytes: []) }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.bytes(&bytes)
  }
}
