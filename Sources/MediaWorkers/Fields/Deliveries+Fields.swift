internal import MediaModel

extension MetadataStripping: FieldCoded {
  static var blank: MetadataStripping { [] }
}

extension DeliveryPlan.Piece: FieldCoded {
  static var blank: Self { .zeros(1) }

  private enum Kind: UInt8, FieldCoded {
    case original, bytes, zeros
    static var blank: Kind { .zeros }
  }

  /// Moves a piece; what is read is not empty and no range of it is upside down.
  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    var kind: Kind =
      switch self {
      case .original: .original
      case .bytes: .bytes
      case .zeros: .zeros
      }
    try fields.visit(&kind)
    switch kind {
    case .original:
      var (start, count): (UInt64, UInt64) = (0, 1)
      if case .original(let range) = self {
        start = UInt64(range.lowerBound)
        count = UInt64(range.upperBound - range.lowerBound)
      }
      try fields.visit(&start)
      try fields.visit(&count)
      guard fields.isReading else { return }
      guard let lower = Int64(exactly: start), let length = Int64(exactly: count),
        case let (upper, overflow) = lower.addingReportingOverflow(length), !overflow
      else { throw .tooLarge }
      self = .original(lower..<upper)
    case .bytes:
      var bytes: [UInt8] = []
      if case .bytes(let value) = self { bytes = value }
      try fields.bytes(&bytes)
      if fields.isReading { self = .bytes(bytes) }
    case .zeros:
      var count: UInt64 = 0
      if case .zeros(let value) = self { count = UInt64(value) }
      try fields.visit(&count)
      guard fields.isReading else { return }
      guard let count = Int64(exactly: count) else { throw .tooLarge }
      self = .zeros(count)
    }
  }
}

extension DeliveryPlan: FieldCoded {
  static var blank: DeliveryPlan { DeliveryPlan([], of: .blank) }

  /// Moves the pieces and the state of the file; a read plan is sound.
  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    var (stamp, pieces) = (stamp, pieces)
    try fields.visit(&stamp)
    try fields.visit(&pieces)
    guard fields.isReading else { return }
    let plan = DeliveryPlan(pieces, of: stamp)
    guard plan.isSound else { throw .tooLarge }
    self = plan
  }
}

extension DeliveryFailure.Code: FieldCoded {
  static var blank: Self { .malformed }
}

extension DeliveryFailure: FieldCoded {
  static var blank: Self { Self(code: .blank, reason: "") }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.visit(&code)
    try fields.visit(&reason)
  }
}

extension DeliveryOutcome: FieldCoded {
  static var blank: Self { .failed(.blank) }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    var isPlanned = if case .planned = self { true } else { false }
    try fields.visit(&isPlanned)
    if isPlanned {
      var plan = DeliveryPlan.blank
      if case .planned(let value) = self { plan = value }
      try fields.visit(&plan)
      if fields.isReading { self = .planned(plan) }
    } else {
      var failure = DeliveryFailure.blank
      if case .failed(let value) = self { failure = value }
      try fields.visit(&failure)
      if fields.isReading { self = .failed(failure) }
    }
  }
}

extension DeliveryPlan {
  /// A plan with every kind of piece.
  static let complete = DeliveryPlan(
    [.original(3..<9), .bytes([1, 2]), .zeros(4)],
    of: FileStamp(size: 9, modificationTime: 1, changeTime: 2, inode: 3))
}
