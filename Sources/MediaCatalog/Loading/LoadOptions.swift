public import MediaModel

/// How a value is loaded.
public struct LoadOptions: Sendable {
  /// Which version is taken; `nil` for the current bytes if the value takes their type, else the
  /// compatible version.
  ///
  /// Of the versions that a policy admits, the value's first representation that takes one wins:
  /// `automatic` admits no conversion of an original that is accepted, `current` none at all, and
  /// `compatible` the original only when the value does not take the compatible version.
  public var policy: EncodingPolicy?
  /// Bounds of the compatible version.
  public var bounds: RenditionSpecification
  /// Bytes that are read into memory at most.
  public var limit: Int
  /// How long it may take; `nil` for the time limit of the source.
  public var deadline: Duration?

  /// Makes options.
  public init(
    policy: EncodingPolicy? = nil, within bounds: RenditionSpecification = .init(),
    limit: Int = 256 << 20, deadline: Duration? = nil
  ) {
    self.policy = policy
    self.bounds = bounds
    self.limit = limit
    self.deadline = deadline
  }
}

extension EncodingPolicy {
  /// What of the offers may be taken by someone who takes these types.
  func admitted(of offers: [MediaOffer], for types: [ContentType]) -> [MediaOffer] {
    let originals = offers.filter { $0.version != .compatible }
    let compatible = offers.filter { $0.version == .compatible }
    switch self {
    case .current: return originals
    case .compatible:
      // Without a compatible version there is nothing to prefer: the load says so.
      if compatible.isEmpty { return [] }
      let isTaken = compatible.contains { offer in types.contains { offer.type.conforms(to: $0) } }
      return isTaken ? compatible : originals
    case .automatic:
      let accepted = originals.filter { accepts($0.type.rawValue) }
      return accepted.isEmpty ? compatible : accepted
    }
  }
}
