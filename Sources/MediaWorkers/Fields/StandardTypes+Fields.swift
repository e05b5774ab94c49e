extension UInt8: FieldCoded {
  static var blank: UInt8 { 0 }

  @inline(__always)
  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.byte(&self)
  }
}

extension UInt64: FieldCoded {
  static var blank: UInt64 { 0 }

  @inline(__always)
  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.number(&self)
  }
}

extension UInt32: FieldCoded {
  static var blank: UInt32 { 0 }

  @inline(__always)
  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.visit(&self, as: UInt64(self)) { UInt32(exactly: $0) }
  }
}

extension Int64: FieldCoded {
  static var blank: Int64 { 0 }

  /// Small numbers of either sign take few bytes (zigzag).
  @inline(__always)
  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    var folded = UInt64(bitPattern: (self << 1) ^ (self >> 63))
    try fields.number(&folded)
    self = Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1)
  }
}

extension Int: FieldCoded {
  static var blank: Int { 0 }

  @inline(__always)
  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.visit(&self, as: Int64(self)) { Int(exactly: $0) }
  }
}

extension Double: FieldCoded {
  static var blank: Double { 0 }

  @inline(__always)
  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    var bits = bitPattern
    try fields.eightBytes(&bits)
    self = Double(bitPattern: bits)
  }
}

extension Bool: FieldCoded {
  static var blank: Bool { false }

  @inline(__always)
  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.visit(&self, as: UInt8(self ? 1 : 0)) { $0 > 1 ? nil : $0 == 1 }
  }
}

extension String: FieldCoded {
  static var blank: String { "" }

  @inline(__always)
  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.text(&self)
  }
}

extension Duration: FieldCoded {
  static var blank: Duration { .zero }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    var (seconds, attoseconds) = components
    // 36,000 years: sums of what passes still fit wherever they are counted in microseconds.
    try fields.visit(&seconds, as: seconds) { $0.magnitude >> 40 == 0 ? $0 : nil }
    try fields.visit(&attoseconds, as: attoseconds) {
      $0.magnitude < 1_000_000_000_000_000_000 ? $0 : nil
    }
    self = Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
  }
}

extension Optional: FieldCoded where Wrapped: FieldCoded {
  static var blank: Wrapped? { nil }

  /// One byte says whether there is a value.
  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    var isPresent = self != nil
    try fields.visit(&isPresent)
    guard isPresent else {
      self = nil
      return
    }
    var value: Wrapped = self ?? Wrapped.blank
    try value.visitFields(&fields)
    if fields.isReading { self = value }
  }
}

extension Array: FieldCoded where Element: FieldCoded {
  static var blank: [Element] { [] }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    var total = count
    try fields.count(&total)
    for index in 0..<total {
      var element = fields.isReading ? .blank : self[index]
      try element.visitFields(&fields)
      if fields.isReading { append(element) }
    }
  }
}

extension FieldCoded where Self: RawRepresentable, RawValue: FieldCoded {
  /// Moves the raw value; one that the type does not know is damage.
  @inline(__always)
  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.visit(&self, as: rawValue) { Self(rawValue: $0) }
  }
}
