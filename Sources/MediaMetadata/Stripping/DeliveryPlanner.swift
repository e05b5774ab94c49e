internal import Glibc
package import MediaModel

/// Plans stripped copies, one file after the other, on the calling thread.
package struct DeliveryPlanner: Sendable {
  /// Makes a planner; it holds nothing.
  package init() {}

  /// Pictures whose markers must be looked for may be read whole up to here.
  private static let maximumScan: Int64 = 2 << 30

  /// Plans one copy.
  ///
  /// The state of the file is taken before and after; a file that changed in between is planned
  /// once more, then refused.
  ///
  /// - Complexity: O(*n*) in bytes for JPEG and GIF, in metadata and table entries for all others.
  package func outcome(for path: FilePath, stripping: MetadataStripping) -> DeliveryOutcome {
    for _ in 0..<2 {
      do {
        if let plan = try attempt(path, stripping) { return .planned(plan) }
      } catch {
        return .failed(DeliveryFailure(error))
      }
    }
    return .failed(
      DeliveryFailure(code: .changing, reason: "the file keeps changing while it is read"))
  }

  private func attempt(
    _ path: FilePath, _ options: MetadataStripping
  ) throws -> DeliveryPlan? {
    let file = try OpenFile(path)
    defer { file.close() }
    guard let before = file.state() else { throw ReadFailure.system(errno) }
    guard before.isRegular else {
      throw DeliveryFailure(code: .unreadable, reason: "it is no regular file")
    }
    let count = before.stamp.size
    let source = ByteSource(
      descriptor: file.descriptor, count: count,
      budget: ByteSource.defaultBudget + Int(min(count, Self.maximumScan)))
    let edits = try options.isEmpty ? DeliveryEdits() : Self.edits(source, path, options)
    let plan = DeliveryPlan(try edits.pieces(count: count), of: before.stamp)
    guard let after = file.state() else { throw ReadFailure.system(errno) }
    return after.stamp == before.stamp ? plan : nil
  }

  /// What has to change in a file.
  static func edits(
    _ source: ByteSource, _ path: FilePath, _ options: MetadataStripping
  ) throws -> DeliveryEdits {
    guard let format = MetadataReader.refine(try sniff(source), path) else {
      throw DeliveryFailure(
        code: .unsupported,
        reason: "its content is of no known media format, so nothing can be taken out")
    }
    return try edits(source, format, options)
  }

  /// What has to change in a file of a format.
  static func edits(
    _ source: ByteSource, _ format: MediaFormat, _ options: MetadataStripping
  ) throws -> DeliveryEdits {
    switch format {
    case .jpeg:
      var stripping = JPEGStripping(source, options)
      try stripping.run()
      return stripping.edits
    case .png:
      var stripping = PNGStripping(source, options)
      try stripping.run()
      return stripping.edits
    case .webp:
      var stripping = WebPStripping(source, options)
      try stripping.run()
      return stripping.edits
    case .gif:
      var stripping = GIFStripping(source, options)
      try stripping.run()
      return stripping.edits
    case .tiff:
      var stripping = try TIFFStripping(source, options, isFile: true)
      try stripping.run()
      return stripping.edits
    case .jxl:
      var stripping = JXLStripping(source, options)
      try stripping.run()
      return stripping.edits
    case .heic, .heif, .avif, .mp4, .m4v, .quickTime, .threeGPP, .threeGPP2:
      var stripping = BoxStripping(source, options, format: format)
      try stripping.run()
      return stripping.edits
    default:
      throw DeliveryFailure(
        code: .unsupported,
        reason: "nothing can be taken out of \(format.mime); it can only be delivered as it is")
    }
  }
}

extension DeliveryFailure {
  /// Says in words why no copy can be planned.
  fileprivate init(_ error: any Error) {
    switch error {
    case let failure as DeliveryFailure: self = failure
    case let failure as ReadFailure:
      let code: Code =
        switch failure.code {
        case .notFound: .notFound
        case .unreadable: .unreadable
        default: .malformed
        }
      self.init(code: code, reason: failure.reason)
    case ByteError.budgetExhausted:
      self.init(code: .tooLarge, reason: "its structure asks for more reading than a copy is worth")
    case ByteError.system(let code): self.init(ReadFailure.system(code))
    default:
      self.init(
        code: .malformed, reason: "its structure is damaged, so what it says cannot be taken out")
    }
  }
}
