internal import LinuxSystem

extension WorkerProtections {
  /// One protection and how this process puts itself under it.
  typealias Step = (kind: Kind, apply: @Sendable () throws(LinuxError) -> Void)

  /// Lists all; the filter comes after what it forbids, and before what it saves work.
  static let steps: [Step] = [
    (.privileges, Confinement.forbidNewPrivileges), (.inspection, Confinement.forbidInspection),
    (.systemCalls, Confinement.filterSystemCalls), (.writing, Confinement.forbidWriting),
  ]

  /// Puts this process under all that can be had.
  init(applying steps: [Step]) {
    self.init()
    for step in steps {
      do throws(LinuxError) {
        try step.apply()
        holding.append(step.kind)
      } catch {
        lacking.append(Lack(kind: step.kind, reason: error.description))
      }
    }
  }
}

extension WorkerProtections.Kind: FieldCoded {
  static var blank: Self { .privileges }
}

extension WorkerProtections.Lack: FieldCoded {
  static var blank: Self { Self(kind: .blank, reason: "") }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.visit(&kind)
    try fields.visit(&reason)
  }
}

extension WorkerProtections: FieldCoded {
  static var blank: Self { Self() }

  mutating func visitFields(_ fields: inout FieldCodec) throws(FieldError) {
    try fields.visit(&holding)
    try fields.visit(&lacking)
  }
}
